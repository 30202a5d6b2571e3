import type { ChosenLink } from '#core/links/link.ts';
import type { VersionName } from '#core/edits/version.ts';

import { dutch } from './forms/nl.ts';
import { english } from './forms/en.ts';
import type { Forms } from './forms/forms.ts';
import { french } from './forms/fr.ts';
import { german } from './forms/de.ts';
import { italian } from './forms/it.ts';
import { japanese } from './forms/ja.ts';
import { polish } from './forms/pl.ts';
import { portuguese } from './forms/pt.ts';
import { spanish } from './forms/es.ts';
import { swedish } from './forms/sv.ts';

const languages: readonly Forms[] = [
  english,
  german,
  spanish,
  french,
  italian,
  portuguese,
  dutch,
  polish,
  swedish,
  japanese,
];

const wordless = '→ {}';
/** For languages without forms: no words of ours. English names are the most likely. */
const others: Forms = { ...english, page: 'link', safe: [], exploratory: [], experimental: [] };

/** How much of a text shows its language, in UTF-16 units. */
const sampleLength = 4000;
/** The least share of a language's small words among the words of a text. */
const leastShare = 0.07;
/** A shorter text may contain none of them by chance. */
const fewWords = 12;

/** Returns the forms for the language of the text. If the text is too short to tell, the descriptions decide. */
export function formsFor(content: string, links: readonly ChosenLink[]): Forms {
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
  const found = languages.map(({ typical }) => text.toLowerCase().match(typical) ?? []);
  const most = Math.max(...found.map(({ length }) => length));
  const at = found.findIndex(({ length }) => length === most);
  const isClear = words < fewWords || new Set(found[at]).size > 1;
  return isClear && most >= Math.max(1, words * leastShare) ? (languages[at] ?? null) : null;
}

/**
 * Returns the forms of one version, each once, and then the form without words.
 *
 * @param avoid texts whose forms are not used again
 */
export function createFormChooser(forms: Forms, version: VersionName, avoid: readonly string[]) {
  const left = forms[version].filter((opening) => !avoid.some((text) => text.includes(opening)));
  return {
    /** Returns the same form for the same link, as long as it is free. */
    choose(url: string): string {
      const sum = Array.from(url).reduce(
        (total, sign) => (total * 31 + (sign.codePointAt(0) ?? 0)) % 9973,
        7,
      );
      const [opening] = left.splice(sum % Math.max(1, left.length), 1);
      return opening === undefined ? wordless : opening + forms.behind;
    },
  };
}
