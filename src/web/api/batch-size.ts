import { linkBatchLimit } from '#contract/links.ts';

const bytesAtMost = 4 * 1024 * 1024;
const bytesBeside = 220;

/** How many of the texts from `start` on go into one request: by number, and by the bytes they may take. */
export function batchSize(sizes: (index: number) => number, start: number, total: number): number {
  let bytes = 0;
  let size = 0;
  while (size < linkBatchLimit && start + size < total) {
    // Most letters are one byte, some are three; escapes make up for the rest.
    bytes += sizes(start + size) * 3 + bytesBeside;
    if (size > 0 && bytes > bytesAtMost) break;
    size += 1;
  }
  return size;
}
