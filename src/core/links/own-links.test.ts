import { expect, test } from 'vitest';
import { linkedUrls } from './own-links.ts';

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
  ['a longer address', `${prose}See [the pot](${url}3).`, 0],
])('of %s is counted', (_, text, count) => {
  expect(linkedUrls(text, [url, url])).toHaveLength(count);
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
