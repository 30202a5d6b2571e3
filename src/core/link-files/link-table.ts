import { isWebAddress } from '#core/links/web-address.ts';

export type TableSource = 'own' | 'pretty-links' | 'thirsty-affiliates' | 'dub' | 'other';

/** Which cells of a row become a link. Columns are counted from 0. */
export type TableChoices = {
  /** Null: the user has to say. */
  readonly url: number | null;
  /** Put before each cell of `url`: the site's address, where the column holds only the ends of short links. */
  readonly urlStart: string;
  readonly description: number | null;
  /** What describes a link whose description is empty: another column, the host of its URL, or nothing. */
  readonly fallback: number | 'host' | null;
};

/** A table as it was recognised, with what is proposed for it. */
export type LinkTable = {
  readonly source: TableSource;
  /** Their names, or `Column 1` and so on where there is no header. */
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  /** The column that holds the ends of short links, where there is one. */
  readonly slug: number | null;
  readonly choices: TableChoices;
};

const ownColumns = ['id', 'url', 'description', 'createdat', 'updatedat'];
/** The file of what an import refused, mended and brought back. */
const refusedColumns = 'row,url,description,reason';
const urlNames =
  /^(?:(?:affiliate|target|destination|long|original|full|link|web|product|final)?[ _-]?(?:url|uri|link|address)|href|destination|target|website|web ?site|link url)$/;
const descriptionNames =
  /^(?:(?:link|product|anchor|meta)?[ _-]?(?:description|title|name|label|text)|anchor|keywords?|product|notes?|comments?|about|what's this link about)$/;
const rowsLookedAt = 50;

/** Recognises a table by its header, and where that says nothing, by what stands in its columns. */
export function recogniseTable(rows: readonly (readonly string[])[]): LinkTable {
  const header = (rows[0] ?? []).map((name) => name.trim());
  const names = header.map((name) => name.toLowerCase());
  const at = (...wanted: string[]) => {
    const index = names.findIndex((name) => wanted.includes(name));
    return index === -1 ? null : index;
  };
  const source = sourceOf(names);
  const whole = { hasHeader: true, columns: header, urlStart: '' };
  switch (source) {
    case 'own':
      return { source, ...table(whole, null, at('url'), at('description'), null) };
    case 'pretty-links': {
      const name = at('name');
      const description = at('description');
      const fallback = description === null ? 'host' : (name ?? 'host');
      return { source, ...table(whole, at('slug'), at('url'), description ?? name, fallback) };
    }
    case 'thirsty-affiliates':
      return {
        source,
        ...table(whole, at('slug'), at('destination url'), at('name', 'link name'), 'host'),
      };
    case 'dub': {
      const title = at('title', 'description', 'comments');
      return { source, ...table(whole, null, at('destination url', 'url'), title, 'host') };
    }
    case 'other':
      return { source, ...recogniseOther(rows, header, names) };
  }
}

function sourceOf(names: readonly string[]): TableSource {
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name));
  if (has(...ownColumns) || names.join() === refusedColumns) return 'own';
  if (has('url', 'slug', 'redirect_type')) return 'pretty-links';
  if (has('destination url', 'slug') && (has('name') || has('link name'))) return 'thirsty-affiliates';
  if (has('short link', 'destination url') || has('link', 'url', 'clicks')) return 'dub';
  return 'other';
}

type Frame = {
  readonly hasHeader: boolean;
  readonly columns: readonly string[];
  readonly urlStart: string;
};

function table(
  { hasHeader, columns, urlStart }: Frame,
  slug: number | null,
  url: number | null,
  description: number | null,
  fallback: TableChoices['fallback'],
): Omit<LinkTable, 'source'> {
  return { hasHeader, columns, slug, choices: { url, urlStart, description, fallback } };
}

function recogniseOther(
  rows: readonly (readonly string[])[],
  header: readonly string[],
  names: readonly string[],
): Omit<LinkTable, 'source'> {
  const hasHeader = !header.some(isWebAddress);
  const body = rows.slice(hasHeader ? 1 : 0, rowsLookedAt);
  const width = Math.max(0, ...body.map((row) => row.length), header.length);
  const columns = Array.from({ length: width }, (_, index) =>
    hasHeader && header[index] ? header[index] : `Column ${index + 1}`,
  );
  const share = columns.map(
    (_, index) => body.filter((row) => isWebAddress((row[index] ?? '').trim())).length / (body.length || 1),
  );
  const best = share.indexOf(Math.max(...share));
  const named = hasHeader ? names.findIndex((name) => urlNames.test(name)) : -1;
  // What stands in a column says more than its name.
  const byContent = (share[best] ?? 0) >= 0.5 && (share[named] ?? 0) < 0.5 ? best : named;
  const url = byContent === -1 ? null : byContent;
  const described = columns.findIndex(
    (_, index) => index !== url && hasHeader && descriptionNames.test(names[index] ?? ''),
  );
  const other = columns.findIndex((_, index) => index !== url && (share[index] ?? 0) === 0);
  const description = described === -1 ? other : described;
  return table(
    { hasHeader, columns, urlStart: '' },
    null,
    url,
    description === -1 ? null : description,
    'host',
  );
}
