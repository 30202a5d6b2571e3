import fc from 'fast-check';
import { expect, test } from 'vitest';

import { splitDescription } from '#core/links/description.ts';
import { testFields } from '#core/links/test-link.ts';

import { faultIn, formFieldsOf, linkFieldsOf } from './form-fields.ts';

const description = 'Chef’s knife  #Kitchen anchor: “a knife for life”  #gift ';
const saved = testFields({ url: 'https://a.example/', description });
const form = formFieldsOf(saved);

test('a saved description is shown in three fields', () => {
  expect(form).toEqual({
    url: 'https://a.example/',
    description: 'Chef’s knife',
    tags: 'Kitchen, gift',
    anchor: 'a knife for life',
  });
});

test('what was not changed stays as it was saved, byte for byte', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom('#a', ' ', '\n', 'b', '#é', 'anchor: "two words"', 'anchor:', '"', '😀'))
        .map((parts) => parts.join('')),
      fc.string(),
      (text, url) => {
        const link = testFields({ url, description: text });
        expect(linkFieldsOf(formFieldsOf(link), link)).toEqual(link);
        expect(faultIn(formFieldsOf(link))).toBeNull();
      },
    ),
  );
});

test('new words keep the end of the description, byte for byte', () => {
  const changed = linkFieldsOf({ ...form, description: ' A santoku ' }, saved);
  expect(changed.description).toBe('A santoku  #Kitchen anchor: “a knife for life”  #gift ');
});

test('new tags and a new anchor are written behind the words', () => {
  expect(linkFieldsOf({ ...form, tags: 'Home & garden, gift' }, saved).description).toBe(
    'Chef’s knife anchor: "a knife for life" #Home-garden #gift',
  );
  expect(linkFieldsOf({ ...form, anchor: '', tags: '#a b' }, saved).description).toBe('Chef’s knife #a #b');
  const anew = linkFieldsOf({ ...form, anchor: ' two  words ' }, saved).description;
  expect(splitDescription(anew).anchor).toBe('two words');
});

test('tags without words are no description', () => {
  expect(linkFieldsOf({ ...form, description: ' ' }, saved).description).toBe('');
  expect(linkFieldsOf({ ...form, description: ' ', tags: 'a' }, saved).description).toBe('');
});

test.each([
  [{ tags: 'kitchen, 1st' }, 'tags'],
  [{ tags: Array.from({ length: 21 }, (_, index) => `t${index}`).join(' ') }, 'tags'],
  [{ anchor: 'knife' }, 'anchor'],
  [{ anchor: 'a "good" knife' }, 'anchor'],
  [{ anchor: 'one two three four five six seven eight nine' }, 'anchor'],
  [{ anchor: '' }, null],
  [{ anchor: 'ein Messer', tags: 'küche' }, null],
] as const)('%j has the fault %s', (change, fault) => {
  expect(faultIn({ ...formFieldsOf(testFields({ description: 'A pan' })), ...change })).toBe(fault);
});
