import type { Kysely } from 'kysely';

import { fieldsOf, type Link } from '#core/links/link.ts';
import type { Database, LinkRow, Tables } from '#server/db/database.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';
import {
  countImported,
  deletedLinkBytes,
  linkBytes,
  revisionLead,
  type Change,
} from '#server/workspaces/quotas.ts';

import { checkWorkspaceFile, readWorkspaceFile, type WorkspaceLine } from './workspace-file.ts';

type Workspace = Extract<WorkspaceLine, { workspace: unknown }>['workspace'];
type Deleted = Extract<WorkspaceLine, { deleted: unknown }>['deleted'];
type Result = Extract<WorkspaceLine, { result: unknown }>['result'];

/** Lines of one workspace. A large workspace comes in several parts. */
type Part = {
  readonly workspace: Workspace;
  readonly isFirst: boolean;
  readonly links: Link[];
  readonly deleted: Deleted[];
};

export type ImportCounts = {
  /** New workspaces and links. */
  workspaces: number;
  links: number;
  /** Links that are as they are, because the database has them, or because they were deleted there. */
  kept: number;
  /** Workspaces that were deleted in the database. */
  ended: number;
};

const linesAtOnce = 500;

/**
 * Adds the workspaces of a file to the database. What the database has already stays as it is, so an import can be
 * repeated, also after it was interrupted. The server may run. The whole file is checked first: an error of its format
 * changes nothing.
 */
export async function importWorkspaces(database: Database, file: string): Promise<ImportCounts> {
  await checkWorkspaceFile(file);
  const counts = { workspaces: 0, links: 0, kept: 0, ended: 0 };
  let parts: Part[] = [];
  let lines = 0;
  const write = async () => {
    const batch = parts;
    const last = batch.at(-1);
    parts = last === undefined ? [] : [{ workspace: last.workspace, isFirst: false, links: [], deleted: [] }];
    lines = 0;
    const added = await database.query.transaction().execute((query) => addParts(query, batch));
    for (const name of ['workspaces', 'links', 'kept', 'ended'] as const) counts[name] += added[name];
  };
  for await (const line of readWorkspaceFile(file)) {
    lines += 1;
    if ('workspace' in line) parts.push({ workspace: line.workspace, isFirst: true, links: [], deleted: [] });
    if ('link' in line) parts.at(-1)?.links.push(line.link);
    if ('deleted' in line) parts.at(-1)?.deleted.push(line.deleted);
    if ('result' in line) await addResult(database.query, line.result);
    if ('budget' in line) await addBudget(database.query, line.budget);
    if (lines >= linesAtOnce) await write();
  }
  await write();
  return counts;
}

/** Locks all workspaces before the sums of the store, as saves do. Otherwise they could wait for each other for ever. */
async function addParts(query: Kysely<Tables>, parts: readonly Part[]): Promise<ImportCounts> {
  const counts = { workspaces: 0, links: 0, kept: 0, ended: 0 };
  const changes = new Map<string, Change>();
  for (const part of parts) {
    const state = await takeWorkspace(query, part.workspace);
    if (state === 'new') counts.workspaces += 1;
    if (state === 'ended' && part.isFirst) counts.ended += 1;
    if (state === 'ended') continue;
    const added = await addLinks(query, part);
    counts.links += added.links;
    counts.kept += part.links.length - added.links;
    const bytes = added.bytes + (await addDeletions(query, part)) * deletedLinkBytes;
    if (bytes === 0) continue;
    if (state === 'known') await leaveBehind(query, part.workspace);
    changes.set(part.workspace.id, { links: added.links, bytes });
  }
  await countImported(query, changes);
  return counts;
}

/** Makes the workspace, or locks the one that exists, until the end of the transaction. */
async function takeWorkspace(
  query: Kysely<Tables>,
  { id, createdDay, revision }: Workspace,
): Promise<'new' | 'known' | 'ended'> {
  const start = revision + revisionLead;
  const made = await query
    .insertInto('workspaces')
    .values({
      id,
      created_day: createdDay,
      used_day: dayOf(Date.now()),
      links: 0,
      bytes: 0,
      revision: start,
      changes_since: start,
      is_ended: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) return 'new';
  const known = await query
    .updateTable('workspaces')
    .set((eb) => ({ used_day: eb.ref('used_day') }))
    .where('id', '=', id)
    .returning('is_ended')
    .executeTakeFirstOrThrow();
  return known.is_ended === 1 ? 'ended' : 'known';
}

/** Pages then read the whole list again, whichever of the two databases they know. */
async function leaveBehind(query: Kysely<Tables>, { id, revision }: Workspace): Promise<void> {
  const least = revision + revisionLead;
  const { revision: now } = await query
    .updateTable('workspaces')
    .set((eb) => ({
      revision: eb
        .case()
        .when('revision', '<', least)
        .then(least)
        .else(eb('revision', '+', 1))
        .end(),
      used_day: dayOf(Date.now()),
    }))
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await query.updateTable('workspaces').set({ changes_since: now }).where('id', '=', id).execute();
}

async function addLinks(query: Kysely<Tables>, { workspace, links }: Part): Promise<Change> {
  if (links.length === 0) return { links: 0, bytes: 0 };
  const gone = await query
    .selectFrom('deleted_links')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where(
      'id',
      'in',
      links.map(({ id }) => id),
    )
    .execute();
  const deleted = new Set(gone.map(({ id }) => id));
  const rows = links.filter(({ id }) => !deleted.has(id)).map((link) => rowOf(workspace.id, link));
  if (rows.length === 0) return { links: 0, bytes: 0 };
  const added = await query
    .insertInto('links')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .returning(linkBytes.as('bytes'))
    .execute();
  return { links: added.length, bytes: added.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function rowOf(workspace: string, link: Link): LinkRow {
  return {
    workspace_id: workspace,
    id: link.id,
    ...fieldsOf(link),
    created_at: Date.parse(link.createdAt),
    updated_at: Date.parse(link.updatedAt),
    revision: 0,
  };
}

/** Returns how many records of deleted links are new. A link that the database has is not deleted. */
async function addDeletions(query: Kysely<Tables>, { workspace, deleted }: Part): Promise<number> {
  if (deleted.length === 0) return 0;
  const there = await query
    .selectFrom('links')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where(
      'id',
      'in',
      deleted.map(({ id }) => id),
    )
    .execute();
  const saved = new Set(there.map(({ id }) => id));
  const rows = deleted
    .filter(({ id }) => !saved.has(id))
    .map(({ id, deletedAt }) => ({
      workspace_id: workspace.id,
      id,
      deleted_at: Date.parse(deletedAt),
      revision: 0,
    }));
  if (rows.length === 0) return 0;
  const added = await query
    .insertInto('deleted_links')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .returning('id')
    .execute();
  return added.length;
}

/** The limits of visitors do not count it: their addresses are not in the file. */
async function addResult(query: Kysely<Tables>, result: Result): Promise<void> {
  await query
    .insertInto('orders')
    .values({
      id: result.id,
      workspace_id: result.workspace,
      server: null,
      state: result.state,
      started_at: Date.parse(result.startedAt),
      lease_until: null,
      stop_reason: null,
      visitor_hash: null,
      is_counted: 0,
      day: result.day,
      unit: null,
      reserved: 0,
      spent: 0,
      key_hash: result.keyHash,
      body_hash: result.bodyHash,
      record: result.record === null ? null : Buffer.from(result.record, 'base64'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function addBudget(
  query: Kysely<Tables>,
  budget: Extract<WorkspaceLine, { budget: unknown }>['budget'],
): Promise<void> {
  await query
    .insertInto('budgets')
    .values({ ...budget, reserved: 0 })
    .onConflict((conflict) => conflict.columns(['day', 'unit']).doNothing())
    .execute();
}
