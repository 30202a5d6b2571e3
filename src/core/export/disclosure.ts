import { detectLanguage, type Language } from '#core/language/language.ts';

/** The language of a content for its disclosure. `other` is any language without a default of its own. */
export type DisclosureLanguage = Language | 'other';

/** The texts that users chose or wrote instead of the default, by the language of the content. */
export type DisclosureTexts = { readonly [L in DisclosureLanguage]?: string | undefined };

/** The longest text of the user's own, in UTF-16 units. */
export const disclosureLimit = 300;

type ReadyDisclosure = {
  /** The authority, law or country that asks for this text. */
  readonly by: 'ftc' | 'asa' | 'german-werbung' | 'german-anzeige' | 'spain';
  readonly language: Language;
  readonly words: string;
};

/**
 * Ready texts. The first one in a language is its default. The FTC gives its wording in the answers on 16 CFR 255; the
 * ASA asks for "Ad" and not for "affiliate"; § 5a UWG and § 6 DDG ask for a clear word, such as "Werbung" or "Anzeige".
 */
export const readyDisclosures: readonly ReadyDisclosure[] = [
  {
    by: 'ftc',
    language: 'en',
    words: 'I get commissions for purchases made through links in this post.',
  },
  {
    by: 'asa',
    language: 'en',
    words: 'Ad: I get a commission if you buy through links in this post.',
  },
  {
    by: 'german-werbung',
    language: 'de',
    words: 'Werbung: Für Käufe über Links in diesem Beitrag erhalte ich eine Provision.',
  },
  {
    by: 'german-anzeige',
    language: 'de',
    words: 'Anzeige: Für Käufe über Links in diesem Beitrag erhalte ich eine Provision.',
  },
  {
    by: 'spain',
    language: 'es',
    words:
      'Publicidad: recibo comisiones por las compras que se hacen a través de los enlaces de esta publicación.',
  },
];

const amazonSentences: Readonly<Record<Language, string>> = {
  en: 'As an Amazon Associate I earn from qualifying purchases.',
  de: 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  es: 'En calidad de Afiliado de Amazon, obtengo ingresos por las compras adscritas que cumplen los requisitos aplicables.',
};

export function disclosureLanguageOf(content: string): DisclosureLanguage {
  return detectLanguage(content) ?? 'other';
}

export function defaultDisclosure(language: DisclosureLanguage): string {
  const wanted = language === 'other' ? 'en' : language;
  return readyDisclosures.find((ready) => ready.language === wanted)?.words ?? '';
}

export function readyDisclosureOf(words: string): ReadyDisclosure | null {
  return readyDisclosures.find((ready) => ready.words === words) ?? null;
}

/**
 * Returns the notice that readers see before the first of these links. Null: there are no links. A ready text is
 * followed by Amazon's own sentence if one of the links leads there. A text of the user's own stands alone.
 */
export function disclosureFor(
  urls: readonly string[],
  language: DisclosureLanguage,
  texts: DisclosureTexts,
): string | null {
  if (urls.length === 0) return null;
  const words = disclosureWords(texts[language] ?? '') ?? defaultDisclosure(language);
  const amazon = readyDisclosureOf(words) === null ? null : amazonSentenceFor(urls, words, language);
  return amazon === null ? words : `${words} ${amazon}`;
}

/** Returns the sentence that Amazon requires, in the language of the words. Null: no link leads there. */
export function amazonSentenceFor(
  urls: readonly string[],
  words: string,
  language: DisclosureLanguage,
): string | null {
  if (!urls.some(isAmazonAddress)) return null;
  return amazonSentences[readyDisclosureOf(words)?.language ?? (language === 'other' ? 'en' : language)];
}

/** Lone surrogates, noncharacters, and signs that change the direction of the text behind them. */
const unwritable = /\p{Surrogate}|\p{Noncharacter_Code_Point}|[\u202A-\u202E\u2066-\u2069]/gu;

/** Returns a text of the user's own on one line, or null if it has no letter and no number for readers to see. */
export function disclosureWords(text: string): string | null {
  const words = text
    .slice(0, disclosureLimit)
    .replace(unwritable, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(words) ? words : null;
}

/** The hosts of Amazon's shops, and of its short links. */
const amazonHost =
  /(?:^|\.)(?:amazon\.(?:[cs]a|ae|be|cn|co\.(?:jp|uk|za)|com(?:\.(?:au|be|br|mx|tr))?|de|eg|es|fr|ie|in|it|nl|pl|se|sg)|amzn\.(?:asia|com|eu|to)|a\.co)$/u;

/** Whether the address leads to one of Amazon's shops or to Amazon's own short links, as a browser reads it. */
export function isAmazonAddress(url: string): boolean {
  return amazonHost.test(hostOf(url));
}

/** Returns the host as a browser reads it: `\` ends it like `/`, and the part before `@` is left out. */
function hostOf(url: string): string {
  const authority = /^https?:\/\/([^/?#\\]*)/iu.exec(url)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/u, '');
  try {
    return decodeURIComponent(host).normalize('NFKC').toLowerCase().replace(/\.$/u, '');
  } catch {
    return '';
  }
}
