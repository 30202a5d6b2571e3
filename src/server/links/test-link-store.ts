import { beforeAll, expect } from 'vitest';

import { newestFirst, type Link } from '#core/links/link.ts';
import type { Database } from '#server/db/database.ts';
import { describeDatabases, type TestDatabase } from '#server/db/test-databases.ts';

import { createLinkStore, type LinkStore } from './link-store.ts';
import { openOnUse } from './test-open-on-use.ts';

export type TestLinkStore = {
  readonly name: string;
  /** The present time of the store, in milliseconds since 1970. */
  clock: number;
  links(): LinkStore;
  database(): Database;
  settings(): TestDatabase['settings'];
  /** Saves links, each `step` milliseconds after the one before. Returns them newest first. */
  saveMany(workspace: string, count: number, step?: number): Promise<Link[]>;
  /** Reads all links page by page and checks the form of each page. */
  allPages(workspace: string, limit: number, between?: () => Promise<void>): Promise<Link[]>;
};

/** Runs the tests on a real, empty SQLite and PostgreSQL. */
export function describeLinkStores(topic: string, addTests: (store: TestLinkStore) => void): void {
  describeDatabases(topic, (opened, name) => {
    let links: LinkStore;
    beforeAll(() => {
      const { database } = opened();
      links = openOnUse(database, createLinkStore(database, { now: () => store.clock }));
    });

    const store: TestLinkStore = {
      name,
      clock: 1_700_000_000_000,
      links: () => links,
      database: () => opened().database,
      settings: () => opened().settings,
      async saveMany(workspace, count, step = 1) {
        const saved: Link[] = [];
        for (let number = 1; number <= count; number += 1) {
          store.clock += step;
          const fields = { url: `https://a.example/${number}`, description: `${number}` };
          saved.push(await links.create(workspace, fields));
        }
        return saved.sort(newestFirst);
      },
      async allPages(workspace, limit, between) {
        const seen: Link[] = [];
        let cursor: string | undefined;
        do {
          const page = await links.page(workspace, { limit, cursor });
          expect(page.hasMore).toBe(page.nextCursor !== null);
          if (page.hasMore) expect(page.links).toHaveLength(limit);
          seen.push(...page.links);
          cursor = page.nextCursor ?? undefined;
          await between?.();
        } while (cursor !== undefined);
        return seen;
      },
    };
    addTests(store);
  });
}
