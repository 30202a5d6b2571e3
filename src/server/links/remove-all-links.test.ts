import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { removeWorkspace } from '#server/cleanup/cleanup.ts';
import { createWorkspaceStore } from '#server/workspaces/workspace-store.ts';

import { describeLinkStores } from './test-link-store.ts';

describeLinkStores('the deletion of a whole workspace', (store) => {
  const links = () => store.links();

  async function fillWorkspace(count: number) {
    const workspace = randomUUID();
    const imported = Array.from({ length: count }, (_, index) => ({
      id: randomUUID(),
      url: `https://secret.example/${workspace}/${index}`,
      description: index % 100 === 0 ? `long ${workspace} `.repeat(40) : `short ${workspace}`,
    }));
    for (let start = 0; start < count; start += 1000)
      await links().importMany(workspace, imported.slice(start, start + 1000));
    const [first, second] = imported;
    await links().update(workspace, first?.id ?? '', { description: `changed ${workspace}` });
    await links().remove(workspace, second?.id ?? '');
    return workspace;
  }

  test('deletes all of it and nothing of the others', async () => {
    const [workspace, other] = [await fillWorkspace(1500), await fillWorkspace(3)];
    await links().removeAll(workspace);
    expect(await links().count(workspace)).toBe(0);
    expect(await links().page(workspace, { limit: 5 })).toMatchObject({
      links: [],
      nextCursor: null,
      hasMore: false,
      total: 0,
    });
    const remembered = store.database().query.selectFrom('deleted_links').select('workspace_id').distinct();
    expect(await remembered.execute()).toEqual([{ workspace_id: other }]);
    expect(await links().count(other)).toBe(2);
    await links().removeAll(workspace);
  });

  test('completes for all who ask for it at the same time', async () => {
    const workspace = await fillWorkspace(4000);
    const left = await Promise.all(
      [1, 2, 3].map(async () => {
        await links().removeAll(workspace);
        return links().count(workspace);
      }),
    );
    expect(left).toEqual([0, 0, 0]);
  });

  test('lets other work take turns', async () => {
    const workspace = await fillWorkspace(5000);
    const seen: number[] = [];
    // Opens two connections first, because opening one takes longer than the removal.
    await Promise.all([links().count(workspace), links().count(workspace)]);
    const removal = links().removeAll(workspace);
    do {
      seen.push(await links().count(workspace));
      await othersTurn();
    } while (seen.at(-1) !== 0);
    await removal;
    expect(seen.some((count) => count > 0 && count < 4999)).toBe(true);
  });

  test('removes every byte of it from the files', async ({ skip }) => {
    skip(store.name !== 'SQLite', 'PostgreSQL frees its pages by its own vacuum');
    const folder = store.settings().dataDirectory;
    const places = async (text: string) => {
      const files = await readdir(folder);
      const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
      return contents.filter((content) => content.includes(text)).length;
    };
    const [workspace, other] = [await fillWorkspace(3000), await fillWorkspace(20)];
    expect(await places(workspace)).toBeGreaterThan(0);
    const workspaceStore = createWorkspaceStore(store.database());
    const orderStore = { forget: async () => {} };
    await removeWorkspace({ workspaceStore, orderStore, links: links() }, workspace, async () => {});
    expect(await places(workspace)).toBe(0);
    expect(await places(other)).toBeGreaterThan(0);
  });
});
