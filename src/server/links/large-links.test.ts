import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { setImmediate as othersTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { migrate } from '#server/db/migrate.ts';
import { openTestSqlite } from '#server/db/test-databases.ts';

import { createLinkStore } from './link-store.ts';
import { openOnUse } from './test-open-on-use.ts';

test('imports of many sizes leave nothing in memory', async () => {
  const { database, close } = await openTestSqlite();
  await migrate(database);
  const store = openOnUse(database, createLinkStore(database));
  async function importOf(count: number) {
    await store.importMany(
      randomUUID(),
      Array.from({ length: count }, () => ({
        id: randomUUID(),
        url: `https://a.example/${'ü'.repeat(8000)}`,
        description: 'ü'.repeat(2000),
      })),
    );
    await othersTurn();
  }
  const sizes: number[] = [];
  for (let count = 100; count < 160; count += 1) {
    await importOf(count);
    if (count % 25 !== 9) continue;
    globalThis.gc?.();
    sizes.push(process.memoryUsage.rss() / 1024 / 1024);
  }
  // 25 imports have over 60 MB. Other code takes memory only once.
  const [first = 0, second = 0, third = 0] = sizes;
  expect(Math.min(second - first, third - second)).toBeLessThan(35);
  await close();
});
