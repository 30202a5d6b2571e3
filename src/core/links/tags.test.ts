import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nameOfLink } from './link.ts';
import { hasTag, splitTags } from './tags.ts';

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
  expect(splitTags(description)).toEqual({ words, tags });
});

test('the words are the start of the description, and nothing but tags follows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('#a', '#1', ' ', '\n', 'b', '#', '😀', '#é')).map((parts) => parts.join('')),
      (text) => {
        const { words } = splitTags(text);
        expect(text.startsWith(words)).toBe(true);
        expect(text.slice(words.length)).toMatch(/^(?:\s*#[aé]b*)*\s*$/u);
      },
    ),
  );
});

test('a long row of signs takes no time', () => {
  const start = performance.now();
  splitTags('#a '.repeat(100_000));
  splitTags('# '.repeat(100_000));
  splitTags(`a${' '.repeat(200_000)}#a`);
  expect(performance.now() - start).toBeLessThan(200);
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
