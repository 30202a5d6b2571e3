import { expect, test } from 'vitest';

import { urlLengthLimit } from '#core/links/link-text.ts';

import { createImportPlan } from './import-plan.ts';

const nothing = { urls: new Set<string>(), ids: new Set<string>() };

test('each row says what the import does with it', () => {
  const plan = createImportPlan({ urls: new Set(['https://saved.example']), ids: new Set(['old']) });
  const rows = [
    { url: ' https://new.example ', description: 'a' },
    { url: 'https://saved.example', description: 'b' },
    { url: 'https://new.example', description: 'c' },
    { url: 'https://changed.example', description: 'd', id: 'old' },
    { url: ' ', description: 'e' },
    { url: 'https://nul.example', description: '\0' },
    { url: `https://long.example/${'x'.repeat(urlLengthLimit)}`, description: '' },
    { url: 'https://b.example', description: 'x'.repeat(2001) },
  ].map((fields, index) => plan({ row: index + 1, ...fields }));

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

test('a refused row does not count as a row above, and URLs are compared byte for byte', () => {
  const plan = createImportPlan(nothing);
  const kinds = [
    { url: 'https://a.example', description: '\0' },
    { url: 'https://a.example', description: '' },
    { url: 'https://A.example', description: '' },
    { url: 'https://a.example/', description: '' },
  ].map((fields) => plan({ row: 1, ...fields }).kind);
  expect(kinds).toEqual(['refused', 'new', 'new', 'new']);
});

test('an address that cannot be clicked is marked and kept', () => {
  const plan = createImportPlan(nothing);
  expect(plan({ row: 1, url: 'shop.example/x', description: '' })).toMatchObject({
    kind: 'new',
    isOdd: true,
  });
  expect(plan({ row: 2, url: 'https://shop.example/x', description: '' })).toMatchObject({ isOdd: false });
});
