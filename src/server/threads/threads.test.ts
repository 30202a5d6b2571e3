import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { builtInTerms } from '#core/limits/terms.ts';
import { testLink } from '#core/links/test-link.ts';
import { sharedProgram } from '#server/test-shared.ts';

import { createThreads } from './threads.ts';

const neverAborted = new AbortController().signal;
const terms = builtInTerms({ maxContentChars: 1_000_000, protocol: null, model: null, price: null });
const links = [{ id: '1', url: 'https://a.example/', description: 'two words' }];

const short = { request: { content: 'One. Two. Three.', links }, terms };
/** A text that takes a second or more, and hundreds of megabytes. */
const long = { request: { content: 'a.\n\n'.repeat(250_000), links }, terms };

async function openThreads(options: Partial<Parameters<typeof createThreads>[0]> = {}) {
  const file = pathToFileURL(await sharedProgram('thread'));
  const threads = createThreads({ file, threads: 1, ...options });
  onTestFinished(threads.close);
  return threads;
}

/** Returns a module for threads whose tasks run this code. */
async function threadModule(code: string): Promise<URL> {
  const folder = await mkdtemp(path.join(tmpdir(), 'threads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'thread.mjs');
  await writeFile(file, `export function run() { ${code} }`);
  return pathToFileURL(file);
}

const written = expect.arrayContaining([expect.objectContaining({ type: 'result' })]);

test("work that needs too much memory throws 'content-too-long', and the next text is written", async () => {
  const { write } = await openThreads({ memory: 24 });
  await expect(write(long, neverAborted)).rejects.toThrow(
    expect.objectContaining({ code: 'content-too-long', message: expect.stringContaining('memory') }),
  );
  expect(await write(short, neverAborted)).toEqual(written);
});

test("work that takes too long throws 'server-busy', and so does the next", async () => {
  const { write } = await openThreads({ file: await threadModule('for (;;);'), deadline: 300 });
  const refused = expect.objectContaining({ code: 'server-busy', retryAfterSeconds: 60 });
  for (const _ of [1, 2]) await expect(write(short, neverAborted)).rejects.toThrow(refused);
});

test.each([
  ['ends by itself', `process.exit(3)`, 'code: 3'],
  ['fails', `throw new Error('broken')`, 'broken'],
])('only the work of a thread that %s fails', async (_, code, message) => {
  const { write } = await openThreads({ file: await threadModule(code) });
  for (const task of [short, short]) await expect(write(task, neverAborted)).rejects.toThrow(message);
});

test('a problem of the work keeps its code', async () => {
  const { write } = await openThreads();
  const none = { ...short, request: { ...short.request, links: [] } };
  await expect(write(none, neverAborted)).rejects.toThrow(new ProblemError('links-invalid'));
});

test('a visitor who leaves ends the work, and the next work is done', async () => {
  const { write } = await openThreads();
  const leaving = new AbortController();
  const abandoned = new ProblemError('generation-abandoned');
  const left = write(long, leaving.signal);
  setTimeout(() => leaving.abort(abandoned), 50);
  await expect(left).rejects.toThrow(abandoned);
  expect(await write(short, neverAborted)).toEqual(written);
});

test.each([
  ['short', 'Here are two words. '],
  ['long', 'Here are two words. '.repeat(3000)],
])(
  'the tasks of a generation with a %s content are done, also the last one after a stop',
  async (_, content) => {
    const { runnerFor } = await openThreads();
    const stopping = new AbortController();
    const run = runnerFor(content, stopping.signal);
    const { document, ...job } = await run({
      name: 'prepare',
      input: { request: { content, links }, terms },
    });
    expect(document.content).toBe(content);
    const stopped = new ProblemError('stopped');
    stopping.abort(stopped);
    const input = { request: { content, links }, terms };
    await expect(run({ name: 'prepare', input })).rejects.toThrow(stopped);
    const edits = { safe: [], exploratory: [], experimental: [] };
    const checked = await run({ name: 'check', input: { document, links: job.links, edits, facts: {} } });
    expect(checked.safe.text).toBe(content);
  },
);

test('links are read when the work wants them, and their source is closed', async () => {
  const { suggest, write } = await openThreads();
  let isClosed = false;
  async function* batches() {
    try {
      for (let batch = 0; batch < 3; batch += 1)
        yield links.map((link) => testLink({ ...link, id: `${batch}` }));
    } finally {
      isClosed = true;
    }
  }
  const request = { content: 'There are two words.', limit: 10 };
  const found = await suggest(request, batches(), neverAborted);
  expect(found.searched).toBe(3);
  expect(isClosed).toBe(true);
  const broken = new Error('The database is gone.');
  async function* failing() {
    yield [];
    throw broken;
  }
  await expect(suggest(request, failing(), neverAborted)).rejects.toThrow(broken);
  expect(await write(short, neverAborted)).toEqual(written);
});

test('threads that close end running and waiting work', async () => {
  const { write, close } = await openThreads();
  const running = [1, 2, 3].map(() => write(long, neverAborted));
  const ended = running.map((work) => expect(work).rejects.toThrow('about to restart'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await close();
  await Promise.all(ended);
});
