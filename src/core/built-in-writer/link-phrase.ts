import { hasUnspaced, plainSentences, wordsIn } from '#core/document/words-and-sentences.ts';
import { isBlankAnchor, visible } from '#core/edits/clean-text.ts';
import { claimsIn, foreignIn, hostOf } from '#core/edits/foreign.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import { urlWords } from '#core/ranking/terms.ts';

import type { Forms } from './languages.ts';

/** The words of a description around its anchor. Joined, they are the user's words, up to a clear break. */
export type Phrase = { readonly before: string; readonly anchor: string; readonly after: string };

/** A longer description is cut at a clear break. In words. */
const mostWords = 16;
/** A longer anchor loses what may be left out. */
const mostAnchorWords = 4;
/** With a container before the thing, as in "second edition of the reference book on networks". */
const mostWithContainer = 10;
/** A longer text is not an anchor. In UTF-16 units. */
const mostSigns = 120;
/** A longer anchor in a script without spaces is shortened. In UTF-16 units. */
const mostAnchorSigns = 20;

/** Signs before which a text can end: a comma, a dash, an opening parenthesis. */
const clearBreak =
  /(?<=[\p{L}\p{M}\p{N})%+€$"”.!?])(?:[,;:]+(?=\s|$)|[、；：]|\s+[–—|/•·-]+\s|\s*(?=[(（]))/gu;
const openEnd = /[\s,;:.!?。！？–—|/•·-]+$/u;

/**
 * Returns the words for a link: its description, with the wished anchor if there is one. If the description has no
 * words, or words that no version may contain, it returns the words of the address, or else a word such as "page".
 */
export function readDescription(link: LinkToWeave, forms: Forms): Phrase {
  const text = plainDescription(link, forms);
  const told = hasWord.test(text) ? [phraseOf(text, forms)] : [];
  const { path, host } = urlWords(link.url);
  const names = [path.split(' ').slice(-mostAnchorWords).join(' '), host].filter((name) =>
    hasName.test(name),
  );
  const page = { ...nothing, anchor: forms.page };
  const wished = link.anchor === undefined ? [] : [withAnchor(link.anchor, told[0])];
  const phrases = [...wished, ...told, ...names.map((anchor) => ({ ...nothing, anchor }))];
  return phrases.find((phrase) => mayStand(phrase, link.url)) ?? page;
}

/** Returns the phrase with the wished anchor. If the phrase does not contain the anchor, returns the anchor alone. */
function withAnchor(wish: string, { before, anchor, after }: Phrase = nothing): Phrase {
  const text = before + anchor + after;
  const at = text.indexOf(wish);
  const [ahead, behind] = [text.slice(0, Math.max(0, at)), text.slice(at + wish.length)];
  const isThere = at >= 0 && !/[\p{L}\p{M}\p{N}]$/u.test(ahead) && !/^[\p{L}\p{M}\p{N}]/u.test(behind);
  return isThere ? { before: ahead, anchor: wish, after: behind } : { ...nothing, anchor: wish };
}

const nothing: Phrase = { before: '', anchor: '', after: '' };

/** A word of an address. Shorter ones are mostly codes and hosts of short links. */
const hasName = /\p{L}{5}|(?=\p{L})\p{Script=Han}/u;
/** Two letters, or one Chinese character. */
const hasWord = /\p{L}{2}|(?=\p{L})\p{Script=Han}/u;

function mayStand({ before, anchor, after }: Phrase, url: string): boolean {
  const saysThing = hasWord.test(anchor) && !isBlankAnchor(anchor) && !saysNothing.test(anchor);
  const isName = saysThing && anchor.length <= mostSigns && !/[()]/u.test(anchor);
  return isName && foreignIn(before + anchor + after, isHostOf(url)).length === 0;
}

const saysNothing =
  /^(?:(?:click|tap|see) here|here|(?:my |the |this )?(?:affiliate |aff )?link|buy (?:now|here)|todo|test|(?:hier )?klick(?:en)?(?: hier)?|hier(?: kaufen)?|(?:haz )?clic aquí|(?:ver|comprar) aquí|cliquez ici|enlace|lien)$/iu;

/** The words of a link may name its own host, but no other. */
const isHostOf = (url: string) => (words: string) => hostOf(url).toLowerCase().includes(words.toLowerCase());

function phraseOf(text: string, forms: Forms): Phrase {
  const sentence = firstSentence(text);
  const isWhole = (at: number) => isBalanced(sentence.slice(0, at));
  const ends = [...sentence.matchAll(clearBreak)].map(({ index }) => index);
  const breaks = [...ends, sentence.length].filter(isWhole);
  const [first = sentence.length, second = first] = breaks;
  // "Online course: basic watercolour" says only behind the colon what it is.
  const isVague = /^\S+(?: \S+)?$/u.test(sentence.slice(0, first).trim()) && sentence[first] === ':';
  const chunk = sentence.slice(0, isVague ? second : first).trim();
  const words = chunk.split(' ');
  const { from: begin, to } = hasUnspaced(words[0] ?? '') ? { from: 0, to: 1 } : anchorAmong(words, forms);
  // An article may begin a name, as in "The North Face jacket". German nouns have capital letters anyway.
  const isInName = begin === 1 && forms.locale !== 'de' && /^\p{Lu}\p{L}* [\p{Lu}\d]/u.test(chunk);
  const from = isInName ? 0 : begin;
  const anchor = shortened(words.slice(from, to).join(' '));
  const before = words.slice(0, from).join(' ') + (from > 0 ? ' ' : '');
  const end = breaks.findLast((at) => sentence.slice(0, at).split(' ').length <= mostWords);
  const rest = end === undefined ? '' : sentence.slice(before.length + anchor.length, end);
  // Without a break in its first words, only the anchor is left.
  return { before: end === undefined ? '' : before, anchor, after: rest.replace(openEnd, '') };
}

/** Returns the first sentence. If it is a single word, as in "Yahoo! Mail", the next sentence belongs to it. */
function firstSentence(text: string): string {
  const [first, second] = plainSentences(text);
  const isName = first !== undefined && !first.text.trim().includes(' ') && second !== undefined;
  return (isName ? first.text + second.text : (first?.text ?? text)).replace(openEnd, '');
}

function isBalanced(text: string): boolean {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  return (
    count(/[(（]/gu) === count(/[)）]/gu) && count(/[“„]/gu) === count(/”/gu) && count(/(?<!\d)"/gu) % 2 === 0
  );
}

type Range = { readonly from: number; readonly to: number };

/** Words for a container or a time. In "set of knives", the name of the thing is "knives". */
export const container =
  /^(?:sets?|packs?|pairs?|box(?:es)?|bags?|bundle|bottles?|rolls?|case|tins?|jars?|edition|collection|days|weeks|months|years|juegos?|paquetes?|cajas?|botellas?|bolsas?|litros?)$/iu;

/** English words that begin what is said of the thing, as in "popcorn maker I use every day". */
const clause = /^(?:is|are|was|has|(?:I|you|we)(?:['’](?:ve|m|d|ll|re))?)$/u;
/** Words that mean nothing without the clause behind them, as in "everything you need". */
const needsClause = /^(?:if|when|where|how|what|why|everything|all)$/iu;

/** Words of an offer, before several words that name the thing. */
const offer =
  /^(?:(?:get|save|up to|bis zu|hasta) )*(?:\p{Sc}\d[\d.,]*|\d[\d.,]* ?[%\p{Sc}]) (?:off|on|(?:Rabatt|Gutschein) (?:auf|bei|für)|de descuento en) (?=\S)/iu;

const units =
  'ml|l|oz|lbs?|kg|g|mm|cm|m|inch(?:es)?|ft|w|v|gb|tb|mah|pieces?|teile|stück|days?|weeks?|months?|years?|tage?|wochen|monate?';
const times = /^[x×+]$/iu;
const number = /^\d[\d.,]*$/u;
const unit = new RegExp(String.raw`^(?:\p{Sc}|${units})$`, 'iu');
const amount = new RegExp(String.raw`^(?:[x×+/&\p{Sc}]|[-–]?\p{Sc}?\d[\p{L}\d.,%×+-]*|${units})$`, 'iu');

/** Whether a word is part of an amount, as in "260 ml x 6". A number behind a name belongs to the name ("Ghost 15"). */
function isAmount(words: readonly string[], at: number): boolean {
  const [before = '', word = '', behind = ''] = [words[at - 1], words[at], words[at + 1]];
  if (number.test(word)) return unit.test(behind) || times.test(before) || times.test(behind);
  // "Days" is no amount in "gloves for cold days".
  return unit.test(word) ? /^\p{Sc}|\d$/u.test(before) : amount.test(word);
}

/** Words of several languages that begin what is said of a thing. No name goes on with them. */
const relative = /^(?:that|which|who|que|qui|che|dat|som|który|która|które)$/iu;

/** Words of several languages that tie a noun to the noun before it. No name ends between the two. */
const tie = /^(?:of|der|des|del?|du|di|della|do|da|dos|das|van|av)$/u;

/** Returns the words that name the thing: those before the first small word, and what follows a short name. */
function anchorAmong(words: readonly string[], forms: Forms): Range {
  const { small, joining, isNounLast } = forms;
  // Whether the word belongs to a name, as in "couch to 5K plan".
  const isNamed = (at: number) => words[at] === 'to' && /^\d/u.test(words[at + 1] ?? '');
  const keepsClauses = needsClause.test(words[0] ?? '');
  // Behind a single word, all but "I" may belong to a title, as in "You are here".
  const isClause = (at: number) =>
    !keepsClauses &&
    (at > 1 || words[at]?.startsWith('I') === true) &&
    clause.test(words[at] ?? '') &&
    /^\p{Ll}/u.test(words[at + 1] ?? '');
  const isSmall = (at: number) => (small.has(words[at]?.toLowerCase() ?? '') && !isNamed(at)) || isClause(at);
  const end = (at: number, among: boolean) => {
    let to = at;
    while (to < words.length && isSmall(to) === among) to += 1;
    return to;
  };
  const behind = (at: number) => end(end(at, true), false);
  const isContainer = (at: number) =>
    /^(?:of|de)$/u.test(words[at] ?? '') && container.test(words[at - 1] ?? '');
  /** Returns where a name ends that goes on behind small words, or `to`. */
  const further = (from: number, to: number, most: number) => {
    const next = end(to, true);
    const first = end(next, false);
    const ends = [first];
    for (
      let at = first;
      tie.test(words[at] ?? '') && !/^\d/u.test(words[end(at, true)] ?? '');
      at = ends.at(-1) ?? at
    )
      ends.push(behind(at));
    const goesOn = !words.slice(to, next).some((word) => relative.test(word)) && !isClause(to);
    const isPrice = /\p{Sc}/u.test(words.slice(next, next + 2).join(' '));
    if (first === next || !goesOn || isPrice) return to;
    const joined = words.findIndex((word, at) => at >= next && at < first && joining.has(word));
    if (joined >= 0) return joined - from <= most ? joined : to;
    const mostTied = ends.some(isContainer) ? mostWithContainer : Math.max(mostAnchorWords + 2, most);
    const longest = ends.findLast((at) => at - from <= (at > first ? mostTied : most));
    if (longest !== undefined && (longest > first || ends.length === 1 || isContainer(longest)))
      return longest;
    const mayCut = !isNounLast && next + 1 - from <= most && (ends.length === 1 || next + 1 < first);
    return mayCut && !/^\d/u.test(words[next] ?? '') ? next + 1 : to;
  };
  const [offered = ''] = offer.exec(words.join(' ')) ?? [];
  const thing = end(offered.split(' ').length - 1, true);
  const from = end(thing, false) - thing > 1 ? thing : end(0, true);
  const to = end(from, false);
  if (from === words.length) return { from: 0, to: Math.min(words.length, mostAnchorWords) };
  if (isContainer(to)) {
    const content = behind(to);
    const isVague = content - end(to, true) < 3;
    return trimmed(words, { from, to: isVague ? further(from, content, mostWithContainer) : content }, forms);
  }
  if (to - from > (isNounLast ? 2 : 3)) return trimmed(words, { from, to }, forms);
  const whole = further(from, to, to - from > 1 ? mostAnchorWords + 2 : mostAnchorWords);
  const until = isContainer(whole) ? further(from, behind(whole), mostWithContainer) : whole;
  if (whole > to || to - from > 1) return trimmed(words, { from, to: until }, forms);
  return { from: Math.max(0, from - 1), to };
}

/** Returns the range without amounts at the end of a long name, and without joining words at both ends. */
function trimmed(words: readonly string[], range: Range, { joining, isNounLast }: Forms): Range {
  let { from, to } = range;
  if (isNounLast && to - from > mostAnchorWords) while (to - from > 2 && isAmount(words, to - 1)) to -= 1;
  while (to - from > 2 && (joining.has(words[from] ?? '') || /^[^\p{L}\p{N}]+$/u.test(words[from] ?? '')))
    from += 1;
  while (to - from > 2 && joining.has(words[to - 1] ?? '')) to -= 1;
  return { from, to };
}

function shortened(anchor: string): string {
  return hasUnspaced(anchor) && anchor.length > mostAnchorSigns
    ? wordsIn(anchor).slice(0, mostAnchorWords).join('')
    : anchor;
}

const markup =
  /[[\]{}<>*_`~^|\\=«»]|(?<!\p{L})#(?!\d)|[\p{Extended_Pictographic}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u{FE0F}\u{20E3}]/gu;
/** A sign that belongs to the word behind it, as in "$20" and ".NET", stays. */
const leading = /^(?:[^\p{L}\p{N}\p{Sc}"“„.#-]|[.#-](?![\p{L}\p{N}]))+/u;

/** Returns one line of words without markup, up to another's address. Capitals throughout become lower case. */
function plainDescription({ description, url }: LinkToWeave, { small }: Forms): string {
  const [line = ''] = description.trim().split(/[\r\n\u2028\u2029]/u, 1);
  const tagless = withoutBars(visible(line.slice(0, 1000)).replace(label, ''), url)
    .replaceAll(/<\/?[a-z][^<>]{0,200}>|\b[a-z][a-z\d+.-]{0,30}:\/\/\S*/giu, ' ')
    .replaceAll(/(?<=\d) ?\* ?(?=\d)/gu, '×')
    .replaceAll(/(?<=\d)~(?=\d)/gu, '–')
    .replaceAll(markup, ' ');
  const told = withoutShop(tagless, url);
  const claims = claimsIn(told, isHostOf(url)).map(({ start }) => start);
  const own = told
    .slice(0, claims.length === 0 ? undefined : Math.min(...claims))
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ (?=[,;:.!?)])/gu, '')
    .replace(leading, '')
    .trim();
  const words = (isBalanced(own) ? own : own.replaceAll(/[()（）“”„]|(?<!\d)"/gu, '')).split(' ');
  if (claims.length > 0) while (small.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  const loud = words.filter((word) => /^\p{Lu}{4,}/u.test(word)).length;
  const isLoud = loud >= 3 && own === own.toUpperCase();
  const quiet = (word: string) =>
    small.has(word.toLowerCase()) ? word.toLowerCase() : word.charAt(0) + word.slice(1).toLowerCase();
  return (isLoud ? words.map((word) => (/\d/u.test(word) ? word : quiet(word))) : words).join(' ');
}

/** Words before the name of a thing that speak of the link or of its writer. */
const label =
  /^\s*(?:#?(?:ad|affiliate|aff|sponsored|anzeige|werbung|publicidad)(?: link)?\s*[:|–—-]\s+|#(?:ad|affiliate|anzeige|werbung)\s+|I (?:really )?(?:love|use|like|recommend) (?:this|the|my|these) )/iu;

const letters = (text = '') => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Writes dashes for the bars of a page's title, without a name at its end that it has already. The name of a shop or a
 * single word at its start belongs to the words behind it.
 */
function withoutBars(title: string, url: string): string {
  const parts = title.split(/\s+\|\s+/u);
  const [first = ''] = parts;
  if (parts.length > 1 && letters(parts.slice(0, -1).join()).includes(letters(parts.at(-1)))) parts.pop();
  const isName = !first.includes(' ') || letters(hostOf(url)).includes(letters(first));
  return parts.join(isName ? ' ' : ' – ');
}

/** Removes the address of a shop at the start, as in "Amazon.com: ", if words follow it. */
function withoutShop(text: string, url: string): string {
  const shop = claimsIn(text, isHostOf(url)).find(({ start }) => text.slice(0, start).trim() === '');
  const rest = text.slice(shop?.end ?? 0).replace(/^[\s:|–—-]+/u, '');
  return hasWord.test(rest) ? rest : text;
}
