import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { checkoutFiles } from '#scripts/checkout-copy.ts';

const documents = checkoutFiles().filter((file) =>
  /^(?!test\/corpus\/(?:articles|documents)\/).*\.md$/.test(file),
);
const files = checkoutFiles();
/** Returns whether a path exists only after a build or a run. Documents may name such paths. */
const isMade = (path: string) =>
  /^(dist|data|node_modules|tools\/bench\/results|\.cache)(\/|$)|^\.env$/.test(path);

/** Returns whether a path, or a pattern with `*`, matches something in the checkout. */
function isThere(path: string): boolean {
  if (isMade(path)) return true;
  if (!path.includes('*')) return existsSync(path);
  const pattern = path.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\*+/g, '.*');
  return files.some((file) => new RegExp(`^${pattern}`).test(file));
}

const folders = 'src|test|tools|docs|[.]ci';
const inlinePath = new RegExp(
  String.raw`\`((?:(?:${folders})/|[\w.-]+\.(?:json|md|ts|mjs)\b)[^\s\`]*)\``,
  'g',
);

test.each(documents)('%s names only paths that exist', async (document) => {
  const text = await readFile(document, 'utf8');
  const named = [...text.matchAll(inlinePath)].map(([, path = '']) => path);
  const missing = named.filter((path) => !isThere(path) && !files.some((file) => file.endsWith(`/${path}`)));
  expect(missing).toEqual([]);
});

test.each(documents)('%s links only to files that exist', async (document) => {
  const text = await readFile(document, 'utf8');
  const prose = text.replaceAll(/```[^]*?```|`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  const missing = targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !isThere(normalize(join(dirname(document), target))));
  expect(missing).toEqual([]);
});

test('the index of the documents lists each page and each decision', async () => {
  const index = await readFile('docs/README.md', 'utf8');
  const pages = documents.filter((file) => /^docs\/.*\.md$/.test(file) && file !== 'docs/README.md');
  expect(pages.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
});

test('the README is short and its tables are narrow', async () => {
  const lines = (await readFile('README.md', 'utf8')).split('\n');
  expect(lines.length).toBeLessThan(150);
  expect(lines.filter((line) => line.startsWith('|') && line.length > 100)).toEqual([]);
});

test('the picture in the README is small', async () => {
  expect((await stat('docs/screenshot.png')).size).toBeLessThanOrEqual(150 * 1024);
});

test.each(documents)('%s names only npm scripts that exist', async (document) => {
  const text = await readFile(document, 'utf8');
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile('package.json', 'utf8')));
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('an environment variable is declared, read, in .env.example and in docs/configuration.md, or in none of them', async () => {
  const source = await readFile('src/server/config/variables.ts', 'utf8');
  const reader = await readFile('src/server/config/config.ts', 'utf8');
  const example = await readFile('.env.example', 'utf8');
  const page = await readFile('docs/configuration.md', 'utf8');
  const namesIn = (text: string, line: RegExp) =>
    [...text.matchAll(line)].map(([, name = '']) => name).sort();
  const inSource = namesIn(source, /^ {2}([A-Z][A-Z0-9_]+): /gm);
  expect(inSource).not.toEqual([]);
  expect(inSource.filter((name) => !new RegExp(`\\b${name}\\b`).test(reader))).toEqual([]);
  expect(namesIn(example, /^#? ?([A-Z][A-Z0-9_]+)=/gm)).toEqual(inSource);
  expect(namesIn(page, /^\| `([A-Z][A-Z0-9_]+)`/gm)).toEqual(inSource);
});
