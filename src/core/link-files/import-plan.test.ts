import { expect, test } from 'vitest';

import { testFields } from '#core/links/test-link.ts';

import { createImportPlan, type FoundLink, type SavedLinks } from './import-plan.ts';

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
    ['refused', 'The text holds characters that cannot be saved. Please remove them and try again.'],
    ['refused', 'The URL is too long. Please use one of at most 8,192 characters.'],
    ['refused', 'The description is too long. Please use at most 2,000 characters.'],
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

test('an address that cannot be clicked is counted and kept', () => {
  const plan = planOf([{ url: 'shop.example/x', description: '' }]);
  expect(plan).toMatchObject({ odd: { new: 1 }, rows: [{ url: 'shop.example/x', kind: 'new' }] });
  const none = { new: 0, saved: 0, twice: 0, refused: 0 };
  expect(planOf([{ url: 'https://shop.example/x', description: '' }]).odd).toEqual(none);
});

test('addresses that cannot be clicked are counted by what happens with their rows', () => {
  const urls = ['a.example', 'b.example', 'a.example', 'b.example', 'b.example', 'https://c.example'];
  const plan = planOf(
    urls.map((url) => ({ url, description: '' })),
    { ...nothing, urls: new Set(['a.example']) },
  );
  expect(plan.odd).toEqual({ new: 1, saved: 2, twice: 2, refused: 0 });
});
