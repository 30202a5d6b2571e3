import type { PlannedRow, RowKind } from '#core/link-files/import-plan.ts';
import type { TableSource } from '#core/link-files/link-table.ts';

import type { LinkSource } from './read-source.ts';

/** A file or a text that cannot be imported. Its message tells the user why, and what to do. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
}

export function countMessage(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export const linkCount = (count: number): string => countMessage(count, 'link', 'links');

export const kindLabels = {
  new: 'New',
  saved: 'Already saved',
  twice: 'Twice in here',
  refused: 'Refused',
} as const satisfies Record<RowKind, string>;

const makers = {
  own: 'exported from here',
  'pretty-links': 'an export of Pretty Links',
  'thirsty-affiliates': 'an export of ThirstyAffiliates',
  dub: 'an export of Dub',
  other: 'a table',
} as const satisfies Record<TableSource, string>;

/** Says what kind of source was recognized. */
export function sourceMessage(source: LinkSource): string {
  if (source.kind === 'table') return makers[source.table.source];
  return source.isOwn ? makers.own : 'read line by line';
}

/** Says why the target URL is proposed and not the short link. Null if there is no short link. */
export function shortLinkMessage(source: LinkSource): string | null {
  if (source.kind !== 'table') return null;
  const { slug, source: maker } = source.table;
  const why = 'exactly as the file holds it: it leads to your partner by itself.';
  if (maker === 'dub') return `Your target URL is used, ${why} To use your short links, choose their column.`;
  if (slug === null) return null;
  const name = source.table.columns[slug] ?? '';
  return `Your target URL is used, ${why} The file holds only the ends of your short links: to use those, choose “${name}” and give the address of your site.`;
}

/** Says what the import will do with a row. */
export function rowMessage({ kind, reason }: PlannedRow, isChosen: boolean): string {
  if (kind === 'refused') return `Refused: ${reason ?? ''}`;
  if (kind === 'new') return kindLabels.new;
  return `${kindLabels[kind]}: ${isChosen ? 'saved again' : 'skipped'}`;
}
