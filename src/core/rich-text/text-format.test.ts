import { expect, test } from 'vitest';

import { formatOf } from './text-format.ts';

test.each([
  ['html', '<p>One</p>\n<p>Two</p>'],
  ['html', '<h2>One</h2> text<br>'],
  ['markdown', '# One'],
  ['markdown', '# One\n\n<figure>\n<img src="x.jpg">\n</figure>\n\n- two'],
  ['markdown', 'One\n\n- two'],
  ['markdown', 'See [this](https://a.example).'],
  ['markdown', 'A **bold** word'],
  ['plain', 'One. Two < three > two.'],
  ['plain', 'Use the <p> tag.'],
  ['plain', ''],
])('is recognised as %s: %j', (format, content) => {
  expect(formatOf(content)).toBe(format);
});
