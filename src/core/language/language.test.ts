import { expect, test } from 'vitest';

import { detectLanguage, languageTag } from './language.ts';

test.each([
  ['en', 'The bread is on the table and it smells of the morning.'],
  ['de', 'Das Brot liegt auf dem Tisch und es riecht nach dem Morgen.'],
  ['es', 'El pan está en la mesa y huele a la mañana.'],
])('%s is recognised by its small words', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each([
  ['en', '## My pan\n\nI bought [a pan](https://shop.example/pan?a=1) and it is still as good as new.'],
  ['de', 'Im letzten Frühjahr habe ich meinen ersten Sauerteig angesetzt. Er stand in einem Glas.'],
  ['es', 'La primavera pasada hice mi primera masa madre. Vivía en un frasco en la cocina.'],
  ['', 'Le printemps dernier, j’ai préparé mon premier levain. Il vivait dans un bocal de la cuisine.'],
  ['', 'La primavera scorsa ho fatto il mio primo lievito madre. Viveva in un barattolo sul piano.'],
  ['', 'Na primavera passada fiz o meu primeiro fermento natural. Vivia num frasco na bancada da cozinha.'],
  ['', 'Zeszłej wiosny zrobiłem swój pierwszy zakwas. Stał w słoiku i nic się nie działo.'],
  ['', 'حديقتي صغيرة، لكنها تكفي لعائلتي.'],
  ['', ''],
])('%j is the tag for the language of %j', (tag, text) => {
  expect(languageTag(text)).toBe(tag);
});

test.each(['', '12345', 'Xylophon Quark', '日本語のテキスト'])('the language of %j is unknown', (text) => {
  expect(detectLanguage(text)).toBeNull();
});
