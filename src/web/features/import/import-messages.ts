import type { PlannedRow, RowKind } from '#core/link-files/import-plan.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';

import type { LinkSource } from './read-source.ts';

export const kindLabels = {
  new: 'New',
  saved: 'Already saved',
  twice: 'Twice in here',
  refused: 'Refused',
} as const satisfies Record<RowKind, EnglishText>;

/** What kind of source was recognized. */
export const makerLabels = {
  own: 'exported from here',
  'pretty-links': 'an export of Pretty Links',
  'thirsty-affiliates': 'an export of ThirstyAffiliates',
  dub: 'an export of Dub',
  other: 'a table',
  lines: 'read line by line',
} as const satisfies Record<LinkSource['maker'], EnglishText>;

/** Says why the target URL is proposed and not the short link. Null if there is no short link. */
export function shortLinkMessage(source: Exclude<LinkSource, { choices: null }>): string | null {
  const { slug, maker, columns } = source;
  if (maker === 'dub')
    return t(
      'Your target URL is used, exactly as the file holds it: it leads to your partner by itself. To use your short links, choose their column.',
    );
  if (slug === null) return null;
  return t(
    'Your target URL is used, exactly as the file holds it: it leads to your partner by itself. The file holds only the ends of your short links: to use those, choose “{column}” and give the address of your site.',
    { column: columns[slug] ?? '' },
  );
}

const fates = {
  saved: { again: 'Already saved: saved again', skipped: 'Already saved: skipped' },
  twice: { again: 'Twice in here: saved again', skipped: 'Twice in here: skipped' },
} as const satisfies Partial<Record<RowKind, Record<'again' | 'skipped', EnglishText>>>;

export function rowMessage({ kind, reason }: PlannedRow, isChosen: boolean): string {
  if (kind === 'refused') return t('Refused: {reason}', { reason: translated(reason ?? '') });
  if (kind === 'new') return t(kindLabels.new);
  return t(fates[kind][isChosen ? 'again' : 'skipped']);
}
