import { fileURLToPath } from 'node:url';

import type { Plugin, Rolldown } from 'vite';

import { importsOf, stylesOf } from './chunk-imports.ts';

/** The helper that Vite calls around each dynamic import, and the placeholder for the file names of the chunk. */
const helper = '\0vite/preload-helper.js';
const marker = '__VITE_PRELOAD__';

const importFetched = fileURLToPath(new URL('../../../src/web/api/import-fetched.ts', import.meta.url));
const partImport = /\bimport\(\s*[`'"]\.\/(?<name>[^`'"]+)[`'"]\s*\)/gu;

/**
 * Makes the page fetch the files of a chunk before it imports them. `isThereAtOnce` matches the files that the page has
 * loaded already.
 */
export function fetchedParts(isThereAtOnce: RegExp): Plugin {
  return {
    name: 'fetched-parts',
    apply: 'build',
    // This runs after Vite has removed the chunks that contain only styles, and before it fills in its own list of
    // files.
    enforce: 'post',
    load: (id) =>
      id === helper
        ? `export { importFetched as __vitePreload } from ${JSON.stringify(importFetched)};`
        : null,
    generateBundle(_options, bundle) {
      const present = Object.keys(bundle).filter((name) => isThereAtOnce.test(name));
      const early = new Set(present.flatMap((name) => [name, ...importsOf(name, bundle)]));
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.code.includes(marker)) nameFiles(chunk, bundle, early);
    },
  };
}

function nameFiles(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  early: ReadonlySet<string>,
): void {
  const present = new Set([...early, ...importsOf(chunk.fileName, bundle)]);
  const pieces = chunk.code.split(marker);
  const end = pieces.pop() ?? '';
  const named = pieces.map((piece) => {
    // The last match counts, because React's messages for developers also contain an import.
    const name = [...piece.matchAll(partImport)].at(-1)?.groups?.['name'];
    const part = `assets/${name}`;
    if (!(part in bundle))
      throw new Error(`${chunk.fileName}: an import was expected before each ${marker}.`);
    const scripts = [part, ...importsOf(part, bundle)].filter((file) => !present.has(file));
    const files = [...scripts, ...stylesOf(scripts, bundle)].filter((file) => file in bundle);
    return `${piece}${JSON.stringify(files.map((file) => `/${file}`))}`;
  });
  chunk.code = [...named, end].join('');
}
