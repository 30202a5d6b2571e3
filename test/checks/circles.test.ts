import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { checkoutFiles } from '#scripts/checkout-copy.ts';

/** What each file or folder imports from. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

const importPattern = /\b(?:from|import)\s*\(?\s*'([#.][^'?]+)/gu;

/** Returns the imports of source files among each other, also of types. Tests and their helpers are left out. */
function importsOf(sources: ReadonlyMap<string, string>): Imports {
  return new Map(
    [...sources].map(([file, source]) => {
      const named = Array.from(source.matchAll(importPattern), ([, name = '']) =>
        name.startsWith('#') ? `src/${name.slice(1)}` : path.join(path.dirname(file), name),
      );
      return [file, new Set(named.filter((other) => other !== file && sources.has(other)))];
    }),
  );
}

function betweenFolders(imports: Imports): Imports {
  const folders = new Map<string, Set<string>>();
  for (const [file, others] of imports) {
    const own = path.dirname(file);
    const known = folders.get(own) ?? new Set();
    folders.set(own, known);
    for (const other of others) if (path.dirname(other) !== own) known.add(path.dirname(other));
  }
  return folders;
}

/** Returns everything that lies on a circle: what can be reached from itself. */
function onCircles(imports: Imports): string[] {
  const isReached = (start: string) => {
    const reached = new Set<string>();
    const waiting = [...(imports.get(start) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...(imports.get(next) ?? []));
    }
    return reached.has(start);
  };
  return [...imports.keys()].filter(isReached).toSorted();
}

const isSource = (file: string) => /^src\/.*\.tsx?$/u.test(file) && !/\.test\.|\/test-[^/]*$/u.test(file);
const imports = importsOf(
  new Map(
    checkoutFiles()
      .filter(isSource)
      .map((file) => [file, readFileSync(file, 'utf8')]),
  ),
);

test('circles of files and of folders are found, also those of types and of lazy parts', () => {
  const planted = importsOf(
    new Map([
      ['src/a/one.ts', "import type { Two } from './two.ts';"],
      ['src/a/two.ts', "export const two = () => import('#b/three.ts');"],
      ['src/b/three.ts', "import { one } from '#a/one.ts';"],
      ['src/b/four.ts', "import { five } from '#c/five.ts';\nimport './three.ts';"],
      ['src/c/five.ts', ''],
    ]),
  );
  expect(onCircles(planted)).toEqual(['src/a/one.ts', 'src/a/two.ts', 'src/b/three.ts']);
  expect(onCircles(betweenFolders(planted))).toEqual(['src/a', 'src/b']);
});

test('no file imports itself through others', () => {
  expect(imports.size).toBeGreaterThan(200);
  expect(onCircles(imports)).toEqual([]);
});

test('no folder imports itself through others', () => {
  expect(onCircles(betweenFolders(imports))).toEqual([]);
});
