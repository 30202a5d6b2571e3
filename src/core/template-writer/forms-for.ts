import type { VersionName } from '#core/edits/version.ts';
import type { LinkFields } from '#core/links/link.ts';

import { languages, type Forms } from './forms.ts';

const wordless = '→ {}';
/** For languages without forms: no words of ours. English names are the most likely. */
const others: Forms = { ...languages.english, page: 'link', safe: [], exploratory: [], experimental: [] };

/** How much of a text shows its language, in UTF-16 units. */
const sampleLength = 4000;
/** The least share of a language's small words among the words of a text. */
const leastShare = 0.07;
/** A shorter text may contain none of them by chance. */
const fewWords = 12;

/** Returns the forms for the language of the text. If the text is too short to tell, the descriptions decide. */
export function formsFor(content: string, links: readonly LinkFields[]): Forms {
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
 * Returns a function that gives a link its form: each form of the version once, then the form without words. It is
 * the same form for the same URL, as long as that is free.
 *
 * @param avoid texts whose forms are not used again
 */
export function createFormChooser(forms: Forms, version: VersionName, avoid: readonly string[]) {
  const left = forms[version].filter((opening) => !avoid.some((text) => text.includes(opening)));
  return (url: string): string => {
    let sum = 7;
    for (const sign of url) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
    const [opening] = left.splice(sum % Math.max(1, left.length), 1);
    return opening === undefined ? wordless : opening + forms.behind;
  };
}
