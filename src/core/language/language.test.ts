import { expect, test } from 'vitest';

import { detectLanguage } from './language.ts';

test.each([
  ['en', 'The bread is on the table and it smells of the morning.'],
  ['de', 'Das Brot liegt auf dem Tisch und es riecht nach dem Morgen.'],
  ['es', 'El pan está en la mesa y huele a la mañana.'],
])('%s is recognised by its small words', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each(['', '12345', 'Xylophon Quark', '日本語のテキスト'])('the language of %j is unknown', (text) => {
  expect(detectLanguage(text)).toBeNull();
});
