import { wordSet } from '#core/lib/helpers.ts';

const languages = ['en', 'de', 'es'] as const;

export type Language = (typeof languages)[number];

/** Returns the language whose stop words are most frequent in the text. Null: two are equally frequent, or there are none. */
export function detectLanguage(text: string): Language | null {
  const counts = { en: 0, de: 0, es: 0 };
  for (const word of foldedWordsIn(text.slice(0, 20_000)))
    for (const language of languagesOf.get(word) ?? []) counts[language] += 1;
  const most = Math.max(...Object.values(counts));
  const [found = null, ...others] = languages.filter((language) => counts[language] === most);
  return others.length === 0 ? found : null;
}

/** Frequent words of each language that related languages, such as Dutch or Portuguese, do not have. */
const unsharedWords = {
  en: wordSet('the and with you your this that'),
  de: wordSet('und das nicht ist eine auch sich'),
  es: wordSet('los las más pero muy hay ya también hasta'),
} as const;
/** Of the words of a text. */
const leastShare = 0.02;
const noWords = /<[^<>]*>|https?:\/\/[^\s()<>]*/gu;

/**
 * Returns the language of a text as the value of `lang`. Empty: it is another one, or is not known. A text of a few
 * words may be too short. Tags and addresses do not count.
 */
export function languageTag(text: string): Language | '' {
  const seen = text.slice(0, 50_000).replaceAll(noWords, ' ');
  const language = detectLanguage(seen);
  if (language === null) return '';
  const words = foldedWordsIn(seen);
  const unshared = words.filter((word) => unsharedWords[language].has(word));
  return unshared.length > leastShare * words.length ? language : '';
}

/**
 * Returns the words of a text in lower case. Hyphens and apostrophes separate words. Names such as "YubiKey" also give
 * their parts.
 */
export function foldedWordsIn(text: string): string[] {
  const words: string[] = [];
  for (const word of text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []) {
    const folded = word.toLowerCase();
    words.push(folded);
    if (folded !== word && /\p{Ll}\p{Lu}(?:\p{Ll}|\p{Lu}+$)|^\d\p{Lu}\p{Ll}/u.test(word))
      for (const part of word.split(/(?<=\p{Ll}|^\d)(?=\p{Lu})/u)) words.push(part.toLowerCase());
  }
  return words;
}

/** Cuts the most common endings of a word. This need not be exact, because stems are only compared. */
export function stem(word: string, language: Language): string {
  return word.length < 4 || /\d/.test(word) ? word : stemmers[language](word);
}

const stemmers: Readonly<Record<Language, (word: string) => string>> = {
  en: english,
  de: german,
  es: spanish,
};

function english(word: string): string {
  const base = word
    .replace(/(?:ies)$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  const cut = base.replace(/(?:ings?|ed|er|ers|ation|ly)$/, '');
  const root = cut.length >= 3 ? cut : base;
  return root.replace(/([bdfgklmnprt])\1$/, '$1').replace(/(?<=.{3})[ey]$/, '');
}

function german(word: string): string {
  const plain = word.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u').replaceAll('ß', 'ss');
  const cut = plain.replace(/(?:ungen|ung|ern|en|er|em|es|e|n|s|st|t)$/, '');
  return cut.length >= 3 ? cut : plain;
}

function spanish(word: string): string {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const cut = plain.replace(
    /(?:aciones|acion|amente|mente|ando|iendo|adas|ados|ada|ado|ar|er|ir|es|as|os|a|o|e|s)$/,
    '',
  );
  return cut.length >= 3 ? cut : plain;
}

const shortest = 4;
const longest = 30;

/**
 * Returns a function that finds related compounds, such as "küchenwaage" for "waage". It returns the term itself, the
 * stems that begin or end with it, and the stems that it begins or ends with, each with a likeness.
 */
export function createAffixes(stems: Iterable<string>) {
  const known = new Set<string>();
  const longer = new Map<string, string[]>();
  for (const word of stems) {
    known.add(word);
    if (word.length > longest) continue;
    for (const affix of affixesOf(word)) {
      const words = longer.get(affix);
      if (words === undefined) longer.set(affix, [word]);
      else if (words.length < 20) words.push(word);
    }
  }
  return (term: string): readonly (readonly [string, number])[] => {
    const found = new Map<string, number>([[term, 1]]);
    if (term.length >= shortest) for (const word of longer.get(term) ?? []) found.set(word, likeness(term));
    if (term.length <= longest)
      for (const affix of affixesOf(term))
        if (known.has(affix) && !found.has(affix)) found.set(affix, likeness(affix));
    return [...found];
  };
}

/** Four equal letters are more often a coincidence than five. */
function likeness(shared: string): number {
  return shared.length < 5 ? 0.55 : 0.75;
}

function* affixesOf(word: string): Generator<string> {
  for (let size = shortest; size <= word.length - 3; size += 1) {
    yield word.slice(0, size);
    yield word.slice(-size);
  }
}

/** Words that say nothing about the topic, for each language. They also identify the language. */
export const stopWords = {
  en: wordSet(
    'a about above after again against all almost also always am an and another any are as at be because been before being ' +
      'below best between both but by can could did do does doing done down during each even ever every few first for from ' +
      'further get gets getting give gives go goes going got had has have having he her here hers him his how i if in into is ' +
      'it its just keep keeps kind know large last less let like little long lot made make makes many may me might more most ' +
      'much must my need needs never new no non not now of off often on once one only or other our out over own per put quite ' +
      'rather really right s same say see set she should since small so some something such sure t take takes than that the ' +
      'their them then there these they thing things this those through time to together too two under until up upon us use ' +
      'used uses using very want was way we well went were what when where which while who whole why will with without work ' +
      'works would year years you your yours yourself d ll m re ve',
  ),
  de: wordSet(
    'ab aber alle allem allen aller alles als also am an andere anderen anderer auch auf aus bei beim bin bis bist da dabei ' +
      'damit dann das dass dazu dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du ' +
      'durch ein eine einem einen einer eines einfach er es etwas euch für gegen gibt hab habe haben hat hatte ich ihm ihn ihnen ' +
      'ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine keinen können lange ' +
      'machen macht man mehr mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts noch nur ob oder ohne sehr ' +
      'seid sein seine seinem seinen seiner seit sich sie sind so sogar soll sollte sondern über um und uns unser unsere unter viel ' +
      'viele vom von vor war waren was weil wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur zwei zwischen schon ganz ' +
      'gut bereits beispiel',
  ),
  es: wordSet(
    'a al algo algunas algunos ante antes aquí así aunque bien cada casi como con contra cual cuando cuanto de del desde donde dos ' +
      'durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este esto estos fue ha ' +
      'hace hacer hacia han hasta hay incluso la las le les lo los más me menos mi mis mismo mucho muy nada ni no nos nosotros ' +
      'nuestra nuestro o os otra otras otro otros para pero poco por porque puede pueden pues que qué quien se sea según ser si sí ' +
      'sin sobre solo son su sus también tan tanto te tiene tienen toda todas todo todos tras tu tus un una unas uno unos usted ' +
      'y ya yo siempre vez bueno buena mejor',
  ),
} as const;

const languagesOf = new Map(
  languages.flatMap((one) =>
    [...stopWords[one]].map((word) => [word, languages.filter((each) => stopWords[each].has(word))] as const),
  ),
);
