import { randomUUID } from 'node:crypto';

import type { Database } from '#server/db/database.ts';
import { describeDatabases, type TestDatabase } from '#server/db/test-databases.ts';
import type { ImportedLink } from '#server/links/import-links.ts';
import { createLinkStore } from '#server/links/link-store.ts';

import { linkBytes } from './quotas.ts';
import { noQuotas, type Quotas } from '#server/config/config.ts';
import { createWorkspaceStore } from './workspace-store.ts';

export type TestWorkspaceStores = {
  readonly name: string;
  /** The present time of the stores, in milliseconds since 1970. */
  clock: number;
  database(): Database;
  settings(): TestDatabase['settings'];
  /** Opens the stores of a server with these quotas. */
  serve(quotas?: Partial<Quotas>): ReturnType<typeof serve>;
  /** Returns those of the workspaces that have not ended. */
  living(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Counts the rows of a workspace in the database. */
  recount(workspace: string): Promise<{ links: number; bytes: number }>;
};

/** Runs the tests on a real, empty SQLite and PostgreSQL. */
export function describeWorkspaceStores(
  topic: string,
  addTests: (stores: TestWorkspaceStores) => void,
): void {
  describeDatabases(topic, (opened, name) => {
    const stores: TestWorkspaceStores = {
      name,
      clock: Date.UTC(2026, 0, 15, 12),
      database: () => opened().database,
      settings: () => opened().settings,
      serve: (quotas) => serve(opened().database, () => stores.clock, { ...noQuotas, ...quotas }),
      async living(ids) {
        const rows = opened().database.query.selectFrom('workspaces').select('id').where('is_ended', '=', 0);
        return new Set((await rows.where('id', 'in', ids).execute()).map(({ id }) => id));
      },
      async recount(workspace) {
        const rows = await opened()
          .database.query.selectFrom('links')
          .select(linkBytes.as('bytes'))
          .where('workspace_id', '=', workspace)
          .execute();
        return { links: rows.length, bytes: rows.reduce((sum, row) => sum + row.bytes, 0) };
      },
    };
    addTests(stores);
  });
}

function serve(database: Database, now: () => number, quotas: Quotas) {
  const links = createLinkStore(database, { quotas, now });
  const workspaceStore = createWorkspaceStore(database, { quotas, now });
  return {
    links,
    workspaceStore,
    async make(address: string | null = null) {
      const id = randomUUID();
      await workspaceStore.make(id, address);
      return id;
    },
    held: (id: string) =>
      database.query.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst(),
  };
}

/** Returns links that all take the same number of bytes. */
export function someLinks(count: number): ImportedLink[] {
  return Array.from({ length: count }, () => ({
    id: randomUUID(),
    url: 'https://a.example/ü',
    description: 'boots',
  }));
}
