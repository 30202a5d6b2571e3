import fc from 'fast-check';
import { expect, test } from 'vitest';

import { character } from '#scripts/property-character.ts';

import { csvLine, guardCell, unguardCell, unguardFormula } from './csv-cell.ts';

const start = fc.constantFrom(
  '',
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '\t',
  '\r',
  "'",
  "''",
  'a',
  '\n',
  '"',
);

test('a guarded cell is no formula, and its text can be restored exactly', () => {
  fc.assert(
    fc.property(start, fc.string({ unit: character }), (first, rest) => {
      const text = first + rest;
      expect(guardCell(text)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
      expect(unguardCell(guardCell(text))).toBe(text);
    }),
  );
});

test.each([
  ["'=1", '=1'],
  ["''=1", "'=1"],
  ["'hello", "'hello"],
  ["'", "'"],
  ['=1', '=1'],
])('the cell %j of our own file is %j', (cell, text) => expect(unguardCell(cell)).toBe(text));

test.each([
  ["'=1", '=1'],
  ["''x", "''x"],
  ["'x", "'x"],
])('the cell %j of a file that guards only formulas is %j', (cell, text) =>
  expect(unguardFormula(cell)).toBe(text),
);

test('cells are quoted only if they must be', () => {
  expect(csvLine(['a b', 'a,b', 'say "hi"', 'two\nlines', ''])).toBe(
    'a b,"a,b","say ""hi""","two\nlines",\r\n',
  );
});
