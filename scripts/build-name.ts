import { createHash } from 'node:crypto';

/** Names a build of the page by what it is made of: the page itself, and files whose names tell of their content. */
export function buildName(html: string, files: readonly string[]): string {
  const parts = [html, ...files.toSorted()].join('\0');
  return `page-${createHash('sha256').update(parts).digest('hex').slice(0, 16)}`;
}
