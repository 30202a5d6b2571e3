import { existsSync, readdirSync, readFileSync } from 'node:fs';

import fc from 'fast-check';
import { marked } from 'marked';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';

import { ownLinksOf } from '#core/document/own-links.ts';
import { applyEdits } from '#core/edits/edit.ts';
import { checkEditedVersion } from '#core/report/report.ts';

import { isRelinkOf, relinkEdits } from './relink-edits.ts';

/** Signs that one of the formats must escape. */
const saved = 'https://go.example/?to=(a)&b="c"&d=\'e\'&copy;=|f|\\g<h>#[[i]]((j))';

/** Exchanges all addresses, and returns what is wrong with the result. */
function faultsOf(content: string, url: string): string[] {
  const before = ownLinksOf(content);
  const relinks = before.map(({ address: from }) => ({ from, url, source: { linkId: 'a' } }));
  const edits = relinkEdits(content, relinks);
  const text = applyEdits(content, edits);
  const after = ownLinksOf(text, content);
  const changed = new Set(edits.map(({ start }) => start));
  const expected = before.map(({ start, address }) => (changed.has(start) ? url : address));
  const { report } = checkEditedVersion(content, edits, []);
  const holds = {
    'each link has its new address, and no other link is new':
      JSON.stringify(after.map(({ address }) => address)) === JSON.stringify(expected),
    'nothing but addresses changes': restOf(text, after) === restOf(content, before),
    'each edit is an exchange': edits.every((edit) => isRelinkOf(content, edit)),
    'no word is changed': report.wordsChanged === 0 && report.words === report.wordsTotal,
    'each sentence is kept': report.sentencesKept === report.sentencesTotal && report.sentencesAdded === 0,
    'the exchanges are counted':
      report.linksExchanged === edits.filter(({ relink }) => !relink?.isCopy).length,
  };
  return Object.entries(holds).flatMap(([claim, isTrue]) => (isTrue ? [] : [claim]));
}

/** Returns a text without the addresses of its links and the signs around them. */
function restOf(text: string, links: readonly { readonly start: number; readonly end: number }[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of links) {
    rest += text.slice(from, start).replace(/<$/u, '');
    from = text[start - 1] === '<' && text[end] === '>' ? end + 1 : end;
  }
  return rest + text.slice(from);
}

const address = fc.constantFrom(
  'https://shop.example/a',
  'https://shop.example/b_(c)',
  'https://shop.example/d?e=1&amp;f=2',
  'https://shop.example/g?h=1&i=2#j',
  'www.shop.example/k',
);
const words = fc.constantFrom(
  'the pan',
  '*the* pan',
  'a `pan`',
  'pan & pot',
  '![pan](p.png)',
  'Pfanne – groß',
);

function mixed(pieces: readonly string[], between: string) {
  const piece = fc
    .tuple(fc.constantFrom(...pieces), address, words)
    .map(([form, url, text]) => form.replaceAll('U', url).replaceAll('W', text));
  return fc.array(piece, { minLength: 1, maxLength: 8 }).map((all) => all.join(between));
}

const formats = {
  Markdown: mixed(
    [
      'See [W](U).',
      'See [W](<U> "Title").',
      '<U> is here.',
      'It is at U, W.',
      '(U)',
      '- [W](U)\n- W',
      '> [W](U)',
      '# [W](U)',
      '[W][x]\n\n[x]: U',
      '![W](U)',
      '`[W](U)`',
      '```\n[W](U)\n```',
      '| a |\n| - |\n| [W](U) |',
      'See <a href="U">W</a>.',
      "<div>\n<a href='U'>W</a>\n</div>",
      '[[W]]((U))',
      '\\[W](U)',
      'W',
    ],
    '\n\n',
  ),
  HTML: mixed(
    [
      '<p>W <a href="U">W</a>.</p>',
      "<p><a class='x' href='U' rel=\"nofollow\">W</a></p>",
      '<ul><li><a href=U >W</a></li></ul>',
      '<!-- <a href="U">W</a> -->',
      '<p>W U W</p>',
      '<p><img src="U"></p>',
    ],
    '\n',
  ),
  'blocks of WordPress': mixed(
    [
      '<!-- wp:paragraph -->\n<p>W <a href="U">W</a></p>\n<!-- /wp:paragraph -->',
      '<!-- wp:x/button {"url":"U","a":{"b":["U"]}} -->\n<div><a href="U">W</a></div>\n<!-- /wp:x/button -->',
      '<!-- wp:x/link {"label":"W","url":"U"} /-->',
      '<!-- wp:embed {"url":"U"} -->\n<figure><div>\nU\n</div></figure>\n<!-- /wp:embed -->',
    ],
    '\n\n',
  ),
  'plain text': mixed(['W: U', 'U', 'See U.', 'W (U) and U!', '<U>', 'W'], '\n'),
};

describe.each(Object.entries(formats))('in %s', (_, content) => {
  test.each(['https://go.example/?to=a', saved])('only addresses change to %s', (url) => {
    fc.assert(
      fc.property(content, (text) => {
        expect(faultsOf(text, url)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

/** Returns the addresses of all links of HTML, as a browser reads them. */
function hrefsOf(html: string): string[] {
  const hrefs: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if (node.nodeName === 'a' && 'attrs' in node)
      hrefs.push(...node.attrs.flatMap(({ name, value }) => (name === 'href' ? encoded(value.trim()) : [])));
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return hrefs;
}

/** Marked writes addresses in this way. */
function encoded(url: string): string {
  return encodeURI(url).replaceAll('%25', '%');
}

test.each([
  ['Markdown', formats.Markdown, (text: string) => hrefsOf(marked.parse(text, { async: false }))],
  ['HTML', formats.HTML, hrefsOf],
  ['blocks of WordPress', formats['blocks of WordPress'], hrefsOf],
])('other readers of %s read the same addresses', (_, content, read) => {
  fc.assert(
    fc.property(content, (text) => {
      const addresses = new Set(ownLinksOf(text).map(({ address: from }) => from));
      const relinks = [...addresses].map((from) => ({ from, url: saved, source: { linkId: 'a' } }));
      const edits = relinkEdits(text, relinks);
      const gone = new Set(edits.map(({ relink }) => encoded(relink?.from ?? '')));
      const expected = read(text).map((href) => (gone.has(href) ? encoded(saved) : href));
      expect(read(applyEdits(text, edits))).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

const documents = ['test/corpus/articles', 'test/corpus/documents']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`))
  .filter((file) => /\.(?:astro|html|mdx?|txt)$/u.test(file));

test.each(documents)('in %s only addresses change', (file) => {
  expect(faultsOf(readFileSync(file, 'utf8'), saved)).toEqual([]);
});
