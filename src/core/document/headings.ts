import type { Block } from './document.ts';

/** Returns the level of a heading of Markdown or HTML. Null: the block is none. */
export function headingLevel(content: string, { kind, start, end }: Block): number | null {
  const before = content.slice(Math.max(0, start - 200), start);
  if (kind === 'closed') return Number(/<h([1-6])\b[^<>]*>\s*$/iu.exec(before)?.[1] ?? 0) || null;
  if (kind !== 'heading') return null;
  const text = content.slice(start, end).trim();
  const [signs] = /^#{1,6}/u.exec(text) ?? [];
  return signs?.length ?? (text.endsWith('=') ? 1 : 2);
}
