import { randomUUID } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';

import { sql, type Kysely } from 'kysely';
import type * as z from 'zod/mini';

import type { linkChangeSchema, newLinkSchema } from '#contract/links.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { isStorable, readFields } from '#core/links/check-link-fields.ts';
import { hasSameFields, type Link } from '#core/links/link.ts';
import { linkColumns, named, toLink, type Database, type PageRow, type Tables } from '#server/db/database.ts';
import {
  deletedLinkBytes,
  countDeleted,
  countSaved,
  createSavings,
  deletedSince,
  linkBytes,
  nextRevision,
  type Saving,
  type StoreOptions,
} from '#server/workspaces/quotas.ts';

import { importLinks, insertMissing, type ImportedLink } from './import-links.ts';
import { allLinks, countLinks, createIdReader, createPageReader, readChanges } from './read-links.ts';

type NewLink = z.infer<typeof newLinkSchema>;
type LinkChange = z.infer<typeof linkChangeSchema>;

export type LinkStore = ReturnType<typeof createLinkStore>;

/**
 * Returns the store of saved links, for both databases. Each operation acts inside one workspace and resolves when its
 * changes are on disk. Every failure is a `ProblemError`: of the user ('url-required', 'link-not-found',
 * 'request-invalid', …) or of the database ('link-create-failed', 'storage-failed'), with the database's error as its
 * cause. Operations that save also throw 'workspace-deleted' for a missing or ended workspace, and 'workspace-full',
 * 'visitor-saving-limit' and 'store-full'. Then nothing is saved. `address` is the visitor who saves. Without it, or null, the
 * visitor is not counted.
 */
export function createLinkStore(database: Database, options: StoreOptions = {}) {
  const { query } = database;
  const { now = Date.now } = options;
  const saving = createSavings(query, options);
  const readByIds = createIdReader(database);
  return {
    /** Returns the existing link when there is one with this id. Throws 'link-deleted' for the id of a deleted link. */
    create: named(
      async (workspace: string, link: NewLink, address?: string | null) =>
        saveLink(query, link, await saving(workspace, address)),
      'link-create-failed',
    ),

    /** Throws a `LinkChangedError` if the saved link has another version, unless it has the wanted fields already. */
    update: named(async (workspace: string, id: string, change: LinkChange, address?: string | null) => {
      requireStorableId(id);
      return changeLink(query, id, change, await saving(workspace, address));
    }),

    /** With `ifUpdatedAt`, throws a `LinkChangedError` for another version. Without it, deletes any version. */
    remove: named(async (workspace: string, id: string, ifUpdatedAt?: string) => {
      requireStorableId(id);
      await removeLink(query, workspace, id, { version: ifUpdatedAt, now: now() });
    }),

    /** Returns links without those that have a blank URL, newest first. */
    page: createPageReader(database),

    /** Returns the existing links whose URL is not blank, in the order of the ids. */
    byIds: readByIds,

    /** Returns what has changed since `version`, which `page` or an earlier call returned. Null: read all pages. */
    changes: named((workspace: string, version: string) => readChanges(query, workspace, version)),

    /** Saves all valid links, including those that were deleted. When the database fails, saves none. */
    importMany: named(async (workspace: string, links: readonly ImportedLink[], address?: string | null) =>
      importLinks(query, links, await saving(workspace, address)),
    ),

    /** Yields all links in batches, newest first. Other requests get their turn between batches. */
    all: (workspace: string): AsyncIterable<Link[]> => allLinks(database, workspace),

    count: named((workspace: string) => countLinks(query, workspace)),

    /** Deletes all links of the workspace and its records of deleted links. */
    removeAll: named((workspace: string) => removeAllLinks(query, workspace)),
  };
}

/** Throws if an id cannot be stored. No link has such an id, and PostgreSQL would refuse the query. */
function requireStorableId(id: string): void {
  if (!isStorable(id)) throw new ProblemError('link-not-found');
}

async function saveLink(query: Kysely<Tables>, link: NewLink, saving: Saving): Promise<Link> {
  const { workspace, now } = saving;
  const fields = readFields(link);
  const { id = randomUUID() } = link;
  if (!isStorable(id)) throw new ProblemError('request-invalid');
  return query.transaction().execute(async (transaction) => {
    const revision = await nextRevision(transaction, workspace);
    const times = { created_at: now, updated_at: now };
    const row = await insertMissing(transaction, [
      { workspace_id: workspace, id, ...fields, ...times, revision },
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

/** The saved link has another version than the one that the user saw. */
export class LinkChangedError extends ProblemError {
  readonly link: Link;

  constructor(row: PageRow) {
    super('link-changed');
    this.link = toLink(row);
  }
}

/** Returns the time in a text as a value of `updated_at`. -1: the text is not a time. */
function versionOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? -1 : time;
}

/** Returns the row with its size, even if its URL is blank; undefined when there is none. */
function findRow(query: Kysely<Tables>, workspace: string, id: string) {
  return query
    .selectFrom('links')
    .select([...linkColumns, linkBytes.as('bytes')])
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Reads the link and changes it when nobody has changed it since. Otherwise reads it again.
 * Throws 'link-not-found' for a missing link even when the fields are invalid too.
 */
function changeLink(query: Kysely<Tables>, id: string, change: LinkChange, saving: Saving): Promise<Link> {
  const { workspace, now } = saving;
  const { ifUpdatedAt } = change;
  return query.transaction().execute(async (transaction) => {
    const revision = await nextRevision(transaction, workspace);
    for (;;) {
      const row = await findRow(transaction, workspace, id);
      if (row === undefined) throw new ProblemError('link-not-found');
      const fields = readFields(change, row);
      if (ifUpdatedAt !== undefined && versionOf(ifUpdatedAt) !== row.updated_at) {
        if (hasSameFields(row, fields)) return toLink(row);
        throw new LinkChangedError(row);
      }
      const changed = await transaction
        .updateTable('links')
        .set({ ...fields, revision, updated_at: Math.max(now, row.updated_at + 1) })
        .where('workspace_id', '=', workspace)
        .where('id', '=', id)
        .where('updated_at', '=', row.updated_at)
        .returning([...linkColumns, linkBytes.as('bytes')])
        .executeTakeFirst();
      if (changed === undefined) continue;
      const { bytes } = changed;
      await countSaved(transaction, { links: 0, bytes: bytes - row.bytes, written: bytes }, saving);
      return toLink(changed);
    }
  });
}

const forgottenAtOnce = 100;

/** Deletes some old records, too. `version` undefined: any. Throws 'link-not-found' or a `LinkChangedError`. */
function removeLink(
  query: Kysely<Tables>,
  workspace: string,
  id: string,
  { version, now }: { version: string | undefined; now: number },
): Promise<void> {
  return query.transaction().execute(async (transaction) => {
    const revision = await nextRevision(transaction, workspace);
    const deletedBytes = await deleteRow(transaction, workspace, id, version);
    const record = { deleted_at: now, revision };
    await transaction
      .insertInto('deleted_links')
      .values({ workspace_id: workspace, id, ...record })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(record))
      .execute();
    const forgotten = await transaction
      .deleteFrom('deleted_links')
      .where('workspace_id', '=', workspace)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('deleted_links')
          .select('id')
          .where('workspace_id', '=', workspace)
          .where('deleted_at', '<=', deletedSince(now))
          .limit(forgottenAtOnce),
      )
      .returning('revision')
      .execute();
    const last = Math.max(0, ...forgotten.map((row) => row.revision));
    const bytes = deletedLinkBytes * (1 - forgotten.length) - deletedBytes;
    await countDeleted(transaction, workspace, { links: -1, bytes });
    await transaction
      .updateTable('workspaces')
      .set({ changes_since: last })
      .where('id', '=', workspace)
      .where('changes_since', '<', last)
      .execute();
  });
}

/** Deletes the row and returns its bytes. The same statement checks the version, so no change comes between. */
async function deleteRow(
  query: Kysely<Tables>,
  workspace: string,
  id: string,
  version?: string,
): Promise<number> {
  let deletion = query.deleteFrom('links').where('workspace_id', '=', workspace).where('id', '=', id);
  if (version !== undefined) deletion = deletion.where('updated_at', '=', versionOf(version));
  const deleted = await deletion.returning(linkBytes.as('bytes')).executeTakeFirst();
  if (deleted !== undefined) return deleted.bytes;
  const newer = await findRow(query, workspace, id);
  throw newer === undefined ? new ProblemError('link-not-found') : new LinkChangedError(newer);
}

const rowsAtOnce = 500;

/** Deletes in small steps, so that other requests do not wait long. */
async function removeAllLinks(query: Kysely<Tables>, workspace: string): Promise<void> {
  for (const table of ['links', 'deleted_links'] as const) {
    const some = (kysely: Kysely<Tables>, limit: number) =>
      kysely.selectFrom(table).select('id').where('workspace_id', '=', workspace).limit(limit);
    // Another process may delete the same rows, so after a step without deletions some may be left.
    while ((await some(query, 1).executeTakeFirst()) !== undefined) {
      await query.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom(table)
          .where('workspace_id', '=', workspace)
          .where('id', 'in', some(transaction, rowsAtOnce))
          .returning((table === 'links' ? linkBytes : sql.lit(deletedLinkBytes)).as('bytes'))
          .execute();
        const bytes = removed.reduce((sum, row) => sum + row.bytes, 0);
        const links = table === 'links' ? -removed.length : 0;
        await countDeleted(transaction, workspace, { links, bytes: -bytes });
      });
      await othersTurn();
    }
  }
}
