import process from 'node:process';

import fc from 'fast-check';
import papaparse from 'papaparse';
import { expect, test } from 'vitest';
import { character } from '#scripts/property-values.ts';
import { csvLine, guardCell, unguardCell, unguardFormula, csvRows } from './csv.ts';

const formulaPiece = fc.constantFrom(
  ...'=+-@|＝＋－＠−﹦⁼',
  ...';;\t\r\n,',
  ..."''",
  ...'"" \u200B\u00A0\u2060',
  'a',
  '1',
  '😀',
);
const hostileCell = fc
  .array(fc.oneof(formulaPiece, fc.string({ unit: character, maxLength: 2 })), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

test('a guarded cell begins no formula with any separator, and its text can be restored exactly', () => {
  fc.assert(
    fc.property(hostileCell, (text) => {
      for (const cell of guardCell(text).split(/[;\t\r\n]/u))
        expect(cell.replace(/^[\s\p{Cc}\p{Cf}"]+/u, '')).not.toMatch(/^[=+\-@|＝＋－＠−﹦⁼]/u);
      expect(unguardCell(guardCell(text))).toBe(text);
    }),
  );
});

test.each([
  ['boots;=1+1;x', "boots;'=1+1;x"],
  [';=1', "';'=1"],
  ['|calc', "'|calc"],
  ['−1', "'−1"],
  ['﹦1', "'﹦1"],
  ['\u200B=1', "'\u200B=1"],
  ['a\t@x', "a\t'@x"],
  ['a\n-1', "a\n'-1"],
  ["'hello", "''hello"],
  ['https://a.example/?a=1;b-2', 'https://a.example/?a=1;b-2'],
])('the cell %j is written as %j', (text, cell) => expect(guardCell(text)).toBe(cell));

test('a long cell of separators is guarded in little time', () => {
  const cell = `${';'.repeat(100_000)}=1`;
  const start = process.cpuUsage();
  expect(unguardCell(guardCell(cell))).toBe(cell);
  // Half a second on a quiet machine; one that is not linear takes far longer.
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
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

test('each cell is quoted', () => {
  expect(csvLine(['a b', 'a,b', 'say "hi"', 'two\nlines', ''])).toBe(
    '"a b","a,b","say ""hi""","two\nlines",""\r\n',
  );
});

function read(text: string, delimiter = ','): { rows: string[][]; isOpen: boolean } {
  const source = csvRows(text, delimiter);
  const rows: string[][] = [];
  for (;;) {
    const next = source.next();
    if (next.done === true) return { rows, isOpen: next.value };
    rows.push(next.value);
  }
}

const cell = fc.oneof(
  fc.string({ unit: character, maxLength: 8 }),
  fc.constantFrom('', '"', '""', ',', ';', '\t', '\r\n', '\n', '\r', 'x'.repeat(500), "'=", '😀'),
);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 12 });

test('written CSV is read back exactly', () => {
  fc.assert(
    fc.property(table, (rows) => {
      // A row with one empty cell is written as an empty line.
      const written = rows.map((row) => (row.length === 1 && row[0] === '' ? ['a'] : row));
      expect(read(written.map(csvLine).join(''))).toEqual({ rows: written, isOpen: false });
    }),
  );
});

/** Some readers return an empty row after the last line end. */
function withoutEmptyEnd(rows: readonly string[][]): string[][] {
  const last = rows.findLastIndex((row) => row.length > 1 || row[0] !== '');
  return rows.slice(0, last + 1);
}

test('well-formed text is read as papaparse reads it', () => {
  const end = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(table, end, fc.constantFrom(',', ';', '\t'), (rows, newline, delimiter) => {
      const text = papaparse.unparse(rows, { newline, delimiter, escapeFormulae: false });
      fc.pre(text !== '');
      const { data } = papaparse.parse<string[]>(text, { newline, delimiter });
      fc.pre(!rows.flat().some((words) => words.includes('\r') && newline !== '\r'));
      expect(withoutEmptyEnd(read(text, delimiter).rows)).toEqual(withoutEmptyEnd(data));
    }),
  );
});

test.each([
  ['', []],
  ['\n', [['']]],
  ['a,b', [['a', 'b']]],
  ['a,', [['a', '']]],
  ['a\n\nb\r\nc\rd', [['a'], [''], ['b'], ['c'], ['d']]],
  ['"a\r\nb",""\n', [['a\r\nb', '']]],
  ['"Chef \\"x\\" knife",1', [['Chef \\"x\\" knife', '1']]],
  ['"a"b,c', [['a"b,c']]],
  ['a"b",c', [['a"b"', 'c']]],
  ['a, "b, ""c""" ,d\n  ""\n', [['a', 'b, "c"', 'd'], ['']]],
  ['a, "b" c,d "e"\n', [['a', ' "b" c', 'd "e"']]],
  [
    'a, "b\nc,d 12"\n',
    [
      ['a', ' "b'],
      ['c', 'd 12"'],
    ],
  ],
])('%j', (text, rows) => expect(read(text).rows).toEqual(rows));

test('a cell that is never closed is reported', () => {
  expect(read('a,"b\nc,d\n')).toEqual({ rows: [['a', 'b\nc,d\n']], isOpen: true });
});
