import { expect, test } from 'vitest';

import { withoutOwnFrame } from './promises/own-frame.ts';

test.each([
  ['\n\n## Useful links\n\n- a kettle\n- a cup', false, 'Useful links\na kettle\na cup'],
  ['\r\n\r\n**Useful links**\r\n\r\n* a kettle', false, 'Useful links\na kettle'],
  ['\n\nUseful links:\n\n- ## a kettle', false, 'Useful links\n## a kettle'],
  ['\n\n- a kettle\n- - a cup', false, '\na kettle\n- a cup'],
  [
    '\n\n<h2>Useful links</h2>\n\n<ul>\n<li>a <b>kettle</b></li>\n</ul>',
    true,
    'Useful links\na <b>kettle</b>',
  ],
  ['\n\n<p><strong>Useful links</strong></p>\n\n<ul>\n<li>a cup</li>\n</ul>', true, 'Useful links\na cup'],
])('the marks of a list of the built-in writer are left out, and no others: %j', (text, isHtml, words) => {
  expect(withoutOwnFrame(text, { by: 'built-in' }, isHtml)).toBe(words);
  for (const by of ['model', 'repair', 'user'] as const)
    expect(withoutOwnFrame(text, { by }, isHtml)).toBe(text);
});

test.each([
  ['\n\n# Useful links\n\n- a kettle', false],
  ['\n\n## Useful links\n\n- a kettle\na cup', false],
  ['\n\n## Useful links', false],
  ['\n\n## Useful links\n- a kettle', false],
  ['\n\n<ul>\n<li>a kettle</li>', true],
  ['\n\n<ul>\n<li>a kettle</li>\n<li class="x">a cup</li>\n</ul>', true],
  [' See <b>this</b>.', true],
])('a text that is no such list comes back as it is: %j', (text, isHtml) => {
  expect(withoutOwnFrame(text, { by: 'built-in' }, isHtml)).toBe(text);
});
