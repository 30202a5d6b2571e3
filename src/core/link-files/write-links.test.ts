import fc from 'fast-check';
import { expect, test } from 'vitest';
import { character } from '#scripts/property-values.ts';
import { fieldsOf, type Link } from '#core/links/link.ts';
import { testFields, testLink } from '#core/links/test-link.ts';

import { createTableReader } from './link-table.ts';
import { readLinkText } from './read-text.ts';
import { bookmarkOf, bookmarksEnd, bookmarksHead, csvHead, csvLineOf } from './write-links.ts';

const csvOf = (links: readonly Link[]) => csvHead + links.map(csvLineOf).join('');

const times = { created: 1, updated: 2 };
const bookmarksOf = (links: readonly Link[]) =>
  bookmarksHead + links.map((link) => bookmarkOf(link, times)).join('') + bookmarksEnd;

/** Reads a file as an import does, without the byte order mark. */
function readFile(text: string, name: string) {
  const result = readLinkText({ text: text.replace(/^\uFEFF/u, ''), name });
  if (!('found' in result)) throw new Error('The file has links.');
  const { found } = result;
  expect(found.maker).toBe('own');
  if (found.choices === null) return found.links;
  const reader = createTableReader(found, found.choices, found.delimiter);
  return found.rows.flatMap((row, index) => reader(row, index) ?? []);
}

const piece = fc.constantFrom(
  ...'=+-@|−﹦;,\t\r\n\'"<>&#',
  '""',
  '\u200B',
  '&amp;',
  '&#13;',
  '</A>',
  '<!--',
  ' #kitchen',
  ' anchor: "a pan for life"',
  'Pan',
  ' ',
  'id,url',
  '<a href="https://a.example">x</a>',
  '<table><tr><td>',
  '[{"url":"https://a.example"}]',
  'title: ',
  'HDR|',
);
const hostileText = fc
  .array(fc.oneof(piece, fc.string({ unit: character, maxLength: 2 })), { maxLength: 10 })
  .map((pieces) => pieces.join('').replaceAll('\0', ''));
const hostileLink = fc
  .record({
    url: hostileText,
    description: hostileText,
    id: fc.uuid(),
    createdAt: fc.constant('2026-01-02T03:04:05.678Z'),
  })
  .map(testLink);
const hostileLinks = fc.array(hostileLink, { minLength: 1, maxLength: 4 });

test('links that are exported as CSV and imported again are the same, with ids and times', () => {
  fc.assert(
    fc.property(hostileLinks, (links) => {
      const rows = links.map((link, index) => ({ ...link, row: index + 2 }));
      for (const name of ['links.csv', 'links.txt']) expect(readFile(csvOf(links), name)).toEqual(rows);
    }),
  );
});

test('links that are exported as bookmarks and imported again are the same', () => {
  fc.assert(
    fc.property(hostileLinks, (links) => {
      expect(readFile(bookmarksOf(links), 'links.html').map(fieldsOf)).toEqual(links.map(fieldsOf));
    }),
  );
});

test('imported links are the same after two exports', () => {
  const link = testLink({
    url: 'https://a.example/?a=1;-2&b',
    description: 'Pan; =1 anchor: "a pan for life" #a #b',
  });
  const [first] = readFile(csvOf([link]), 'links.csv');
  const [second] = readFile(bookmarksOf([testLink(first)]), 'links.html');
  expect(second).toMatchObject(fieldsOf(link));
});

test('other programs find title, anchor and tags in columns of their own', () => {
  const link = testLink({ description: 'Iron pan anchor: "a pan for life" #kitchen #gift' });
  expect(csvLineOf(link)).toContain('"Iron pan","a pan for life","kitchen, gift"\r\n');
});

test('other programs find title, tags and times in bookmarks', () => {
  const link = testLink({ url: 'https://a.example/?a=1&b="2"', description: 'Iron <pan> #kitchen #gift' });
  const bookmark = bookmarkOf(link, times);
  expect(bookmark).toMatch(/^<DT><A HREF="https:\/\/a\.example\/\?a=1&amp;b=&quot;2&quot;" ADD_DATE="1" /u);
  expect(bookmark).toContain('LAST_MODIFIED="2" TAGS="kitchen,gift"');
  expect(bookmark).toMatch(/>Iron &lt;pan&gt;<\/A>\n$/u);
  expect(bookmarkOf(testLink({ description: '#kitchen' }), times)).toContain('>https://a.example/</A>');
});

test('bookmarks of other programs keep their tags, and what is no address of the web is shown', () => {
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<DL><p>
<DT><H3 ADD_DATE="1">Kitchen</H3>
<DL><p>
<DT><A HREF="https://a.example/?a=1&amp;b=2" ADD_DATE="1" TAGS="kitchen,cast iron">Caf&eacute; pan</A>
<DD>A note
<DT><A HREF="https://a.example/2">https://a.example/2</A>
<DT><A HREF="javascript:alert(1)">Run</A>
</DL><p>
</DL><p>`;
  expect(readLinkText({ text, name: 'bookmarks.html' })).toMatchObject({
    found: {
      maker: 'bookmarks',
      links: [
        testFields({ url: 'https://a.example/?a=1&b=2', description: 'Café pan #kitchen #cast-iron' }),
        testFields({ url: 'https://a.example/2' }),
        testFields({ url: 'javascript:alert(1)', description: 'Run' }),
      ],
    },
  });
});
