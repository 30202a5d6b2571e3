import { afterEach, expect, test, vi } from 'vitest';

import { forgetDisclosures, hasKeptWork } from './kept-work.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{}, false],
  [{ lastWork: '{}' }, true],
  [{ keepResults: 'off' }, true],
  [{ export: '{"relation":"none","disclosure":true,"disclosureTexts":{}}' }, false],
  [{ export: '{"relation":"none","disclosure":true,"disclosureTexts":{"en":"Ad"}}' }, true],
])('whether a browser that stores %j keeps work of the user: %j', (stored, isKept) => {
  const map = new Map(Object.entries(stored));
  vi.stubGlobal('localStorage', { getItem: (key: string) => map.get(key) ?? null });
  expect(hasKeptWork()).toBe(isKept);
});

test.each([
  ['{"relation":"none","disclosureTexts":{"en":"Ad"}}', '{"relation":"none"}'],
  ['{"relation":"of a later page","disclosureTexts":{"xx":{"a":"Ad"}}}', '{"relation":"of a later page"}'],
  ['{"disclosureTexts":{"en":"Ad', undefined],
  [undefined, undefined],
])('of the stored %j, only the own disclosures are forgotten', (stored, left) => {
  const map = new Map(stored === undefined ? [] : [['export', stored]]);
  forgetDisclosures({
    read: (key) => map.get(key) ?? null,
    write: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
  });
  expect(map.get('export')).toBe(left);
});
