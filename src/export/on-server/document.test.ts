import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';

import { escapeAttribute } from '#core/export/escape.ts';

import { installDocument } from './document.ts';

installDocument();
const { toWordPressBlocks } = await import('#export/formats/wordpress-blocks.ts');

/** Returns the values of an attribute, as a browser reads them. */
function valuesOf(html: string, name: string): string[] {
  const found: string[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node)
      found.push(...node.attrs.filter((each) => each.name === name).map(({ value }) => value));
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parseFragment(html));
  return found;
}

const addresses = [
  'https://a.example/?a=1&b=2',
  'https://a.example/?a=1&amp;b=2',
  'https://a.example/?a=1&copy_id=2&reg-x=3&lt;4',
  'https://a.example/?q="x"&r=<b>\'y\'',
  'https://a.example/?q=&#38;&quot',
];
const around = [
  '<p>A</p>',
  '<ul><li>A</li></ul>',
  '<blockquote><p>A</p></blockquote>',
  '<aside>A</aside>',
  'A',
];

test.each(addresses)('the address %s is the same in every block', (address) => {
  const link = `<a href="${escapeAttribute(address)}" title="${escapeAttribute(address)}">kettle</a>`;
  const blocks = toWordPressBlocks(around.map((html) => html.replace('A', link)).join('\n'));
  expect(valuesOf(blocks, 'href')).toEqual(around.map(() => address));
  expect(valuesOf(blocks, 'title')).toEqual(around.map(() => address));
});

test('an attribute without a value stays one', () => {
  expect(toWordPressBlocks('<details open><summary>More</summary></details>')).toContain('<details open="">');
});

test('there is no window, by which a package would take the server for a browser', () => {
  expect('window' in globalThis).toBe(false);
});
