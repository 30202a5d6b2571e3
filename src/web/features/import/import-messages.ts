import type { PlannedRow, RowKind } from '#core/link-files/import-plan.ts';

import type { LinkSource } from './read-source.ts';

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

/** What kind of source was recognized. */
export const makerLabels = {
  own: 'exported from here',
  'pretty-links': 'an export of Pretty Links',
  'thirsty-affiliates': 'an export of ThirstyAffiliates',
  dub: 'an export of Dub',
  other: 'a table',
  lines: 'read line by line',
} as const satisfies Record<LinkSource['maker'], string>;

/** Says why the target URL is proposed and not the short link. Null if there is no short link. */
export function shortLinkMessage(source: Exclude<LinkSource, { choices: null }>): string | null {
  const { slug, maker, columns } = source;
  const why = 'exactly as the file holds it: it leads to your partner by itself.';
  if (maker === 'dub') return `Your target URL is used, ${why} To use your short links, choose their column.`;
  if (slug === null) return null;
  return `Your target URL is used, ${why} The file holds only the ends of your short links: to use those, choose “${columns[slug] ?? ''}” and give the address of your site.`;
}

/** Says what the import will do with a row. */
export function rowMessage({ kind, reason }: PlannedRow, isChosen: boolean): string {
  if (kind === 'refused') return `Refused: ${reason ?? ''}`;
  if (kind === 'new') return kindLabels.new;
  return `${kindLabels[kind]}: ${isChosen ? 'saved again' : 'skipped'}`;
}
