import { expect, test } from 'vitest';

import { escapeMarkdown, toParagraphs, writeHtmlLink } from './escape.ts';

test.each([
  ['a * b_c _d_ [e](f) `g` ~~h~~', String.raw`a \* b_c \_d\_ \[e\](f) \`g\` \~\~h\~\~`],
  ['<b> &amp; R&D 1 < 2 <', '&lt;b> &amp;amp; R&D 1 < 2 &lt;'],
  ['# One\n> two\n- three\n4. five\n===', '\\# One\n\\> two\n\\- three\n4\\. five\n\\==='],
  ['    six\n\tseven', '   six\n   seven'],
  ['It cost 5. And #1 is ~5 km-long.', 'It cost 5. And #1 is ~5 km-long.'],
])('%j is written as %j', (text, markdown) => {
  expect(escapeMarkdown(text)).toBe(markdown);
});

test('quotes are escaped only in the address of a link', () => {
  expect(toParagraphs(`[pan url="a"] It's <3`)).toBe(`<p>[pan url="a"] It's &lt;3</p>`);
  expect(writeHtmlLink({ anchor: `Ann's "pan"`, url: `https://a.example/?q="'` }, 'none')).toBe(
    `<a href="https://a.example/?q=&quot;&#39;">Ann's "pan"</a>`,
  );
});
