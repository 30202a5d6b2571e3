import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { checkoutFiles } from '#scripts/checkout-copy.ts';

const texts = new Map<string, string>();
const isText = (file: string) => !/\.(png|ico|woff2?)$/.test(file);

beforeAll(async () => {
  for (const file of checkoutFiles().filter(isText)) texts.set(file, await readFile(file, 'utf8'));
});

/** Returns each match of the pattern in the checkout as `file: match`. */
function findings(pattern: RegExp, isLookedAt: (file: string) => boolean = () => true): string[] {
  return [...texts]
    .filter(([file]) => isLookedAt(file))
    .flatMap(([file, text]) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`));
}

/** Leaves out the hostile texts of the corpus, which may contain anything. */
const isOurs = (file: string) => !file.startsWith('test/corpus/');

// The character class stops the pattern from finding itself.
test('no file names a folder of a particular machine', () => {
  expect(findings(/[/](work|farm|home|Users)[/][\w.-]+/g, isOurs)).toEqual([]);
});

test('no file names the host of a package registry', () => {
  expect(findings(/registry[.](npmjs|yarnpkg|npmmirror)[.]\w+/g, isOurs)).toEqual([]);
});

test('the lock file names packages by name and checksum, never by address', () => {
  expect(findings(/"resolved"/g, (file) => file === 'package-lock.json')).toEqual([]);
});

test('no test is skipped or runs alone', () => {
  const marks = /\b(test|it|describe|suite)[.](skip|only|todo|fails)\b/g;
  expect(findings(marks, (file) => /[.]test[.]tsx?$/.test(file))).toEqual([]);
});

test('no file of the product imports a test file', () => {
  const isProduct = (file: string) => file.startsWith('src/') && !/[.]test[.]tsx?$/.test(file);
  expect(findings(/from '[^']*[.]test[.]tsx?'/g, isProduct)).toEqual([]);
});

test('a comment switches off at most named lint rules of the next line', () => {
  const switches = /(eslint|oxlint)-disable(?!-next-line \S)|@ts-(ignore|nocheck|expect-error)|oxfmt-ignore/g;
  expect(
    findings(switches, (file) => /[.](tsx?|mjs)$/.test(file) && !file.startsWith('test/checks/')),
  ).toEqual([]);
});

test('a folder holds at most 15 source files', () => {
  const isSource = (file: string) =>
    /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test-[^/]*$/.test(file);
  const folders = [...texts.keys()].filter(isSource).map((file) => path.dirname(file));
  const countOf = (folder: string) => folders.filter((each) => each === folder).length;
  const crowded = [...new Set(folders)].filter((folder) => countOf(folder) > 15);
  expect(crowded.map((folder) => `${folder}: ${countOf(folder)}`)).toEqual([]);
});

test('no module creates a store, a controller or a cache when it is imported', () => {
  const isModule = (file: string) =>
    /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test-[^/]*$|\/main\.tsx?$|-?worker\.ts$/.test(file);
  expect(findings(/^(?:export )?(?:const|let) \w+ = create[A-Z]\w*\(/gm, isModule)).toEqual([]);
});
