import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { german } from '#web/german/german.ts';

const germanPart = /german-[^/]*\.js$/u;
/** A text of the page: between two tags, or its description. It may begin with the name of the site. */
const textOrDescription =
  /(?<=>|name="description"\s+content=")(\s*(?:__BRAND__: )?)([^<>"{}_]*[a-z][^<>"{}_]*?)(?=\s*(?:<|"))/gu;

/**
 * Writes a German HTML page beside the English one. The script of the page then loads the German texts. Fails if a text
 * of `index.html` has no German one.
 */
export function germanPage(): Plugin {
  return {
    name: 'german-page',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      const texts = Object.keys(bundle).find((file) => germanPart.test(file));
      if (texts === undefined) throw new Error('The build has no file with the German texts.');
      const english = await readFile(join(dir, 'index.html'), 'utf8');
      await writeFile(join(dir, 'index.de.html'), inGerman(english, texts));
    },
  };
}

function inGerman(html: string, texts: string): string {
  return html
    .replaceAll(textOrDescription, (_whole, before: string, words: string) => {
      const found = german.find(words.replaceAll(/\s+/gu, ' '));
      if (found === undefined) throw new Error(`There is no German text for: ${words}`);
      return `${before}${found}`;
    })
    .replace('lang="en"', 'lang="de"')
    .replace('</head>', `<link rel="modulepreload" href="/${texts}" crossorigin></head>`);
}
