import { CompiledQuery, createQueryId, sql, type Kysely, type RootOperationNode } from 'kysely';
import { beforeAll, expect, test } from 'vitest';

import type { Tables } from '#server/db/database.ts';
import { countSaved } from '#server/workspaces/quotas.ts';
import { noQuotas } from '#server/config/config.ts';

import { createLinkStore, type LinkStore } from './link-store.ts';
import { describeLinkStores } from './test-link-store.ts';

describeLinkStores('query plans', (store) => {
  beforeAll(async () => {
    for (let number = 0; number < 20_000; number += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => ({
        id: `id-${number + index}`,
        url: `https://a.example/${number + index}`,
        description: '',
      }));
      store.clock += 1;
      await store.links().importMany(`w${(number / 1000) % 4}`, rows);
      const visitors = rows.map(({ id }) => ({ id, day: 20_000, workspaces: 0, bytes: 1 }));
      await store.database().query.insertInto('saved_amounts').values(visitors).execute();
    }
    await sql.raw(store.name === 'SQLite' ? 'analyze' : 'vacuum analyze').execute(store.database().query);
  });

  /** Returns the query plan of each query of the work, as text. */
  async function plansOf(work: (query: Kysely<Tables>) => Promise<unknown>): Promise<string[]> {
    const { query } = store.database();
    const asked: RootOperationNode[] = [];
    const spied = query.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await work(spied);
    const explain = store.name === 'SQLite' ? 'explain query plan' : 'explain';
    const plans: string[] = [];
    for (const node of asked) {
      const compiled = query.getExecutor().compileQuery(node, createQueryId());
      const { rows } = await query.executeQuery(
        CompiledQuery.raw(`${explain} ${compiled.sql}`, [...compiled.parameters]),
      );
      plans.push(JSON.stringify(rows));
    }
    return plans;
  }

  async function cursor(): Promise<string | undefined> {
    const { nextCursor } = await store.links().page('w1', { limit: 5 });
    return nextCursor ?? undefined;
  }

  async function readChanges(links: LinkStore): Promise<void> {
    const { version = '' } = await store.links().page('w1', { limit: 5 });
    await store.links().update('w1', 'id-1000', { description: 'Changed' });
    expect(await links.changes('w1', version)).toMatchObject({ links: [{ id: 'id-1000' }], deleted: [] });
  }

  test.each<[string, string, (links: LinkStore) => Promise<unknown>]>([
    // It also reads the sum of the workspace's links.
    ['the first page', 'links_newest|workspaces', (links) => links.page('w1', { limit: 5 })],
    [
      'a further page',
      'links_newest',
      async (links) => links.page('w1', { limit: 5, cursor: await cursor() }),
    ],
    ['what has changed', '_by_revision|workspaces|deleted_links', readChanges],
    ['a look-up of ids', 'pkey|autoindex_links_1', (links) => links.byIds('w1', ['id-1', 'x'])],
    ['a count', 'links_(newest|by_revision|blank|pkey)|autoindex_links_1', (links) => links.count('w1')],
  ])('%s is read by an index (%s)', async (_, index, work) => {
    const plans = await plansOf((query) => work(createLinkStore({ ...store.database(), query })));
    expect(plans).not.toHaveLength(0);
    for (const plan of plans) {
      expect(plan).toMatch(new RegExp(index));
      // PostgreSQL scans the few workspaces and deleted links of this test.
      expect(plan).not.toMatch(
        /SCAN (?:links|workspaces)|TEMP B-TREE|Seq Scan on (?!workspaces|deleted_links)/,
      );
      expect(plan).not.toMatch(/Sort/);
    }
  });

  test('a save finds its amounts by name among those of all visitors', async () => {
    const saving = { workspace: 'w1', visitorHash: 'id-1', now: 0, quotas: noQuotas };
    const plans = await plansOf((query) => countSaved(query, { links: 0, bytes: 1, written: 1 }, saving));
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).not.toMatch(/SCAN others|Seq Scan on saved_amounts/);
  });
});
