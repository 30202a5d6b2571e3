import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { expect, test } from 'vitest';

import { createLinksClient } from './harness/links-client.ts';
import { fieldsOf } from './harness/numbered-link.ts';
import { spawnServer } from './harness/server-process.ts';
import { canTrace, countAnswers, tracedProcess, tracing, type TracedAnswers } from './harness/trace.ts';

const built = 'dist/server/main.js';
const setting = 'pragma synchronous = full';
const rounds = 10;

/** Saves, changes and deletes links one after another under strace. Returns how many answers came after their sync. */
async function traceWrites(file: string): Promise<TracedAnswers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-fsync-'));
  const trace = path.join(folder, 'trace');
  const server = spawnServer({ environment: { DATA_DIR: folder }, through: tracing(trace), file });
  const client = createLinksClient(await server.ready());
  for (let number = 1; number <= rounds; number += 1) {
    const { id } = await client.create(fieldsOf(number, 1));
    await client.update(id ?? '', fieldsOf(number, 2));
    await client.remove(id ?? '');
  }
  const traced = () => readFile(trace, 'utf8');
  // The tracer ends after the server and has then written everything.
  process.kill(tracedProcess(await traced()), 'SIGKILL');
  await server.ended;
  const answers = countAnswers(await traced());
  await rm(folder, { recursive: true });
  return answers;
}

async function buildWith(synchronous: string): Promise<string> {
  const source = await readFile(built, 'utf8');
  expect(source.split(setting)).toHaveLength(2);
  const folder = `.cache/durability/synchronous-${synchronous}`;
  await cp(path.dirname(built), folder, { recursive: true });
  const file = path.join(folder, path.basename(built));
  await writeFile(file, source.replace(setting, `pragma synchronous = ${synchronous}`));
  return file;
}

test('each save is synced to the disk before its answer, and a server that does not sync is detected', async ({
  skip,
}) => {
  if (!canTrace()) {
    console.info('Syncs before answers: skipped: strace is missing or not allowed');
    return skip();
  }
  const writes = 3 * rounds;
  expect(await traceWrites(built)).toEqual({ synced: writes, unsynced: 0 });
  for (const faulty of ['normal', 'off'])
    expect(await traceWrites(await buildWith(faulty))).toEqual({ synced: 0, unsynced: writes });
  console.info(`Syncs before answers: ${writes} cases, each fsync seen by strace; none with OFF or NORMAL`);
});
