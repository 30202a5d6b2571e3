import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hasTag, nameOfLink, splitDescription, tagsOf } from './description.ts';

test.each([
  ['Chef’s knife #kitchen', 'Chef’s knife', ['kitchen']],
  ['Chef’s knife  #kitchen\n#gift-idea ', 'Chef’s knife', ['kitchen', 'gift-idea']],
  ['Knife #Kitchen #kitchen', 'Knife', ['Kitchen']],
  ['Messer #küche', 'Messer', ['küche']],
  ['سكين المطبخ #مطبخ', 'سكين المطبخ', ['مطبخ']],
  ['#kitchen', '', ['kitchen']],
  ['The #kitchen knife', 'The #kitchen knife', []],
  ['Voted our #1', 'Voted our #1', []],
  ['Songs in C#', 'Songs in C#', []],
  ['Songs in C #', 'Songs in C #', []],
  ['See a.example/#sizes', 'See a.example/#sizes', []],
  ['Knife ', 'Knife ', []],
  [`Knife #${'a'.repeat(41)}`, `Knife #${'a'.repeat(41)}`, []],
  ['', '', []],
])('%j: %j with %j', (description, words, tags) => {
  expect(splitDescription(description)).toMatchObject({ words, anchor: null });
  expect(tagsOf(description)).toEqual(tags);
});

test('the words are the start of the description, and nothing but tags follows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('#a', '#1', ' ', '\n', 'b', '#', '😀', '#é')).map((parts) => parts.join('')),
      (text) => {
        const { words } = splitDescription(text);
        expect(text.startsWith(words)).toBe(true);
        expect(text.slice(words.length)).toMatch(/^(?:\s*#[abé]b*)*\s*$/u);
      },
    ),
  );
});

test('a long row of signs takes no time', () => {
  const start = performance.now();
  splitDescription('#a '.repeat(100_000));
  splitDescription('# '.repeat(100_000));
  splitDescription(`a${' '.repeat(200_000)}#a`);
  expect(performance.now() - start).toBeLessThan(5000);
});

test('a tag is found whatever its capital letters', () => {
  expect(hasTag('Knife #Kitchen', 'kitchen')).toBe(true);
  expect(hasTag('Knife #kitchenware', 'kitchen')).toBe(false);
});

test('tags are no part of the name, unless there is nothing else', () => {
  const url = 'https://a.example';
  expect(nameOfLink({ url, description: 'Knife #kitchen' })).toBe('Knife');
  expect(nameOfLink({ url, description: '#kitchen' })).toBe(url);
});

test.each([
  [
    'French press for two anchor: "AeroPress coffee maker" #kitchen',
    'French press for two',
    'AeroPress coffee maker',
  ],
  ['French press #kitchen anchor:“AeroPress  maker”', 'French press', 'AeroPress maker'],
  ['Kanne Anchor: „Kanne für zwei“', 'Kanne', 'Kanne für zwei'],
  ['Cafetière anchor: «une cafetière »', 'Cafetière', 'une cafetière'],
  ['手冲壶 anchor: "手冲咖啡壶"', '手冲壶', '手冲咖啡壶'],
  ['anchor: "AeroPress coffee maker"', '', 'AeroPress coffee maker'],
  ['27" monitor', '27" monitor', null],
  ['The "best" pan', 'The "best" pan', null],
  ['The novel "Two Words"', 'The novel "Two Words"', null],
  ['Boat anchor: stainless steel', 'Boat anchor: stainless steel', null],
  ['Pan anchor: "best pan" for eggs', 'Pan anchor: "best pan" for eggs', null],
  ['Pan anchor: "pan"', 'Pan anchor: "pan"', null],
  ['Pan anchor: "a b c d e f g h i"', 'Pan anchor: "a b c d e f g h i"', null],
  [`Pan anchor: "a ${'b'.repeat(59)}"`, `Pan anchor: "a ${'b'.repeat(59)}"`, null],
  ['Pan anchor: "a ]]((https://evil.example)) b"', 'Pan anchor: "a ]]((https://evil.example)) b"', null],
  ['Pan anchor: "the pan" anchor: "this pan"', 'Pan anchor: "the pan"', 'this pan'],
])('%j: %j, and the anchor %j', (description, words, anchor) => {
  expect(splitDescription(description)).toMatchObject({ words, anchor });
});
