import { createHash } from 'node:crypto';

import { sql, type Kysely } from 'kysely';

import { type Link, type LinkFields, searchTextOf } from '#core/links/link.ts';
import type { LinkRow, Tables } from '#server/db/database.ts';

export const linkColumns = ['id', 'url', 'description', 'created_at', 'updated_at'] as const;

export type PageRow = Pick<LinkRow, (typeof linkColumns)[number]>;

export function toLink(row: PageRow): Link {
  const createdAt = new Date(row.created_at).toISOString();
  const isChanged = row.updated_at !== row.created_at;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    createdAt,
    updatedAt: isChanged ? new Date(row.updated_at).toISOString() : createdAt,
  };
}

/** Returns the columns that are computed from the fields of a link. */
export function derivedColumns(fields: LinkFields) {
  return { search_text: searchTextOf(fields), url_hash: hashUrl(fields.url) };
}

/** Returns half a SHA-256. Two URLs of a workspace never share it. */
export function hashUrl(url: string): string {
  return createHash('sha256').update(url).digest().subarray(0, 16).toString('base64url');
}

/** Returns the `updated_at` of a text; -1, which no link has, when the text is no time. */
export function versionOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? -1 : time;
}

/** All characters that `String.prototype.trim` removes. */
const blankCharacters =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** The URL without blanks around it. An index uses this expression, so its text must not change. */
export const trimmedUrl = sql<string>`trim(url, ${sql.lit(blankCharacters)})`;

/** Selects the links of a workspace without those that have a blank URL. They are never shown and take no place on a page. */
export function visibleLinks(query: Kysely<Tables>, workspace: string) {
  return query.selectFrom('links').where('workspace_id', '=', workspace).where(trimmedUrl, '<>', '');
}
