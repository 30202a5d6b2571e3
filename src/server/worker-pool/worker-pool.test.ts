import { pathToFileURL } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { builtInTerms } from '#core/generation/writing-job.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { testLink } from '#core/links/test-link.ts';
import { sharedProgram } from '#server/test-shared.ts';

import { createWorkerPool } from './worker-pool.ts';

const patient = new AbortController().signal;
const terms = builtInTerms({ maxContentChars: 1_000_000, protocol: null, model: null, price: null });
const links = [{ id: '1', url: 'https://a.example/', description: 'two words' }];

const short = { request: { content: 'One. Two. Three.', links }, terms };
/** A text that takes a second or more, and hundreds of megabytes. */
const long = { request: { content: 'a.\n\n'.repeat(250_000), links }, terms };

async function openPool(options: Partial<Parameters<typeof createWorkerPool>[0]> = {}) {
  const file = pathToFileURL(await sharedProgram('worker'));
  const pool = createWorkerPool({ file, threads: 1, ...options });
  onTestFinished(pool.close);
  return pool;
}

/** Returns a worker program with this code. It ignores its questions. */
function program(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

const written = expect.arrayContaining([expect.objectContaining({ type: 'result' })]);

test("work that needs too much memory throws 'content-too-long', and the next text is written", async () => {
  const pool = await openPool({ memory: 24 });
  await expect(pool.enter(['a']).write(long, patient)).rejects.toThrow(
    expect.objectContaining({ code: 'content-too-long', message: expect.stringContaining('memory') }),
  );
  expect(await pool.enter(['a']).write(short, patient)).toEqual(written);
});

test("work that takes too long throws 'server-busy', and so does the next", async () => {
  const stuck = program(`
    const { parentPort } = await import('node:worker_threads');
    parentPort.on('message', () => { for (;;); });
  `);
  const pool = await openPool({ file: stuck, deadline: 300 });
  const refused = expect.objectContaining({ code: 'server-busy', retryAfterSeconds: 60 });
  for (const _ of [1, 2]) await expect(pool.enter(['a']).write(short, patient)).rejects.toThrow(refused);
});

test.each([
  ['ends by itself', `process.exit(3)`, 'code 3'],
  ['fails', `throw new Error('broken')`, 'broken'],
])('only the work of a thread that %s fails', async (_, code, message) => {
  const pool = await openPool({ file: program(code) });
  for (const owner of ['a', 'b'])
    await expect(pool.enter([owner]).write(short, patient)).rejects.toThrow(message);
});

test('a problem of the work keeps its code', async () => {
  const pool = await openPool();
  const none = { ...short, request: { ...short.request, links: [] } };
  await expect(pool.enter(['a']).write(none, patient)).rejects.toThrow(new ProblemError('links-invalid'));
});

test('a visitor who leaves ends the work, and the next work is done', async () => {
  const pool = await openPool();
  const leaving = new AbortController();
  const abandoned = new ProblemError('generation-abandoned');
  const left = pool.enter(['a']).write(long, leaving.signal);
  setTimeout(() => leaving.abort(abandoned), 50);
  await expect(left).rejects.toThrow(abandoned);
  expect(await pool.enter(['a']).write(short, patient)).toEqual(written);
});

test('links are read when the work asks for them, and their source is closed', async () => {
  const pool = await openPool();
  let isClosed = false;
  async function* batches() {
    try {
      for (let batch = 0; batch < 3; batch += 1)
        yield links.map((link) => testLink({ ...link, id: `${batch}` }));
    } finally {
      isClosed = true;
    }
  }
  const asked = { content: 'There are two words.', limit: 10 };
  const found = await pool.enter(['a']).suggest(asked, batches(), patient);
  expect(found.searched).toBe(3);
  expect(isClosed).toBe(true);
  const broken = new Error('The database is gone.');
  async function* failing() {
    yield [];
    throw broken;
  }
  await expect(pool.enter(['a']).suggest(asked, failing(), patient)).rejects.toThrow(broken);
  expect(await pool.enter(['a']).write(short, patient)).toEqual(written);
});

test('a pool that closes ends running and waiting work', async () => {
  const pool = await openPool();
  const running = pool.enter(['a']).write(long, patient);
  const waiting = pool.enter(['b']).write(long, patient);
  const ended = [running, waiting].map((work) => expect(work).rejects.toThrow('about to restart'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await pool.close();
  await Promise.all(ended);
});
