import { expect, test } from 'vitest';

import { readRowKey } from './link-rows.tsx';

const plain = { altKey: false, ctrlKey: false, metaKey: false };
const place = { index: 10, count: 30, page: 8 };

test.each([
  ['ArrowUp', 9],
  ['ArrowDown', 11],
  ['PageUp', 2],
  ['PageDown', 18],
  ['Home', 0],
  ['End', 29],
])('%s moves from row 10 of 30 to row %i', (key, to) => {
  expect(readRowKey({ key, ...plain }, place)).toBe(to);
});

test.each([
  ['ArrowUp', 0, 0],
  ['PageUp', 3, 0],
  ['ArrowDown', 29, 29],
  ['PageDown', 25, 29],
])('%s from row %i stops at the end of the list, row %i', (key, index, to) => {
  expect(readRowKey({ key, ...plain }, { ...place, index })).toBe(to);
});

test('e and Enter edit, Delete and Backspace delete, arrows lead to the other controls of the row', () => {
  expect(readRowKey({ key: 'e', ...plain }, place)).toBe('edit');
  expect(readRowKey({ key: 'Enter', ...plain }, place)).toBe('edit');
  expect(readRowKey({ key: 'ArrowLeft', ...plain }, place)).toBe('left');
  expect(readRowKey({ key: 'ArrowRight', ...plain }, place)).toBe('right');
  expect(readRowKey({ key: 'Delete', ...plain }, place)).toBe('delete');
  expect(readRowKey({ key: 'Backspace', ...plain }, place)).toBe('delete');
});

test.each([' ', 'Tab', 'x', 'constructor'])('%j is left to the browser', (key) => {
  expect(readRowKey({ key, ...plain }, place)).toBeNull();
});

test.each(['altKey', 'ctrlKey', 'metaKey'])('a key with %s is left to the browser', (modifier) => {
  expect(readRowKey({ key: 'ArrowDown', ...plain, [modifier]: true }, place)).toBeNull();
});
