import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';

import type { LinkImport, newLinkSchema, LinkImportResult } from '#contract/links.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { isStorable, readFields } from '#core/links/link-text.ts';
import type { Link } from '#core/links/link.ts';
import {
  derivedColumns,
  linkColumns,
  nameStorageFailure as named,
  toLink,
  type Database,
  type LinkRow,
  type Tables,
} from '#server/db/database.ts';
import {
  countSaved,
  createSavings,
  deletedLinkBytes,
  linkBytes,
  type Saving,
  type StoreOptions,
} from '#server/workspaces/quotas.ts';

import { changeLink, findRow, removeAllLinks, removeLink, type LinkChange } from './change-links.ts';
import { allLinks, countLinks, createIdReader, createPageReader, linksByUrls } from './read-links.ts';

type NewLink = z.infer<typeof newLinkSchema>;
export type ImportedLink = LinkImport['links'][number];
type ImportResult = LinkImportResult['results'][number];

export type LinkStore = ReturnType<typeof createLinkStore>;

/**
 * Returns the store of saved links, for both databases. Each operation acts inside one workspace and resolves when its
 * changes are on disk. Every failure is a `ProblemError`: of the user ('url-required', 'link-not-found',
 * 'request-invalid', …) or of the database ('link-create-failed', 'storage-failed'), with the database's error as its
 * cause. Operations that save also throw 'workspace-deleted' for a missing or ended workspace, and 'workspace-full',
 * 'visitor-saving-limit' and 'store-full'. Then nothing is saved. `address` is the visitor who saves; null: the visitor
 * is not counted.
 */
export function createLinkStore(database: Database, options: StoreOptions = {}) {
  const { query } = database;
  const { now = Date.now } = options;
  const saving = createSavings(query, options);
  const readByIds = createIdReader(database);
  return {
    /** Returns the existing link when there is one with this id. Throws 'link-deleted' for the id of a deleted link. */
    create: (workspace: string, link: NewLink, address: string | null = null) =>
      named(async () => saveLink(query, link, await saving(workspace, address)), 'link-create-failed'),

    /** Throws a `LinkChangedError` for another version, unless it has the wanted fields already. */
    update: (workspace: string, id: string, change: LinkChange, address: string | null = null) =>
      named(async () => {
        requireStorableId(id);
        return changeLink(query, id, change, await saving(workspace, address));
      }),

    /** With `ifUpdatedAt`, throws a `LinkChangedError` for another version. Without it, deletes any version. */
    remove: (workspace: string, id: string, ifUpdatedAt?: string) =>
      named(async () => {
        requireStorableId(id);
        await removeLink(query, { workspace, id, version: ifUpdatedAt, now: now() });
      }),

    /** Returns links without those that have a blank URL, newest first. */
    page: createPageReader(database),

    /** Returns the existing links whose URL is not blank, in the order of the ids. */
    byIds: readByIds,

    /** Returns the newest link with exactly each of these URLs, in no order: at most one for each URL. */
    byUrls: (workspace: string, urls: readonly string[]) =>
      named(() => linksByUrls(query, readByIds, workspace, urls)),

    /** Saves all valid links, also those that were deleted. When the database fails, saves none. */
    importMany: (workspace: string, links: readonly ImportedLink[], address: string | null = null) =>
      named(async () => importLinks(query, links, await saving(workspace, address))),

    /** Yields all links in batches, newest first. Other requests get their turn between batches. */
    all: (workspace: string): AsyncIterable<Link[]> => allLinks(database, workspace),

    count: (workspace: string) => named(() => countLinks(query, workspace)),

    /** Deletes all links of the workspace and its records of deleted links. */
    removeAll: (workspace: string) => named(() => removeAllLinks(query, workspace)),
  };
}

/** No link has an id that cannot be stored, and PostgreSQL would refuse the query. */
function requireStorableId(id: string): void {
  if (!isStorable(id)) throw new ProblemError('link-not-found');
}

/** Creates the link, or returns the existing one with its id. Throws as `LinkStore.create` does. */
async function saveLink(query: Kysely<Tables>, link: NewLink, saving: Saving): Promise<Link> {
  const { workspace, now } = saving;
  const fields = readFields(link);
  const { id = randomUUID() } = link;
  if (!isStorable(id)) throw new ProblemError('request-invalid');
  return query.transaction().execute(async (transaction) => {
    const times = { created_at: now, updated_at: now };
    const row = await insertMissing(transaction, [
      { workspace_id: workspace, id, ...fields, ...times, ...derivedColumns(fields) },
    ])
      .returning([...linkColumns, linkBytes.as('bytes')])
      .executeTakeFirst();
    if (row === undefined) {
      const earlier = await findRow(transaction, workspace, id);
      if (earlier === undefined) throw new ProblemError('link-deleted');
      return toLink(earlier);
    }
    // Only an id that the client chose may belong to a deleted link.
    const saved = { links: 1, bytes: row.bytes, written: row.bytes, id: link.id };
    await countSaved(transaction, saved, saving);
    return toLink(row);
  });
}

/** Inserts the rows whose ids are new. */
function insertMissing(query: Kysely<Tables>, rows: readonly LinkRow[]) {
  return query
    .insertInto('links')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing());
}

/** The number is small, because the search texts of the largest rows take much memory. */
const rowsAtOnce = 250;

/** Saves the links in one transaction. Returns a result for each link, in the given order. */
function importLinks(
  query: Kysely<Tables>,
  links: readonly ImportedLink[],
  saving: Saving,
): Promise<ImportResult[]> {
  const { workspace, now } = saving;
  return query.transaction().execute(async (transaction) => {
    const sum = { links: 0, bytes: 0, written: 0 };
    const results = new Map<number, ImportResult>();
    // Ordered by id: otherwise two imports of the same links could wait for each other for ever.
    const inOrder = [...links.entries()].sort(([, a], [, b]) => Number(a.id > b.id) - Number(a.id < b.id));
    for (let start = 0; start < inOrder.length; start += rowsAtOnce) {
      const batch = inOrder
        .slice(start, start + rowsAtOnce)
        .map(([index, link]) => ({ index, row: readRow(workspace, link, now) }));
      const rows = batch.flatMap(({ row }) => ('status' in row ? [] : row));
      const { created, written, revived } = await insertRows(transaction, workspace, rows);
      sum.links += created.size;
      sum.written += written;
      sum.bytes += written - revived * deletedLinkBytes;
      for (const { index, row } of batch) {
        if ('status' in row) results.set(index, row);
        // An id that comes twice in one import is created once.
        else results.set(index, { id: row.id, status: created.delete(row.id) ? 'created' : 'kept' });
      }
    }
    if (sum.links > 0) await countSaved(transaction, sum, saving);
    return links.flatMap((_, index) => results.get(index) ?? []);
  });
}

/** Returns the new ids, the written bytes, and how many of the new links had been deleted before. */
async function insertRows(query: Kysely<Tables>, workspace: string, rows: readonly LinkRow[]) {
  if (rows.length === 0) return { created: new Set<string>(), written: 0, revived: 0 };
  const inserted = await insertMissing(query, rows)
    .returning(['id', linkBytes.as('bytes')])
    .execute();
  const created = new Set(inserted.map(({ id }) => id));
  const written = inserted.reduce((sum, { bytes }) => sum + bytes, 0);
  if (created.size === 0) return { created, written, revived: 0 };
  const { numDeletedRows } = await query
    .deleteFrom('deleted_links')
    .where('workspace_id', '=', workspace)
    .where('id', 'in', [...created])
    .executeTakeFirstOrThrow();
  return { created, written, revived: Number(numDeletedRows) };
}

/** Returns the row to insert, or the result of a refused link. */
function readRow(
  workspace: string,
  link: ImportedLink,
  now: number,
): LinkRow | Extract<ImportResult, { status: 'refused' }> {
  const { id } = link;
  try {
    if (!isStorable(id)) throw new ProblemError('request-invalid');
    const fields = readFields(link);
    const createdAt = readTime(link.createdAt, now, now);
    return {
      workspace_id: workspace,
      id,
      ...fields,
      created_at: createdAt,
      updated_at: Math.max(createdAt, readTime(link.updatedAt, createdAt, now)),
      ...derivedColumns(fields),
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { id, status: 'refused', code: error.code, detail: error.message };
  }
}

/** Returns milliseconds since 1970, at most `now`. Without a valid time returns `missing`. */
function readTime(time: string | undefined, missing: number, now: number): number {
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? missing : Math.min(milliseconds, now);
}
