import { linkBatchLimit } from '#contract/links.ts';

import { numberedLink } from './links-data.ts';
import { median } from './links-load.ts';
import type { Visitor } from './links-visitor.ts';

const saves = 300;

/** Saves links one after another. Returns the median time of a save, in milliseconds. */
export async function saveOverHttp(origin: string, visitor: Visitor): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < saves; number += 1) {
    const { url, description } = numberedLink(number);
    const began = performance.now();
    await post(`${origin}/api/links`, visitor.headersFor(origin), { url, description });
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Imports rows in batches, as the page does. Returns the time in seconds. */
export async function importOverHttp(origin: string, visitor: Visitor, rows: number): Promise<number> {
  const began = performance.now();
  for (let start = 0; start < rows; start += linkBatchLimit) {
    const links = Array.from({ length: linkBatchLimit }, (_, index) => numberedLink(start + index));
    await post(`${origin}/api/links/import`, visitor.headersFor(origin), { links });
  }
  return (performance.now() - began) / 1000;
}

async function post(address: string, headers: Record<string, string>, body: object): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address} answered with ${response.status}.`);
}
