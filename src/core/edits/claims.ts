import { lowerWords, plainSentences } from '#core/document/words-and-sentences.ts';
import { memoize } from '#core/lib/helpers.ts';
import type { LinkToWeave } from '#core/links/link.ts';

import type { Claim, ClaimKind } from './edit.ts';

/** The words of one language by which claims are found: alternatives of regular expressions, in lower case. */
type ClaimWords = {
  /** Frequent words by which the language of a content is known. */
  readonly typical: string;
  /** The author speaks of himself. Languages that leave out pronouns also have verbs here. */
  readonly experience: string;
  readonly price: string;
  /** Numbers that are written as words. */
  readonly figure: string;
  readonly superlative: string;
  readonly health: string;
};

const languages: readonly ClaimWords[] = [
  {
    typical: 'the|and|of|to|is|that|with|for|you|this|are|was|have|they|from|not|your|which',
    experience:
      "i(?=['’](?:m|ve|d|ll)\\b|\\s\\p{Ll})|me|my|myself|we(?:['’](?:ve|re|d|ll))?(?! (?:are at it|all\\b))|(?<!let )us|our|ours|ourselves",
    price:
      'free (?:shipping|delivery|trial|of charge)|for free|on sale|discount(?:ed|s)?|bargains?|cheap(?:er|est)?|inexpensive|affordable|budget-friendly|low prices?|good value|best price',
    figure: 'dozens?|hundreds?|thousands?|millions?',
    superlative:
      "(?:the|a|its|your|of the|world['’]s|very) best(?! of all if)|unbeatable|unrivall?ed|unmatched|finest|greatest|fastest|strongest|lightest|safest|toughest|sharpest|quietest|easiest|perfect|number one|second to none|must-have|game[- ]changer|no better|world['’]s",
    health:
      'cures?|cured|heals?|healing|relieves?|alleviates?|prevents? (?:disease|illness|cancer|injur\\p{L}+|pain|cramps?|infections?)|detox\\p{L}*|clinically|medically proven|immun\\p{L}+|anti-?ag(?:e?ing)|los(?:e|es|ing) weight|weight loss|painless|good for (?:your |the )?(?:back|skin|heart|joints|health|gut)|healthier|healthy',
  },
  {
    typical: 'der|die|das|und|ist|nicht|ein|eine|mit|für|auf|sich|auch|von|dem|den|wer|man',
    experience: 'ich|mich|mir|mein(?:e[mnrs]?)?|wir|(?<!lass(?:t|en)? )uns|unser(?:e[mnrs]?)?',
    price:
      'kostenlos\\p{L}*|gratis|umsonst|günstig\\p{L}*|preiswert\\p{L}*|billig\\p{L}*|rabatt\\p{L}*|schnäppchen|im angebot|reduziert|sonderpreis|preis-leistung\\p{L}*',
    figure: 'dutzende?|hunderte?|tausende?|millionen',
    superlative:
      '(?<!am )beste[mnrs]?|unschlagbar\\p{L}*|perfekt\\p{L}*|optimal\\p{L}*|einzigartig\\p{L}*|konkurrenzlos\\p{L}*|unverzichtbar\\p{L}*|am (?:schnellsten|leichtesten|sichersten|einfachsten|stärksten)|nummer eins',
    health:
      'heilt|heilen|heilend\\p{L}*|lindert|lindern|beugt [^.]{0,30}vor|gesünder|gesund|gesunde[mnrs]?|entgiftet|immunsystem|abnehmen|klinisch|schmerzfrei|gut für (?:den rücken|die haut|das herz|die gelenke)',
  },
  {
    typical: 'el|la|los|las|de|que|y|en|un|una|con|para|es|por|se|del|no|más',
    experience:
      'yo|me|mis?|mí|mío|mía|nosotros|nuestr[oa]s?|uso(?= (?:el|la|los|las|un|una|este|esta)\\b)|utilizo|compré|tengo|tuve|probé|recomiendo|prefiero|usamos|compramos|tenemos|probamos|recomendamos|he(?= \\p{L}+[ai]do\\b)|hemos',
    price: 'gratis|gratuit[oa]s?|barat[oa]s?|económic[oa]s?|descuentos?|oferta|rebajad[oa]s?|ganga',
    figure: 'docenas?|cientos|centenares|miles|millones',
    superlative:
      '(?:el|la|los|las) mejor(?:es)?|inmejorable|perfect[oa]s?|insuperable|imprescindibles?|únic[oa]s?|número uno',
    health:
      'cura|curan|sana|alivia|alivian|previene|saludables?|desintoxica\\p{L}*|adelgaza\\p{L}*|clínicamente|inmun\\p{L}+',
  },
  {
    typical: 'le|la|les|des|et|est|un|une|dans|pour|que|qui|sur|avec|pas|du|au|vous',
    experience: "j['’]\\p{L}+|je|me|m['’]\\p{L}+|moi|mon|ma|mes|nous|notre|nos",
    price:
      'gratuit(?:e?s?|ement)|pas cher|bon marché|abordables?|promo(?:tion)?s?|soldes?|remises?|réduction',
    figure: 'douzaines?|dizaines|centaines?|milliers|millions?',
    superlative:
      '(?:le|la|les) meilleure?s?|imbattables?|parfaite?s?|idéale?s?|incontournables?|inégalée?s?|numéro un',
    health:
      'guérit|guérissent|soulage(?:nt)?|prévient|détox\\p{L}*|cliniquement|immunitaires?|maigrir|minceur|bon pour la santé|saine?s?',
  },
  {
    typical: 'il|la|di|che|e|un|una|per|con|non|del|della|sono|più|come|gli|nel|si',
    experience:
      'io|mi|mio|mia|miei|mie|noi|nostr[oaie]|ho(?= \\p{L}+[aui]to\\b)|utilizzo(?= (?:il|la|un|una)\\b)|consiglio(?= (?:il|la|un|una|di)\\b)|preferisco|adoro|usiamo|abbiamo|consigliamo',
    price: 'gratis|gratuit[oaie]|economic[oaie]|conveniente|scont[oi]|offerta|a buon mercato',
    figure: 'dozzin[ae]|centinaia|migliaia|milion[ei]',
    superlative:
      '(?:il|la|i|le) miglior[ei]?|imbattibil[ei]|perfett[oaie]|ideale|insuperabil[ei]|indispensabil[ei]|numero uno',
    health:
      'cura|guarisce|allevia|previene|disintossica\\p{L}*|dimagri\\p{L}*|clinicamente|immunitari[oe]|salutar[ei]',
  },
  {
    typical: 'o|os|as|que|e|um|uma|para|com|não|do|da|em|por|mais|você|como|ao',
    experience:
      'eu|me|meus?|minhas?|mim|nós|noss[oa]s?|comprei|tenho|testei|recomendo|prefiro|adoro|usamos|compramos|temos|testamos|recomendamos',
    price: 'grátis|gratuit[oa]s?|barat[oa]s?|econômic[oa]s?|descontos?|promoção|oferta|pechincha',
    figure: 'dúzias?|centenas|milhares|milhões',
    superlative:
      '[oa]s? melhor(?:es)?|imbatíve(?:l|is)|perfeit[oa]s?|ideal|insuperáve(?:l|is)|indispensáve(?:l|is)|número um',
    health: 'cura|alivia|previne|saudáve(?:l|is)|desintoxica\\p{L}*|emagrec\\p{L}*|clinicamente|imun\\p{L}+',
  },
  {
    typical: 'de|het|een|en|van|is|dat|niet|op|met|voor|zijn|je|aan|ook|maar|om',
    experience: 'ik|me|mij|mijn|mezelf|wij|we|ons|onze',
    price: 'gratis|goedko(?:op|pe|pere?)|voordelige?|korting|aanbieding|betaalba(?:ar|re)|koopje',
    figure: 'tientallen|honderden|duizenden|miljoenen',
    superlative: 'beste|onverslaanbare?|perfecte?|ideale?|onmisbare?|nummer één',
    health:
      'geneest|genezen|verlicht|voorkomt ziekte|gezonde?r?|afvallen|klinisch|immuun\\p{L}*|ontgift\\p{L}*',
  },
  {
    typical: 'i|w|na|z|że|nie|się|do|to|jest|jak|dla|od|po|które|który|przez|oraz',
    experience:
      'ja|mnie|mi|mój|moja|moje|mojego|mojej|moim|moich|my|nam|nas|nasz|nasza|nasze|naszego|używam|kupił[ae]m|mam|polecam|lubię|wolę|używamy|kupiliśmy|mamy|polecamy',
    price: 'darmow\\p{L}+|gratis|tani\\p{L}*|rabat\\p{L}*|promocj\\p{L}+|okazj\\p{L}+|zniżk\\p{L}+',
    figure: 'tuzin\\p{L}*|dziesiątki|setki|tysiące|miliony',
    superlative:
      'najleps\\p{L}+|idealn\\p{L}+|perfekcyjn\\p{L}+|bezkonkurencyjn\\p{L}+|niezastąpion\\p{L}+|numer jeden',
    health: 'leczy|leczą|łagodzi|zapobiega|zdrow\\p{L}+|odchudza\\p{L}*|klinicznie|odporność',
  },
  {
    typical: 'och|att|det|är|som|en|på|för|av|med|den|inte|till|ett|har|du|kan|om',
    experience: 'jag|mig|(?<!\\d ?)min|mitt|mina|vi|oss|vår|vårt|våra',
    price: 'gratis|billiga?r?e?|rabatt\\p{L}*|erbjudande|rea|prisvär\\p{L}+',
    figure: 'dussin\\p{L}*|tiotals|hundratals|tusentals|miljoner',
    superlative: 'bästa?|oslagbara?|perfekta?|ideala?|oumbärliga?|nummer ett',
    health: 'botar|läker|lindrar|förebygger|hälsosamma?|nyttiga?|kliniskt|immunförsvar\\p{L}*|avgift\\p{L}*',
  },
  {
    typical: 'です|ます|した|する|こと|から|ので|ない|この|その',
    experience: '私|僕|俺|わたし|わたくし|ぼく|我が家|うちでは|愛用',
    price: '無料|格安|お得|割引|セール|安い|激安|プチプラ',
    figure: '何十|何百|何千|数十|数百|数千',
    superlative: '最高|最強|最適|一番|ナンバーワン|完璧|唯一',
    health: '治る|治す|治療|効く|予防|健康に|痩せ|免疫|デトックス',
  },
];

/** Scripts without blanks have no borders of words. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/** Returns a pattern for whole words. The first letter of each may be a capital. */
const patternOf = memoize((words: string): RegExp => {
  if (unspaced.test(words)) return new RegExp(words, 'gu');
  return new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}'’-])(?:${words})(?![\p{L}\p{M}])`, 'giu');
});

/** How much of a content shows its language, in UTF-16 units. */
const sampleLength = 20_000;

/** Returns the row of the language whose frequent words a text has most. Undefined: it has none. */
function rowFor(text: string): ClaimWords | undefined {
  const sample = text.slice(0, sampleLength);
  let [best, most]: [ClaimWords | undefined, number] = [undefined, 0];
  for (const row of languages) {
    const count = sample.match(patternOf(row.typical))?.length ?? 0;
    if (count > most) [best, most] = [row, count];
  }
  return best;
}

const numbers = /(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+|['’\u00A0\u202F ]\d{3}(?!\d))*|[½¼¾⅓⅔]/gu;
const money = /[$€£¥₹₽]|\b(?:usd|eur|gbp|dollars?|euros?|pounds?|cents?|kr|zł|chf)\b/iu;
/** Everybody writes these without a source: "one of the 2". */
const smallNumbers = new Set(['0', '1', '2']);
const quotations = /["“„«「][^"“”„«»「」]{0,600}["”“»」]/gu;

/** Returns a number in one form: without marks of thousands, with a full stop before decimals. */
function valueOf(number: string): string {
  const bare = number.replaceAll(/['’\u00A0\u202F ]/gu, '');
  if (/^\d{1,3}(?:[.,]\d{3})+$/u.test(bare)) return bare.replaceAll(/[.,]/gu, '');
  return bare.replace(',', '.').replace(/\.0+$/u, '');
}

function valuesIn(text: string): string[] {
  return [
    ...Array.from(text.matchAll(numbers), ([number]) => valueOf(number)),
    ...(text.match(/\d+/gu) ?? []),
  ];
}

/** Whether most of the longer words of a clause are the author's, so that it only tells in another order what he told. */
function isRetold(clause: string, replaced: string): boolean {
  if (replaced === '') return false;
  const own = new Set(lowerWords(replaced));
  const words = lowerWords(clause).filter(({ length }) => length > 3);
  return words.filter((word) => own.has(word)).length >= 0.6 * words.length;
}

/** Words before a Roman number: "War I", "Part I". */
const numeral = /\b(?:war|part|type|volume|vol\.?|book|class|level|act|phase|vitamin|chapter)\s$/iu;

/** Returns how often the author speaks of himself in a text. A description may speak of itself, as in "our shop". */
function countSelf(text: string, words: string, described: string): number {
  const bare = text.replaceAll(quotations, (found) => ' '.repeat(found.length));
  return [...bare.matchAll(patternOf(words))].filter(({ 0: word, index }) => {
    if (word === 'i' || /^(?:US|WE|ME|IT)$/u.test(word)) return false;
    const pair = /^\S+\s+[\p{L}\p{N}]+/u.exec(bare.slice(index, index + 40))?.[0].toLowerCase();
    if (pair !== undefined && described.includes(pair)) return false;
    return word !== 'I' || !numeral.test(bare.slice(Math.max(0, index - 12), index));
  }).length;
}

/** Finds claims in plain words that were added, and that may replace words of the author. */
export type FindClaims = (added: string, replaced?: string) => Claim[];

/** Returns a function that finds what new words claim and neither the content nor a description tells. */
export function createClaimFinder(
  content: string,
  links: readonly Pick<LinkToWeave, 'description' | 'anchor'>[],
): FindClaims {
  const row = rowFor(content);
  const told = [content, ...links.flatMap(({ description, anchor = '' }) => [description, anchor])].join(
    '\n',
  );
  const lowerTold = told.toLowerCase();
  const described = told.slice(content.length).toLowerCase();
  let values: ReadonlySet<string> | null = null;
  const selfIn = (text: string) => (row === undefined ? 0 : countSelf(text, row.experience, described));
  const isToldWord = (word: string) => lowerTold.includes(word.toLowerCase());

  function newNumbers(text: string): RegExpExecArray[] {
    const found = [...text.matchAll(numbers)];
    if (found.length === 0) return found;
    values ??= new Set(valuesIn(told));
    const known = values;
    return found.filter(([number]) => !known.has(valueOf(number)) && !smallNumbers.has(valueOf(number)));
  }

  function kindsIn(sentence: string): Set<ClaimKind> {
    const kinds = new Set<ClaimKind>();
    for (const { 0: number, index } of newNumbers(sentence)) {
      const around = sentence.slice(Math.max(0, index - 4), index + number.length + 9);
      kinds.add(money.test(around) ? 'price' : 'figure');
    }
    if (row === undefined) return kinds;
    for (const kind of ['price', 'figure', 'superlative', 'health'] as const)
      for (const [word] of sentence.matchAll(patternOf(row[kind]))) if (!isToldWord(word)) kinds.add(kind);
    return kinds;
  }

  return (added, replaced = '') => {
    const claims: Claim[] = [];
    const before = selfIn(replaced);
    let self = 0;
    for (const { text } of plainSentences(added)) {
      const sentence = text.trim().replace(/^[\s,;:(–—-]+/u, '');
      const said = selfIn(text);
      self += said;
      const kinds = kindsIn(text);
      const isNew = (clause: string) => selfIn(clause) > 0 && !isRetold(clause, replaced);
      if (said > 0 && self > before && text.split(/[,;:–—()]/u).some(isNew)) kinds.add('experience');
      // What the author wrote word for word is no claim.
      if (kinds.size > 0 && !content.includes(sentence))
        for (const kind of kinds) claims.push({ kind, text: sentence });
    }
    return claims;
  };
}
