import { expect, test } from 'vitest';

import { readHtmlLinks, readHtmlTable } from './html-links.ts';

const read = (html: string) => readHtmlLinks(html).links.map(({ url, description }) => [url, description]);

test.each([
  [
    'a pixel',
    '<a href="https://a.example/1">Cast iron pan</a><img src="https://px.example/1" width="1" height="1">',
    'Cast iron pan',
  ],
  [
    'capitals',
    '<A HREF="https://a.example/1" TARGET="_top">Cast iron pan</A><IMG SRC="https://px.example/1" BORDER="0">',
    'Cast iron pan',
  ],
  [
    'several lines',
    '<a\n  href="https://a.example/1"\n  rel="sponsored"\n>Cast iron\n  pan</a>\n<img\nsrc="https://px.example/1">',
    'Cast iron pan',
  ],
  [
    'formats in the words',
    '<a href="https://a.example/1"><strong>Cast</strong> <em>iron</em><br>pan</a>',
    'Cast iron pan',
  ],
  ['no quotation marks', '<ul><li><a href=https://a.example/1>Cast iron pan</a></ul>', 'Cast iron pan'],
  ['an end of its own', '<a href="https://a.example/1">Cast iron pan', 'Cast iron pan'],
  [
    'a picture',
    '<a href="https://a.example/1"><img src="https://px.example/1" alt="Cast iron pan"></a>',
    'Cast iron pan',
  ],
  ['a title alone', '<a title="Cast iron pan" href="https://a.example/1"></a>', 'Cast iron pan'],
  [
    'entities',
    '<a href="https://a.example/1">Caf&eacute; &Uuml;ber &amp; Co &#8211; x</a>',
    'Café Über & Co – x',
  ],
  ['the address as words', '<a href="https://a.example/1">https://a.example/1</a>', ''],
  ['no scheme', '<a href="//a.example/1">Cast iron pan</a>', 'Cast iron pan'],
  ['a line end in the address', '<a href="https://a.exam\nple/1">Cast iron pan</a>', 'Cast iron pan'],
  [
    'scripts and comments',
    '<!-- <a href="https://b.example">x</a> --><script>"<a href=\'https://b.example\'>"</script><a href="https://a.example/1">Cast iron pan</a>',
    'Cast iron pan',
  ],
  [
    'links inside of the page',
    '<a name="top"></a><a href="#top">Up</a><a href="mailto:me@a.example">Me</a><a href="https://a.example/1">Cast iron pan</a>',
    'Cast iron pan',
  ],
])('a link of HTML with %s has its words', (_words, html, description) => {
  expect(read(html)).toEqual([['https://a.example/1', description]]);
});

test('an address of HTML is read as a browser reads it', () => {
  const html = `<a class='x' data-href="y" href='https://a.example/?b=1&amp;c="2"'><b>Knife</b></a> <a href="#top">top</a>`;
  expect(read(html)).toEqual([['https://a.example/?b=1&c="2"', 'Knife']]);
});

test('a link that is not closed ends at the next one, and lines are counted', () => {
  const html =
    '<p>\n<a href="https://a.example/1">One\r\n<a href="https://a.example/2">Two</a>\n\n<a href="https://a.example/3">Three</a>';
  expect(readHtmlLinks(html).links).toEqual([
    { row: 2, url: 'https://a.example/1', description: 'One' },
    { row: 3, url: 'https://a.example/2', description: 'Two' },
    { row: 5, url: 'https://a.example/3', description: 'Three' },
  ]);
});

test('words outside of links stay in their lines', () => {
  const html = 'See https://a.example/1 Pan\n<a href="https://a.example/2">two\nlines</a> end';
  expect(readHtmlLinks(html).outside).toBe('See https://a.example/1 Pan\n  \n  end');
});

test('a table of HTML has rows, and a cell with one link is that link', () => {
  const html = `<html><style>td{}</style><table><tr><th>Name<th>Link</tr>
    <TR><TD>Cast&nbsp;iron <b>pan</b></TD><TD><A HREF="https://a.example/?a=1&amp;b=2">Go</A></TD></TR>
    <tr><td>Wok</td><td>https://a.example/2</td></tr></table></html>`;
  expect(readHtmlTable(html)).toEqual([
    ['Name', 'Link'],
    ['Cast iron pan', '<a href="https://a.example/?a=1&amp;b=2">Go</a>'],
    ['Wok', 'https://a.example/2'],
  ]);
});

test.each([
  ['a layout', '<table><tr><td>Menu</td></tr><tr><td><a href="https://a.example">Go</a></td></tr></table>'],
  ['no address', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>'],
  ['no rows', '<a href="https://a.example">Go</a>'],
])('%s is no table of links', (_words, html) => expect(readHtmlTable(html)).toBeNull());
