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
  ['markdown', 'An *odd* word'],
  ['markdown', '| one | two |\n| --- | --- |'],
  ['markdown', 'Use the &lt;p> tag.'],
  ['plain', '5 * 3 * 2, AT&T and a * b*c'],
  ['plain', 'One. Two < three > two.'],
  ['plain', 'Use the <p> tag.'],
  ['plain', ''],
])('is recognised as %s: %j', (format, content) => {
  expect(formatOf(content)).toBe(format);
});
