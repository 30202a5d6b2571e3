import { expect, test } from 'vitest';

import { keepsWords } from './keeps-words.ts';

const url = 'https://a.example/(1)';
const content = 'A sharp  knife cuts.';
const change = (start: number, end: number, text: string) => ({ start, end, text });

test.each([
  ['an addition', change(20, 20, ' It does.'), true],
  ['a link around words', change(9, 14, `[[knife]]((${url}))`), true],
  ['links among words', change(2, 20, `[[sharp]]((${url}))  [[knife]]((${url})) cuts.`), true],
  ['a link around other words', change(9, 14, `[[blade]]((${url}))`), false],
  ['another space', change(2, 14, `[[sharp knife]]((${url}))`), false],
  ['words beside the link', change(9, 14, `good [[knife]]((${url}))`), false],
  ['removed words', change(2, 8, ''), false],
  ['an address that is not chosen', change(9, 14, '[[knife]]((https://x.example/))'), false],
])('%s: %j keeps the words: %j', (_kind, edit, isKept) => {
  expect(keepsWords(content, edit, [url])).toBe(isKept);
});
