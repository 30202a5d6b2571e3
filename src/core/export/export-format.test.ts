import { expect, test } from 'vitest';

import { fileOf } from './export-format.ts';

test.each([
  ['---\nlayout: post\ntitle: "Grill & Chill: 5 Tips"\n---\nText', 'grill-chill-5-tips-safe.md'],
  ['Intro\n\n## A [pan](https://a.example) you’ll like\n', 'a-pan-youll-like-safe.md'],
  ['<p>x</p><h1 class="a">Küche für zwei</h1>', 'küche-für-zwei-safe.md'],
  ['Just a line.\nAnd another.', 'just-a-line-safe.md'],
  ['\n\n', 'article-safe.md'],
  ['# ../../etc/passwd', 'etc-passwd-safe.md'],
  [`# ${'word '.repeat(40)}`, `${'word-'.repeat(10).slice(0, -1)}-safe.md`],
])('%j is called %s', (content, name) => {
  expect(fileOf('markdown', content, 'safe').name).toBe(name);
});

test('each format has its ending and its type', () => {
  const files = (['markdown', 'html', 'wordpress', 'plain', 'json'] as const).map((form) =>
    fileOf(form, '# Title', 'experimental'),
  );
  expect(files.map(({ name }) => name.slice('title-experimental'.length))).toEqual([
    '.md',
    '.html',
    '.wordpress.html',
    '.txt',
    '.json',
  ]);
  expect(files.map(({ type }) => type.split(';')[0])).toEqual([
    'text/markdown',
    'text/html',
    'text/html',
    'text/plain',
    'application/json',
  ]);
});
