import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '#server/db/open-database.ts';
import { describeDatabases, openTestSqlite } from '#server/db/test-databases.ts';
import { migrate } from '#server/db/migrate.ts';
import { createSecret, workspaceIdOf } from '#server/http/plugins/workspaces.ts';
import { createLinkStore } from '#server/links/link-store.ts';
import { createWorkspaceStore } from '#server/workspaces/workspace-store.ts';

import { exportWorkspaces } from './export-workspaces.ts';
import { importWorkspaces } from './import-workspaces.ts';

const link = { url: 'https://a.example/?tag=x', description: 'a link' };

describeDatabases('an import beside a server', (opened) => {
  test('loses no link of either, and neither waits for the other for ever', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-import-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'workspaces.jsonl');
    const source = await openTestSqlite();
    onTestFinished(() => source.close());
    await migrate(source.database);
    const ids = Array.from({ length: 30 }, () => workspaceIdOf(createSecret()));
    const saved = createLinkStore(source.database);
    for (const id of ids) {
      await createWorkspaceStore(source.database).make(id, null);
      const links = Array.from({ length: 60 }, () => ({ id: randomUUID(), ...link }));
      await saved.importMany(id, links);
    }
    const { links: written } = await exportWorkspaces(source.database, file, {
      force: false,
      workspace: null,
    });
    expect(written).toBe(1800);

    const { database, settings } = opened();
    const server = createLinkStore(database);
    for (const id of ids) await createWorkspaceStore(database).make(id, null);
    const command = await openDatabase({ ...settings, onIdleError: () => undefined });
    onTestFinished(() => command.close());
    const end = new AbortController();
    let count = 0;
    const write = async (writer: number) => {
      for (let turn = writer; !end.signal.aborted; turn += 7) {
        await server.create(ids[turn % ids.length] ?? '', link);
        count += 1;
        // SQLite answers at once, so the import would never get a turn.
        await setImmediate();
      }
    };
    const work = Promise.all([0, 1, 2, 3].map(write));
    const added = await importWorkspaces(command, file);
    end.abort();
    await work;
    expect(added).toMatchObject({ links: 1800, workspaces: 0 });
    expect(count).toBeGreaterThan(0);
    const counts = await Promise.all(ids.map((id) => server.count(id)));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1800 + count);
    const rows = await database.query.selectFrom('workspaces').select(['id', 'links']).execute();
    for (const [index, id] of ids.entries())
      expect(rows.find((row) => row.id === id)?.links).toBe(counts[index]);
  });
});
