import { randomUUID } from 'node:crypto';

import { linkBatchLimit } from '#contract/links.ts';
import type { LinkStore } from '#server/links/link-store.ts';

const subjects = [
  'santoku knife',
  'trail boots',
  'oak board',
  'rain jacket',
  'drip kit',
  'desk lamp',
  'tent',
  'mug',
];
const oldest = Date.UTC(2020, 0, 1);

/** Fills a workspace with links of usual length, a second after one another. */
export async function seedLinks(links: LinkStore, workspace: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += linkBatchLimit)
    await links.importMany(
      workspace,
      Array.from({ length: Math.min(linkBatchLimit, count - start) }, (_, index) =>
        numberedLink(start + index),
      ),
    );
}

export function numberedLink(number: number) {
  const subject = subjects[number % subjects.length] ?? '';
  return {
    id: randomUUID(),
    url: `https://shop.example/item/${number}/${subject.replaceAll(' ', '-')}?tag=linkweft-21&ref=list-${number % 97}`,
    description: `Review of the ${subject} number ${number}, with a discount for readers`,
    createdAt: new Date(oldest + number * 1000).toISOString(),
  };
}

/** Addresses of pages from all over the list, the first one included. */
export async function pagePaths(links: LinkStore, workspace: string, count: number): Promise<string[]> {
  const paths = ['/api/links?limit=5'];
  const step = Math.max(1, Math.floor(count / 100 / 500));
  let cursor: string | null = null;
  for (let page = 0; page * 100 < count; page += 1) {
    const { nextCursor } = await links.page(workspace, { limit: 100, ...(cursor !== null && { cursor }) });
    if (nextCursor === null) break;
    cursor = nextCursor;
    if (page % step === 0) paths.push(`/api/links?limit=5&cursor=${cursor}`);
  }
  return paths;
}
