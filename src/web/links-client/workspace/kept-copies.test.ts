import { expect, onTestFinished, test, vi } from 'vitest';

import type { LinkImport } from '#contract/link-requests.ts';

import { createKeptCopies } from './kept-copies.ts';
import { openTestDatabase } from '#web/links-client/test-database.ts';

test('cached links are saved again in their old order, with their ids, in several requests', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const database = await openTestDatabase();
  const ids = Array.from({ length: 1234 }, (_, number) => `id-${number}`);
  const time = (number: number) => new Date(1_700_000_000_000 + number * 1000).toISOString();
  const fields = { url: 'https://a.example/', description: 'A pan', seenAt: 0, bytes: 1 };
  for (const [number, id] of ids.toReversed().entries()) {
    const at = time(ids.length - number);
    await database.put('links', { ...fields, id, createdAt: at, updatedAt: at });
  }
  const requests: LinkImport['links'][] = [];
  const importLinks = async (links: LinkImport['links']) => {
    requests.push(links);
    return [];
  };
  const copies = createKeptCopies({ importLinks });
  expect(await copies.count()).toBe(ids.length);
  await copies.save();
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.flat().map(({ id }) => id)).toEqual(ids);
  expect(requests[0]?.[0]).toEqual({ id: 'id-0', url: fields.url, description: fields.description });
});
