import { expect, test } from 'vitest';

import { escapeMarkdown } from './escape.ts';

test.each([
  ['a * b_c _d_ [e](f) `g` ~~h~~', String.raw`a \* b_c \_d\_ \[e\](f) \`g\` \~\~h\~\~`],
  ['<b> &amp; R&D 1 < 2 <', '&lt;b> &amp;amp; R&D 1 < 2 &lt;'],
  ['# One\n> two\n- three\n4. five\n===', '\\# One\n\\> two\n\\- three\n4\\. five\n\\==='],
  ['    six\n\tseven', '   six\n   seven'],
  ['It cost 5. And #1 is ~5 km-long.', 'It cost 5. And #1 is ~5 km-long.'],
])('%j is written as %j', (text, markdown) => {
  expect(escapeMarkdown(text)).toBe(markdown);
});
