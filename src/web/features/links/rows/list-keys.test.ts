import { expect, test } from 'vitest';

import { asksForSearch, readListKey } from './list-keys.ts';

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
  expect(readListKey({ key, ...plain }, place)).toEqual({ kind: 'move', to });
});

test.each([
  ['ArrowUp', 0, 0],
  ['PageUp', 3, 0],
  ['ArrowDown', 29, 29],
  ['PageDown', 25, 29],
])('%s from row %i stops at the end of the list, row %i', (key, index, to) => {
  expect(readListKey({ key, ...plain }, { ...place, index })).toEqual({ kind: 'move', to });
});

test('e edits, Delete and Backspace delete', () => {
  expect(readListKey({ key: 'e', ...plain }, place)).toEqual({ kind: 'edit' });
  expect(readListKey({ key: 'Delete', ...plain }, place)).toEqual({ kind: 'delete' });
  expect(readListKey({ key: 'Backspace', ...plain }, place)).toEqual({ kind: 'delete' });
});

test.each([' ', 'Enter', 'Tab', 'x', 'ArrowLeft', 'constructor'])('%j is left to the browser', (key) => {
  expect(readListKey({ key, ...plain }, place)).toBeNull();
});

test.each(['altKey', 'ctrlKey', 'metaKey'])('a key with %s is left to the browser', (modifier) => {
  expect(readListKey({ key: 'ArrowDown', ...plain, [modifier]: true }, place)).toBeNull();
  expect(asksForSearch({ key: '/', ...plain, [modifier]: true }, false)).toBe(false);
});

test('a slash starts a search, except in a text field', () => {
  expect(asksForSearch({ key: '/', ...plain }, false)).toBe(true);
  expect(asksForSearch({ key: '/', ...plain }, true)).toBe(false);
  expect(asksForSearch({ key: 'k', ...plain }, false)).toBe(false);
});
