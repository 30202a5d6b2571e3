import { expect, test } from 'vitest';

import { forgetDisclosures, hasOwnDisclosure } from './kept-work.ts';

test.each([
  ['{"relation":"none","disclosureTexts":{"en":"Ad"}}', '{"relation":"none"}'],
  ['{"relation":"of a later page","disclosureTexts":{"xx":{"a":"Ad"}}}', '{"relation":"of a later page"}'],
  ['{"disclosureTexts":{"en":"Ad', undefined],
  [undefined, undefined],
])('of the stored %j, only the own disclosures are forgotten', (stored, left) => {
  const map = new Map(stored === undefined ? [] : [['export', stored]]);
  const storage = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
  expect(hasOwnDisclosure(storage)).toBe(stored?.includes('Ad') === true);
  forgetDisclosures(storage);
  expect(hasOwnDisclosure(storage)).toBe(false);
  expect(map.get('export')).toBe(left);
});
