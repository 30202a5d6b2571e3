import type { Database } from '#server/db/database.ts';

import type { LinkStore } from './link-store.ts';

/** Returns a store that makes a workspace when somebody saves in it. */
export function openOnUse(database: Database, links: LinkStore): LinkStore {
  const open = (id: string) =>
    database.query
      .insertInto('workspaces')
      .values({
        id,
        created_day: 0,
        used_day: 0,
        links: 0,
        bytes: 0,
        revision: 0,
        changes_since: 0,
        is_ended: 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return {
    ...links,
    async create(workspace, ...saving) {
      await open(workspace);
      return links.create(workspace, ...saving);
    },
    async importMany(workspace, ...saving) {
      await open(workspace);
      return links.importMany(workspace, ...saving);
    },
  };
}
