import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';
import * as z from 'zod/mini';

import { runCommand } from '#scripts/run-command.ts';

import { numberedLink } from './links-data.ts';
import type { Load } from './links-load.ts';

const version = 'parse-server@8';
const port = 47_137;
const headers = { 'x-parse-application-id': 'bench', 'content-type': 'application/json' };
const origin = `http://127.0.0.1:${port}`;
const collection = '/parse/classes/Links';

export type ParseServer = {
  readonly job: Pick<Load, 'origin' | 'paths' | 'headers'>;
  stop(): Promise<void>;
};

/**
 * Installs and starts parse-server, a known document backend, with the links of one workspace. Returns null and prints
 * the reason if it cannot run.
 */
export async function startParseServer(databaseUrl: string, workspace: string): Promise<ParseServer | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-parse-server-'));
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  const parameters = ['install', '--ignore-scripts', '--no-audit', '--no-fund', version];
  const { exitCode, output } = await runCommand('npm', parameters, { folder, limitSeconds: 300 });
  if (exitCode !== 0) {
    await rm(folder, { recursive: true });
    return refuse(output);
  }
  const settings = {
    appId: 'bench',
    masterKey: 'bench',
    databaseURI: databaseUrl,
    port,
    serverURL: `${origin}/parse`,
    allowClientClassCreation: true,
    logLevel: 'error',
    silent: true,
  };
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings));
  const child = spawn(process.execPath, ['node_modules/parse-server/bin/parse-server', 'settings.json'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  async function stop() {
    child.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
  if (!(await isUp(() => child.exitCode === null))) {
    await stop();
    return refuse('It did not start.');
  }
  try {
    await makeCollection();
    await copyLinks(databaseUrl, workspace);
    await requireFullPage();
  } catch (error) {
    await stop();
    return refuse(String(error));
  }
  return { job: { origin, paths: pagePaths(), headers }, stop };
}

function refuse(reason: string): null {
  process.stdout.write(
    `parse-server was not measured, because it cannot run here.\n${reason.slice(-2000)}\n`,
  );
  return null;
}

async function isUp(isAlive: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 300 && isAlive(); tries += 1) {
    const answer = await fetch(`${origin}/parse/health`).catch(() => null);
    if (answer?.ok === true) return true;
    await sleep(100);
  }
  return false;
}

/** Creates one document, because parse-server creates the table with it. */
async function makeCollection(): Promise<void> {
  const { url, description } = numberedLink(0);
  const body = JSON.stringify({ url, description });
  const answer = await fetch(origin + collection, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The first document was refused: ${await answer.text()}`);
}

/** Copies the rows and adds an index on their order. parse-server keeps its tables in the public schema. */
async function copyLinks(databaseUrl: string, workspace: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into public."Links" ("objectId", "createdAt", "updatedAt", url, description)
       select substr(md5(id), 1, 16), to_timestamp(created_at / 1000.0), to_timestamp(updated_at / 1000.0),
         url, description
       from links where workspace_id = $1`,
      [workspace],
    );
    await client.query('create index on public."Links" ("createdAt" desc)');
    await client.query('analyze public."Links"');
  } finally {
    await client.end();
  }
}

/** Throws an error if a page is not full, because empty pages would be fast. */
async function requireFullPage(): Promise<void> {
  const answer = await fetch(origin + (pagePaths()[250] ?? ''), { headers });
  const { results } = z.object({ results: z.array(z.unknown()) }).parse(await answer.json());
  if (results.length !== 6) throw new Error(`A page of it has ${results.length} links.`);
}

function pagePaths(): string[] {
  return Array.from({ length: 500 }, (_, page) => {
    const time = new Date(Date.parse(numberedLink(page * 200).createdAt)).toISOString();
    const where = JSON.stringify({ createdAt: { $lte: { __type: 'Date', iso: time } } });
    return `${collection}?order=-createdAt&limit=6&where=${encodeURIComponent(where)}`;
  });
}
