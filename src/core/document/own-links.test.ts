import { expect, test } from 'vitest';
import { linkedUrls, ownLinksOf } from './own-links.ts';

const url = 'https://shop.example/pot?a=1&b=2';
const prose = '# Pots\n\nI grow tomatoes in a **pot**.\n\n';

test.each([
  ['a link of Markdown', `${prose}See [the pot](${url}).`, 1],
  ['a link with a title', `${prose}See [the pot](<${url}> "Pot").`, 1],
  ['two links', `${prose}See [the pot](${url}) and [it](${url}).`, 2],
  ['a link around an image', `${prose}[![pot](https://a.example/p.jpg)](${url})`, 1],
  ['a used definition', `${prose}See [the pot][1].\n\n[1]: ${url}`, 1],
  ['an address in angle brackets', `${prose}See <${url}>.`, 1],
  ['a link of HTML in Markdown', `${prose}See <a class="x" href="${url}">it</a>.`, 1],
  ['an escaped address of HTML', `<p>See <a href="${url.replace('&', '&amp;')}">it</a>.</p><p>Yes.</p>`, 1],
  ['markup of Linkweft', `${prose}See [[the pot]]((${url})).`, 1],
  ['a link behind code', `${prose}\`x\` and [the pot](${url}).`, 1],
  ['an address in plain text', `See <${url}> for it.`, 1],
  ['a link whose title has a sign of a tag', `${prose}<a title="A > B" href="${url}">it</a>.`, 1],
  ['a link whose words have code with a bracket', `${prose}See [a \`]\` b](${url}).`, 1],
  ['a link behind an escaped backslash', `${prose}See \\\\[it](${url}).`, 1],
  ['a definition whose label has other blanks', `${prose}See [x][the  Pot].\n\n[The Pot]: ${url}`, 1],
  ['a definition whose label has an escaped bracket', `${prose}See [x][a\\]b].\n\n[a\\]b]: ${url}`, 1],
  ['an image', `${prose}![pot](${url})`, 0],
  ['a code span', `${prose}Write \`[pot](${url})\`.`, 0],
  ['a code block', `${prose}\`\`\`\n[pot](${url})\n\`\`\`\n`, 0],
  ['a comment', `${prose}<!-- [pot](${url}) --> Yes.`, 0],
  ['a comment of HTML', `<p>One.</p><!-- <a href="${url}">x</a> --><p>Two.</p>`, 0],
  ['a script', `<p>One.</p><script>x = '<a href="${url}">x</a>'</script><p>Two.</p>`, 0],
  ['an element that is no link', `<link rel="canonical" href="${url}"><p>One.</p><p>Two.</p>`, 0],
  ['a definition that nothing uses', `${prose}Yes.\n\n[1]: ${url}`, 0],
  ['escaped brackets', `${prose}Write \\[pot\\](${url}).`, 0],
  ['a shortcode', `${prose}[button href="${url}"]`, 0],
  ['an element of Jekyll with Markdown', `# Hi\n\n<div markdown="1">\nSee [the pot](${url}).\n</div>`, 1],
  ['a definition below a bold label', `**[1]:** Note\n\nSee [pot][1].\n\n[1]: ${url}`, 1],
  ['a definition below prose with its label', `Some\n[1]: words go on\n\nSee [pot][1].\n\n[1]: ${url}`, 1],
  ['a tag without a space', `<p>One <a class="x"href="${url}">pot</a>.</p><p>Two.</p>`, 1],
  ['a tag with an address in its title', `<p><a title='href="x"' href="${url}">pot</a>.</p><p>Two.</p>`, 1],
  ['a longer address', `${prose}See [the pot](${url}3).`, 0],
])('of %s is counted', (_, text, count) => {
  expect(linkedUrls(text, [url, url])).toHaveLength(count);
});

const quoted = 'https://shop.example/it\'s?&"x"=1';

test.each([
  ['of WordPress', url, url.replace('&', '&#038;'), 1],
  ['in hexadecimal', url, url.replace('&', '&#x26;').replaceAll('/', '&#X2F;'), 1],
  ['of quotation marks', quoted, quoted.replace("'", '&#039;').replaceAll('"', '&quot;'), 1],
  ['of an apostrophe', quoted, quoted.replace("'", '&apos;').replaceAll('"', '&#34;'), 1],
  ['that belongs to the saved URL', `${url}&amp;c=3`, `${url}&amp;c=3`, 1],
  ['of an entity', url, url.replace('&', '&amp;amp;'), 0],
  ['that is none', url, url.replace('&', '&#x110000;'), 0],
])('an entity %s in a link of HTML is read', (_, saved, href, count) => {
  const quote = href.includes("'") ? '"' : "'";
  for (const tag of [`<a class="x" href="${href}">`, `<A\nHREF = ${quote} ${href} ${quote}\nrel="x">`])
    for (const text of [`<p>See ${tag}it</a>.</p><p>Yes.</p>`, `${prose}See ${tag}it</a>.`])
      expect(linkedUrls(text, [saved])).toHaveLength(count);
});

test.each([`<a data-href="${url}" href="#x">`, `<a title='href="${url}"'>`, `<a name="${url}">`])(
  'a URL that %s does not link is not counted',
  (tag) => expect(linkedUrls(`<p>See ${tag}it</a>.</p><p>Yes.</p>`, [url])).toEqual([]),
);

const saved = 'https://shop.example/p';

test.each([
  ['a space in a bare address', `${saved}an Set`, 'See [it](U).', 0],
  ['a space in an address in signs', `${saved}an Set`, 'See [it](<U>).', 1],
  ['a space in a bare definition', `${saved}an Set`, 'See [it].\n\n[it]: U', 0],
  ['a space in a definition in signs', `${saved}an Set`, 'See [it].\n\n[it]: <U>', 1],
  ['a space between signs alone', `${saved}an Set`, 'See <U>.', 0],
  ['words behind a bare address', saved, 'See [it](U Set).', 0],
  ['words without signs behind an address in signs, which stands alone', saved, 'See [it](<U> Set).', 1],
  ['a title', saved, 'See [it](U "A (good) pan").', 1],
  ['a title with a quoted word', saved, String.raw`See [it](U "A \"good\" pan").`, 1],
  ['a title in single quotes', saved, "See [it]( U\n'A pan' ).", 1],
  ['a title in parentheses', saved, 'See [it](<U> (A pan)).', 1],
  ['an address without an end', saved, 'See [it](U', 0],
  ['one open parenthesis', `${saved}an_(set`, 'See [it](U).', 0],
  ['one closed parenthesis', `${saved}an)_set`, 'See [it](U).', 0],
  ['one open parenthesis in signs', `${saved}an_(set`, 'See [it](<U>).', 1],
  ['both parentheses', `${saved}an_(set)`, 'See [it](U).', 1],
  ['one open parenthesis in a definition', `${saved}an_(set`, 'See [it].\n\n[it]: U', 1],
  ['an image above it', saved, '<img src="a.png">\n[our shop](U)', 0],
  ['a line break above it', saved, '<br>\nSee <U> for it.', 0],
  ['an element around it', saved, '<div>\n[our shop](U)\n</div>', 0],
  ['an image above it and HTML', saved, '<img src="a.png">\n<a href="U">our shop</a>', 1],
  ['a blank line behind an image', saved, '<img src="a.png">\n\n[our shop](U)', 1],
  ['an image in its line', saved, '<img src="a.png"> [our shop](U)', 1],
  ['another definition of its label above', saved, 'See [it].\n\n[It]: https://b.example\n[it]: U', 0],
  ['another definition of its label below', saved, 'See [it].\n\n[it]: U\n[It]: https://b.example', 1],
  ['its label in a sentence above', saved, 'See [it]: a pan. Take [it].\n\n[it]: U', 1],
  ['its label before a colon in a sentence', saved, 'See [it]: a pan.\n\n[it]: U', 1],
  ['words behind it in a definition', saved, 'See [a pan][it].\n\n[it]: U – my shop', 0],
  ['words behind its title in a definition', saved, 'See [it].\n\n[it]: U (Pan) is good', 0],
  ['a definition that continues text', saved, 'See [it].\n\nSources:\n[it]: U', 0],
  ['a definition that continues a list', saved, '- See [it].\n[it]: U', 0],
  ['signs in words that look like a definition', saved, 'My shop is [it]: <U> is good', 1],
  ['a definition in a numbered item', saved, 'See [it].\n\n1. [it]: U', 1],
  ['its label in an element of HTML', saved, '<div>\n[it]\n</div>\n\n[it]: U', 0],
  ['its label in code', saved, 'See `[it]`.\n\n[it]: U', 0],
  ['its label of an image', saved, 'See ![a pan][it].\n\n[it]: U', 0],
  ['its label behind a linked image', saved, 'See [![a pan](p.png)][it].\n\n[it]: U', 1],
  ['its label behind an escaped mark', saved, 'Look\\![it].\n\n[it]: U', 1],
  ['its escaped label', saved, 'See \\[it].\n\n[it]: U', 0],
  ['words like its label before another label', saved, 'See [it][b].\n\n[it]: U\n[b]: https://b.example', 0],
  ['a footnote', saved, 'A study[^1].\n\n[^1]: U', 0],
  ['signs in a footnote', saved, 'A study[^1].\n\n[^1]: <U>', 1],
  ['another definition in code', saved, 'See [it].\n\n```\n[it]: https://b.example\n```\n\n[it]: U', 1],
])('an address with %s is counted as Markdown reads it', (_, address, text, count) => {
  expect(linkedUrls(`${prose}${text.replace('U', address)}`, [address])).toHaveLength(count);
});

// It takes a quarter of a second. If the time grew with the square of the number, it would exceed the limit.
test.each([
  ['one label', () => 'x'],
  ['many labels', (at: number) => `${at}`],
])(
  'thousands of definitions with %s are read in linear time',
  (_, label) => {
    const definitions = Array.from({ length: 40_000 }, (__, at) => `[${label(at)}]: ${url}\n`).join('');
    expect(linkedUrls(definitions, [url])).toHaveLength(0);
  },
  15_000,
);

// Each takes a fraction of a second. If the time grew with the square of the length, it would exceed the limit.
test.each([
  '[',
  '](',
  '[a](b ',
  '[](<',
  '[](a "',
  '\\[',
  '![',
  '[[a](b)',
  '[a]: b\n',
  '[a]: b\n\n',
  '[a][b]',
  'https://a.b/(',
  'www.',
  '<a href="',
  '<!-- wp:a {"url":"',
  '"',
])(
  '100,000 characters of "%s" are read in linear time',
  (unit) => {
    expect(ownLinksOf(unit.repeat(100_000 / unit.length)).length).toBeLessThan(100_000);
  },
  15_000,
);

test.each([
  ['a link in a list of definitions', 'Pan\n: See [it](U).', 'it'],
  ['a link in a footnote', 'A[^1].\n\n[^1]: See [it](U).', 'it'],
  ['an address behind marks of emphasis', 'It is **U**.', 'U'],
  ['an address before a full stop of Chinese', '见 U。', 'U'],
  ['an address with a port and parentheses', 'It (U_(b)) is.', 'U_(b)', 'U_(b)'],
  [
    'a link without words around an image',
    '<p>A <a href="U"><img alt="A pan" src="p.png"></a></p><p>B</p>',
    'A pan',
  ],
  ['a link of HTML with other tags', '<p>A <a href="U"><b>A</b> pan</a></p><p>B</p>', 'A pan'],
])('%s is found with its words', (_, text, words, address = 'U') => {
  const own = (part: string) => part.replaceAll('U', 'https://shop.example:8443/p');
  expect(ownLinksOf(own(text))).toMatchObject([{ address: own(address), words: own(words) }]);
});

test.each([
  ['front matter', '---\nurl: U\n---\n\nText.'],
  ['an attribute of a shortcode', 'Text [button href="U"].'],
  ['link markup', 'Text [[it]]((U)).'],
  ['the words of another link', 'Text [U](https://b.example).'],
  ['the destination of an image', 'Text ![it](U).'],
  ['a comment of HTML', '<p>A</p><!-- U --><p>B</p>'],
  ['a text of HTML', '<p>A U</p><p>B</p>'],
])('an address in %s is no link', (_, text) => {
  const found = ownLinksOf(text.replaceAll('U', 'https://shop.example/p'));
  expect(found.filter(({ address }) => address.includes('shop.example'))).toEqual([]);
});
