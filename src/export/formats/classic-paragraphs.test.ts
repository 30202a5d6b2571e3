import { expect, test } from 'vitest';

import { withParagraphs } from './classic-paragraphs.ts';

test.each([
  [
    '<h2>Pans</h2>\nA pan holds heat well.\n\nIt is heavy.\n\nThe end.',
    '<h2>Pans</h2><p>A pan holds heat well.</p>\n<p>It is heavy.</p>\n<p>The end.</p>',
  ],
  [
    'One.\r\n\r\nTwo,\r\nthree.\r\n<ul>\r\n<li>four</li>\r\n</ul>\r\nFive.\r\n \r\nSix.',
    '<p>One.</p>\n<p>Two,<br>three.</p><ul>\r\n<li>four</li>\r\n</ul><p>Five.</p>\n<p>Six.</p>',
  ],
  [
    '<blockquote>One.\n\n<em>Two.</em>\n\n</blockquote>Three.',
    '<blockquote><p>One.</p>\n<p><em>Two.</em></p>\n</blockquote>Three.',
  ],
  [
    '<ul>\n<li>One.\n\nTwo.</li>\n\n<li>three</li>\n</ul>',
    '<ul>\n<li><p>One.</p>\n<p>Two.</p></li>\n\n<li>three</li>\n</ul>',
  ],
  ['<div>One <b>two</b>\n\nthree<br>\nfour</div>', '<div><p>One <b>two</b></p>\n<p>three<br>four</p></div>'],
  ['One <em>two\n\nthree</em>.\n\nFour.', '<p>One <em>two<br><br>three</em>.</p>\n<p>Four.</p>'],
  [
    'One.\n\n<!--more-->\n\nTwo.\n\n<!-- a\n\nnote -->\n\nThree.',
    '<p>One.</p>\n<!--more-->\n<p>Two.</p>\n<!-- a\n\nnote -->\n<p>Three.</p>',
  ],
  [
    '<p>One\n\ntwo.\n<ul><li>a</ul>\nThree.\n\n[gallery ids="1,2"]\n\n<img src="/a.png" alt="">',
    '<p>One\n\ntwo.\n<ul><li>a</ul><p>Three.</p>\n<p>[gallery ids="1,2"]</p>\n<p><img src="/a.png" alt=""></p>',
  ],
])('in %j, blank lines part paragraphs', (html, parted) => {
  expect(withParagraphs(html)).toBe(parted);
});

test.each([
  '<h2>Pans</h2>\n\n<p>One.</p>\n\n<p>Two\n\nthree.</p>\n\n',
  '<div>One.</div>\n\n<div>Two.</div>\nThree\nfour.',
  '<pre>a\n\nb</pre><table><tr><td>a\n\nb</td></tr></table><script>a\n\nb</script>',
  'One line.',
  '',
])('%j stays as it is', (html) => {
  expect(withParagraphs(html)).toBe(html);
});

test.each(['a\n\n', '\n', ' ', '<em>', '<em>\n\n', '<li>', '<div>', '<!--', '<div><p></x>\n\nb', '<br>\n\n'])(
  'text full of %j is read in linear time',
  (unit) => {
    expect(withParagraphs(`a\n\n${unit.repeat(300_000 / unit.length)}b`)).toContain('b');
  },
  10_000,
);
