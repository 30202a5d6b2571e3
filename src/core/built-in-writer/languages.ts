import { withoutColon } from '#core/edits/spots.ts';
import { wordSet } from '#core/lib/helpers.ts';
import type { LinkToWeave } from '#core/links/link.ts';

/** What the built-in writer knows of one language. */
export type Forms = {
  /** Finds small words that are typical of this language, without those that related languages share. */
  readonly typical: RegExp;
  /** Words between the name of a thing and its description, and articles. */
  readonly small: ReadonlySet<string>;
  /** Words that join two words of one name. */
  readonly joining: ReadonlySet<string>;
  /** Whether the last word of a name says what the thing is, as in "steel kettle". */
  readonly isNounLast: boolean;
  /** What may stand before names of things, and what above a list of them. */
  readonly labels: readonly string[];
  readonly headings: readonly string[];
  readonly page: string;
  readonly locale: string;
};

/** Words are separated by spaces, labels by semicolons. */
type Lists = Readonly<Record<'small' | 'joining' | 'page' | 'labels' | 'headings' | 'locale', string>> & {
  readonly typical: string | RegExp;
  readonly isNounLast?: boolean;
  readonly colon?: string;
};

function formsOf({ typical, isNounLast = true, colon = ': ', ...lists }: Lists): Forms {
  const options = (list: string) => list.split('; ').map((option) => option + colon);
  return {
    ...lists,
    isNounLast,
    typical: typeof typical === 'string' ? anyOf(typical) : typical,
    small: wordSet(lists.small),
    joining: wordSet(lists.joining),
    labels: options(lists.labels),
    headings: options(lists.headings),
  };
}

function anyOf(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words.replaceAll(' ', '|')})(?![\p{L}\p{M}'’])`, 'giu');
}

/** English is first, because it is the most likely. */
export const languages = {
  english: formsOf({
    typical:
      'the and of to is that it with for you this are was have they from my we not about because been could did does ' +
      'his how into its just more our out should she some such than their them there these those through very what ' +
      "when which who why would your i['’](?:m|ve|ll|d) (?:it|that|there)['’]s (?:you|we|they)['’](?:re|ve|ll) " +
      "(?:do|does|did|is|was|ca|could|wo|would)n['’]t",
    small:
      'a an the with for of to in on at by from about against over under into that which who without our my your this these as made w/ w/o incl.',
    joining: 'and or &',
    page: 'this page',
    locale: 'en-GB',
    labels: 'Related; See also; Useful here',
    headings: 'Links in this article; Links on this subject; Useful links',
  }),
  german: formsOf({
    typical:
      'der die das und ist nicht ein eine mit zu den für auf sich auch ich von wird werden sind wir oder aber wenn kann ' +
      'nur noch dass habe haben einen einem einer im zum zur nach mir mich',
    small:
      'ein eine der die das mit für von zum zur aus im in am an auf ohne über bei bis zu den dem unser unsere ab inkl.',
    joining: 'und oder &',
    page: 'diese Seite',
    locale: 'de',
    labels: 'Passend dazu; Siehe auch; Nützlich dazu',
    headings: 'Links in diesem Artikel; Links zum Thema; Nützliche Links',
  }),
  spanish: formsOf({
    typical: 'los las y por con del para como pero muy está hay más sin también este',
    small: 'un una unos unas el la los las con para de del en sin por sobre a al que tu tus nuestro nuestra',
    joining: 'y e o u',
    isNounLast: false,
    page: 'esta página',
    locale: 'es',
    labels: 'Relacionado; Ver también; Útil para esto',
    headings: 'Enlaces de este artículo; Enlaces sobre el tema; Enlaces útiles',
  }),
  french: formsOf({
    typical: 'le les des dans pour pas sur une avec au du ce qui nous vous il elle',
    small: 'un une des le la les avec pour de du en sans par dans à au aux que qui sur notre nos',
    joining: 'et ou &',
    isNounLast: false,
    colon: ' : ',
    page: 'cette page',
    locale: 'fr',
    labels: 'À voir aussi; Sur le même sujet; Utile ici',
    headings: 'Liens de cet article; Liens sur le sujet; Liens utiles',
  }),
  italian: formsOf({
    typical: 'il di che è per non con sono della gli del nel anche più una',
    small:
      'un una uno il lo la i gli le con per di del della dei in su sul sulla senza da a al alla che nostro nostra',
    joining: 'e o',
    isNounLast: false,
    page: 'questa pagina',
    locale: 'it',
    labels: 'Vedi anche; Sullo stesso tema; Utile qui',
    headings: 'Link di questo articolo; Link sul tema; Link utili',
  }),
  portuguese: formsOf({
    typical: 'não é um uma em com mas também são dos das ao pela isso você muito',
    small: 'um uma o a os as com para de do da dos das em sem por sobre que nosso nossa',
    joining: 'e ou',
    isNounLast: false,
    page: 'página em questão',
    locale: 'pt',
    labels: 'Veja também; Sobre o mesmo tema; Útil aqui',
    headings: 'Links deste artigo; Links sobre o tema; Links úteis',
  }),
  dutch: formsOf({
    typical: 'een en niet zijn voor bij naar deze wordt heeft zich ze wij hij',
    small: 'een de het met voor van in op over zonder om te uit bij aan die dat onze ons',
    joining: 'en of &',
    page: 'deze pagina',
    locale: 'nl',
    labels: 'Zie ook; Past hierbij; Handig hierbij',
    headings: 'Links bij dit artikel; Links over dit onderwerp; Handige links',
  }),
  polish: formsOf({
    typical: 'w się nie że jest oraz przez dla są tylko przy może więc już',
    small: 'z ze do dla na w we o od po bez przy pod nad który która które nasz nasza',
    joining: 'i oraz lub',
    isNounLast: false,
    page: 'ta strona',
    locale: 'pl',
    labels: 'Zobacz też; Na ten temat; Przydatne',
    headings: 'Linki do tego artykułu; Linki na ten temat; Przydatne linki',
  }),
  swedish: formsOf({
    typical: 'och är att inte för av till ett jag också när från så',
    small: 'en ett den det de med för av i på utan till från över som vår våra om',
    joining: 'och eller &',
    page: 'den här sidan',
    locale: 'sv',
    labels: 'Se även; På samma tema; Bra att ha',
    headings: 'Länkar i artikeln; Länkar om ämnet; Användbara länkar',
  }),
  japanese: formsOf({
    typical: /[のにはをがでとも]|です|ます/gu,
    small: 'の と や で に を は が も',
    joining: '・',
    colon: '：',
    page: 'このページ',
    locale: 'ja',
    labels: '関連リンク; こちらもどうぞ; 参考',
    headings: 'この記事のリンク; 関連リンク; 参考リンク',
  }),
};

/** For other languages: links get no words around them, and descriptions are read like English ones. */
const others: Forms = { ...languages.english, locale: '', page: 'link', labels: [], headings: [] };

/** How much of a text shows its language, in UTF-16 units. */
const sampleLength = 4000;
/** The least share of a language's typical words in a text of that language. */
const leastShare = 0.07;
/** A shorter text may contain no typical word by chance. */
const fewWords = 12;

/** Returns the forms for the language of the text. If the text is too short to tell, the descriptions decide. */
export function formsFor(content: string, links: readonly LinkToWeave[]): Forms {
  const text = content.slice(0, sampleLength);
  if (wordCount(text) >= fewWords) return known(text) ?? others;
  const descriptions = links.map(({ description }) => description).join('\n');
  return known(text) ?? known(descriptions.slice(0, sampleLength)) ?? others;
}

function wordCount(text: string): number {
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}]+/gu)?.length ?? 0;
}

function known(text: string): Forms | null {
  const words = wordCount(text);
  const all = Object.values(languages);
  const found = all.map(({ typical }) => text.toLowerCase().match(typical) ?? []);
  const most = Math.max(...found.map(({ length }) => length));
  const at = found.findIndex(({ length }) => length === most);
  const isClear = words < fewWords || new Set(found[at]).size > 1;
  return isClear && most >= Math.max(1, words * leastShare) ? (all[at] ?? null) : null;
}

/**
 * Returns the first of several labels that no text to avoid has, or else the one that was used longest ago. Empty: there
 * are none.
 * @param avoid The latest text first.
 */
export function labelAmong(labels: readonly string[], avoid: readonly string[]): string {
  const lastUse = (label: string) => avoid.findIndex((text) => text.includes(withoutColon(label)));
  const [oldest = ''] = labels.toSorted((a, b) => lastUse(b) - lastUse(a));
  return labels.find((label) => lastUse(label) < 0) ?? oldest;
}

/** Returns the signs behind each of several texts, as the language lists things. Behind the last there are none. */
export function jointsOf(texts: readonly string[], { locale }: Forms): string[] {
  if (locale === '') return texts.map((_, index) => (index < texts.length - 1 ? ', ' : ''));
  const parts = new Intl.ListFormat(locale, { type: 'conjunction' }).formatToParts(texts);
  return parts.flatMap(({ type }, index) => {
    const behind = parts[index + 1];
    return type === 'element' ? [behind?.type === 'literal' ? behind.value : ''] : [];
  });
}
