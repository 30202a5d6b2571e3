import type { LinkFields } from '#core/link/link.ts';
import { detectLanguage } from '#core/language/language.ts';
import type { Language } from '#core/language/language.ts';

import { cleanDescription, wordsOfUrl } from './clean-description.ts';
import { englishOffer } from './english-offer.ts';
import { germanOffer } from './german-offer.ts';
import { labelOffer } from './offer.ts';
import type { Offer } from './offer.ts';
import { spanishOffer } from './spanish-offer.ts';

const readers = { en: englishOffer, de: germanOffer, es: spanishOffer } as const;

/** What stands in the link where neither description nor address has a word. */
const nameless: Readonly<Record<Language, string>> = {
  en: 'this recommendation',
  de: 'diese Empfehlung',
  es: 'esta recomendación',
};

const alone: Readonly<Record<Language, string>> = { en: 'the page', de: 'die Seite', es: 'la página' };

/** Makes sense of a link's description for a text in `language`. */
export function readOffer(link: LinkFields, language: Language): Offer {
  const text = cleanDescription(link);
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  if (words.length === 0) return fromAddress(link.url, text, language);
  const foreign = detectLanguage(text);
  if (foreign !== null && foreign !== language && words.length > 2)
    return labelOffer(firstWords(text, language), text);
  const offer = readers[language](text);
  return isSound(offer.anchor) ? offer : labelOffer(firstWords(text, language), text);
}

function fromAddress(url: string, text: string, language: Language): Offer {
  const words = wordsOfUrl(url).split(' ').slice(0, 4);
  const anchor = words.length >= 2 ? words.join(' ') : nameless[language];
  return labelOffer(anchor, text);
}

function firstWords(text: string, language: Language): string {
  const words = (text.split(/[,;:]\s/, 1)[0] ?? '').split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word));
  const few = words.slice(0, 4);
  const small =
    /^(?:de|la|el|con|para|y|en|für|mit|und|der|die|das|aus|zum|zur|for|with|and|the|of|to|that|que|a|an|del)$/i;
  while (few.length > 2 && words.length > 4 && small.test(few.at(-1) ?? '')) few.pop();
  return few.length >= 2 ? few.join(' ') : `${alone[language]} ${few[0] ?? words[0] ?? ''}`.trim();
}

/** Two to four words without anything that markup is made of. */
function isSound(anchor: string): boolean {
  const count = anchor.split(' ').length;
  return count >= 2 && count <= 4 && !/[[\]()<>\r\n]/.test(anchor) && anchor.length <= 90;
}
