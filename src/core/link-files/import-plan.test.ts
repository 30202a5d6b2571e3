import { expect, test } from 'vitest';

import { testFields } from '#core/links/test-link.ts';

import { checkAddress, createImportPlan, type FoundLink, type SavedLinks } from './import-plan.ts';

const nothing = { urls: new Set<string>(), ids: new Set<string>() };

function planOf(found: readonly Partial<FoundLink>[], saved: SavedLinks = nothing) {
  const { plan, add } = createImportPlan(saved);
  for (const [index, fields] of found.entries()) add({ ...testFields(fields), ...fields, row: index + 1 });
  return plan;
}

test('each row says what the import does with it', () => {
  const saved = { urls: new Set(['https://saved.example']), ids: new Set(['old']) };
  const found = [
    { url: ' https://new.example ', description: 'a' },
    { url: 'https://saved.example', description: 'b' },
    { url: 'https://new.example', description: 'c' },
    { url: 'https://changed.example', description: 'd', id: 'old' },
    { url: ' ', description: 'e' },
    { url: 'https://nul.example', description: '\0' },
    { url: `https://long.example/${'x'.repeat(8192)}`, description: '' },
    { url: 'https://b.example', description: 'x'.repeat(2001) },
  ];
  const { rows, counts } = planOf(found, saved);

  expect(counts).toEqual({ new: 1, saved: 2, twice: 1, refused: 4 });
  expect(rows.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['new', null],
    ['saved', null],
    ['twice', null],
    ['saved', null],
    ['refused', 'URL is required'],
    ['refused', 'The text contains characters that can’t be saved. Please remove them and try again.'],
    ['refused', 'The URL is too long. The limit is 8,192 characters.'],
    ['refused', 'The description is too long. The limit is 2,000 characters.'],
  ]);
  expect(rows[0]?.url).toBe('https://new.example');
});

test('a row with a problem is refused for it', () => {
  const { rows, counts } = planOf([{ url: 'https://a.example', problem: 'Too long.' }]);
  expect(counts).toEqual({ new: 0, saved: 0, twice: 0, refused: 1 });
  expect(rows[0]).toMatchObject({ kind: 'refused', reason: 'Too long.', url: 'https://a.example' });
});

test('a refused row does not count as a row above, and URLs are compared byte for byte', () => {
  const { rows } = planOf([
    { url: 'https://a.example', description: '\0' },
    { url: 'https://a.example', description: '' },
    { url: 'https://A.example', description: '' },
    { url: 'https://a.example/', description: '' },
  ]);
  expect(rows.map(({ kind }) => kind)).toEqual(['refused', 'new', 'new', 'new']);
});

test('a doubtful address is counted and kept', () => {
  const counts = (url: string) => planOf([{ url }]).doubts;
  const none = { new: 0, saved: 0, twice: 0, refused: 0 };
  const one = { ...none, new: 1 };
  expect(planOf([{ url: 'shop.example/x' }]).rows).toMatchObject([{ url: 'shop.example/x', kind: 'new' }]);
  expect(counts('shop.example/x')).toMatchObject({ plain: one, blank: none, escaped: none });
  expect(counts('https://shop.example/a b')).toMatchObject({ plain: none, blank: one });
  expect(counts('https://shop.example/?a=1&amp;b=2')).toMatchObject({ escaped: one });
  expect(Object.values(counts('https://shop.example/x'))).toEqual([none, none, none, none, none]);
});

test('doubtful addresses are counted by what happens with their rows', () => {
  const urls = ['a.example', 'b.example', 'a.example', 'b.example', 'b.example', 'https://c.example'];
  const plan = planOf(
    urls.map((url) => ({ url, description: '' })),
    { ...nothing, urls: new Set(['a.example']) },
  );
  expect(plan.doubts.plain).toEqual({ new: 1, saved: 2, twice: 2, refused: 0 });
});

test.each([
  ['mailto:me@shop.example', 'Only addresses that start with'],
  ['intent://shop.example#Intent;end', 'Only addresses that start with'],
  ['amzn://pan', 'Only addresses that start with'],
  ['ftp://shop.example/pan', 'Only addresses that start with'],
  ['https://a.example https://b.example', 'several URLs'],
  ['https://a.example,https://b.example', 'several URLs'],
  ['https://a.example\nhttps://b.example', 'several URLs'],
])('%j is refused for the right reason', (url, reason) => {
  const found = { row: 1, ...testFields({ url }) };
  expect(checkAddress(found).problem).toContain(reason);
});

test.each([
  'https://go.example/?url=https://a.example',
  'shop.example:8080/x',
  'localhost:3000/x',
  'HTTP://A.EXAMPLE',
])('%j is not refused', (url) => {
  const found = { row: 1, ...testFields({ url }) };
  expect(checkAddress(found)).toBe(found);
});

test('the problem of a row stays', () => {
  const found = { row: 1, ...testFields({ url: 'mailto:me@shop.example' }), problem: 'Too long.' };
  expect(checkAddress(found).problem).toBe('Too long.');
});
