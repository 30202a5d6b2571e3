import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { commands } from '#cli/commands.ts';
import { runCli } from '#cli/lib/run-cli.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createSecret, workspaceIdOf, writeRecoveryCode } from '#server/http/plugins/workspaces.ts';
import { createLinkStore } from '#server/links/link-store.ts';
import { createWorkspaceStore } from '#server/workspaces/workspace-store.ts';

afterEach(() => vi.unstubAllEnvs());

async function run(...args: string[]) {
  let said = '';
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const code = await runCli(args, commands, { out: () => {}, err: (text) => (said += text) });
  out.mockRestore();
  return { code, said };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('backup and restore say what they wrote', async () => {
  const [folder, other] = [await makeFolder(), await makeFolder()];
  const settings = { dataDirectory: folder, databaseUrl: null, onIdleError: () => undefined };
  const database = await openDatabase(settings);
  await createLinkStore(database).create('shared', { url: 'https://a.example/', description: '' });
  await database.close();
  const file = path.join(other, 'links.sqlite');
  vi.stubEnv('DATA_DIR', folder);
  const written = await run('backup', file);
  expect(written).toEqual({ code: 0, said: expect.stringContaining('1 link of 1 workspace (') });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run('backup', file)).toEqual({ code: 1, said: expect.stringContaining('--force') });
  expect((await run('backup', file, '--force')).code).toBe(0);
  vi.stubEnv('DATA_DIR', path.join(other, 'new'));
  expect(await run('restore', file)).toEqual({ code: 0, said: expect.stringContaining('1 link of 1') });
});

test('a workspace moves by export and import, alone by its recovery code', async () => {
  const [folder, other] = [await makeFolder(), await makeFolder()];
  const settings = { dataDirectory: folder, databaseUrl: null, onIdleError: () => undefined };
  const database = await openDatabase(settings);
  const secret = createSecret();
  await createWorkspaceStore(database).make(workspaceIdOf(secret), null);
  const links = createLinkStore(database);
  for (const workspace of ['shared', workspaceIdOf(secret)])
    await links.create(workspace, { url: 'https://a.example/', description: '' });
  await database.close();
  const [all, one] = [path.join(other, 'all.jsonl'), path.join(other, 'one.jsonl')];
  vi.stubEnv('DATA_DIR', folder);
  expect((await run('export', all)).said).toContain('2 links of 2 workspaces.');
  const code = writeRecoveryCode(secret);
  expect((await run('export', one, '--workspace', code)).said).toContain('1 link of 1 workspace.');
  expect((await run('export', one)).said).toContain('--force');
  expect((await run('export', one, '--force', '--workspace', 'shared')).code).toBe(0);
  expect((await run('export', one, '--force', '--workspace', `${code}x`)).code).toBe(2);
  vi.stubEnv('DATA_DIR', path.join(other, 'new'));
  expect((await run('export', one, '--force')).said).toContain('no database');
  expect((await run('import', all)).said).toContain('Added 2 links and 1 workspace.');
  expect((await run('import', all)).said).toContain(
    'Added 0 links and 0 workspaces.\nNot changed, because they were there: 2 links.',
  );
});

test('with PostgreSQL, both name its own program', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://user:secret@db.example/linkweft');
  const backup = await run('backup', 'links.dump');
  expect(backup.code).toBe(2);
  expect(backup.said).toContain(`pg_dump --format=custom --file='links.dump' "$DATABASE_URL"`);
  const restore = await run('restore', 'links.dump');
  expect(restore.said).toContain('pg_restore --clean');
  expect(backup.said + restore.said).not.toContain('secret');
});

test('without a file, with two files, or with a wrong variable, the use is wrong', async () => {
  expect((await run('backup')).code).toBe(2);
  expect((await run('restore', 'a', 'b')).code).toBe(2);
  vi.stubEnv('PORT', 'x');
  expect(await run('backup', 'a')).toEqual({ code: 2, said: expect.stringContaining('PORT') });
});
