import { createHash } from 'node:crypto';

/** Returns the name of a build of the page: a hash of the page and of its file names, which contain hashes. */
export function buildName(html: string, files: readonly string[]): string {
  const parts = [html, ...files.toSorted()].join('\0');
  return `page-${createHash('sha256').update(parts).digest('hex').slice(0, 16)}`;
}
