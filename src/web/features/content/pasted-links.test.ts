import { expect, test } from 'vitest';

import { countLinks } from './pasted-links.tsx';

test.each([
  ['https://a.example/pan\nhttps://b.example/pot\nhttps://c.example/lid', 3],
  ['https://a.example/pan https://b.example/pot', 2],
  ['https://a.example/pan An iron pan\r\nhttps://b.example/pot A steel pot\r\n', 2],
  ['An iron pan https://a.example/pan\nA steel pot: https://b.example/pot', 2],
  ['- [An iron pan](https://a.example/pan)\n- [A steel pot](https://b.example/pot)', 2],
  ['An iron pan\nhttps://a.example/pan\nA steel pot\nhttps://b.example/pot', 2],
])('%j is nothing but links', (text, count) => {
  expect(countLinks(text)).toBe(count);
});

test.each([
  '',
  'https://a.example/pan',
  'My kitchen has two pans.\nhttps://a.example/pan\nhttps://b.example/pot',
  'https://a.example/pan\n\nhttps://b.example/pot\n\nBoth of them are in my kitchen.\n\nThe pan is older.',
  `https://a.example/pan ${'I have cooked in it for years. '.repeat(8)}\nhttps://b.example/pot A pot`,
  'mailto:me@a.example\nmailto:you@b.example',
])('%j is another text', (text) => {
  expect(countLinks(text)).toBe(0);
});
