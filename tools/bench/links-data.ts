import { randomUUID } from 'node:crypto';

import { writeCursor } from '#server/links/read-links.ts';

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
/** The number of different pages that are requested in turn. */
const pages = 500;
const oldest = Date.UTC(2020, 0, 1);

export function numberedLink(number: number) {
  const subject = subjects[number % subjects.length] ?? '';
  return {
    id: randomUUID(),
    url: `https://shop.example/item/${number}/${subject.replaceAll(' ', '-')}?tag=linkweft-21&ref=list-${number % 97}`,
    description: `Review of the ${subject} number ${number}, with a discount for readers`,
    createdAt: new Date(oldest + number * 1000).toISOString(),
  };
}

/** Returns the addresses of pages spread over a list of `count` links. The first page is one of them. */
export function pagePaths(count: number): string[] {
  const later = Array.from({ length: pages }, (_, page) => {
    const { id, createdAt } = numberedLink(Math.floor((count * (page + 1)) / pages) - 1);
    return `/api/links?limit=5&cursor=${writeCursor({ created_at: Date.parse(createdAt), id })}`;
  });
  return ['/api/links?limit=5', ...later];
}
