import { expect, test } from 'vitest';

import { readPageKey } from './page-keys.ts';

const plain = {
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
};
const ctrl = { ...plain, ctrlKey: true };

test.each([
  [{ key: 'Enter', ...ctrl }, 'generate'],
  [{ key: 'Enter', ...plain, metaKey: true }, 'generate'],
  [{ key: 'C', ...ctrl, shiftKey: true }, 'copy'],
  [{ key: 'c', ...plain, metaKey: true, shiftKey: true }, 'copy'],
])('%o is taken everywhere', (press, action) => {
  expect(readPageKey(press, false, true)).toBe(action);
  expect(readPageKey(press, true, false)).toBe(action);
});

test.each([
  [{ key: '/', ...plain }, 'search'],
  [{ key: '/', ...plain, shiftKey: true }, 'search'],
  [{ key: '?', ...plain, shiftKey: true }, 'list'],
])('%o is text in a field, and off if the user wants it', (press, action) => {
  expect(readPageKey(press, false, true)).toBe(action);
  expect(readPageKey(press, true, true)).toBeNull();
  expect(readPageKey(press, false, false)).toBeNull();
});

test.each([
  ['Enter alone', { key: 'Enter', ...plain }],
  ['a copy of the browser', { key: 'c', ...ctrl }],
  ['Enter with Shift', { key: 'Enter', ...ctrl, shiftKey: true }],
  ['AltGr', { key: 'Enter', ...ctrl, altKey: true }],
  ['Alt', { key: '/', ...plain, altKey: true }],
  ['a slash with Ctrl', { key: '/', ...ctrl }],
  ['both modifiers', { key: 'Enter', ...ctrl, metaKey: true }],
  ['a composition', { key: 'Enter', ...ctrl, isComposing: true }],
  ['the end of a composition in Safari', { key: 'Enter', ...ctrl, keyCode: 229 }],
])('%s is left to the browser', (_, press) => {
  expect(readPageKey(press, false, true)).toBeNull();
});
