import { expect, test } from 'vitest';

import { loadOnce } from './tasks.ts';

test('all calls share one load, and a failed load is tried again', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('There is no network.');
    return loads;
  });
  const both = [load(), load()];
  await expect(both[0]).rejects.toThrow('no network');
  await expect(both[1]).rejects.toThrow('no network');
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
