import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { chunk, done, pieces, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { serveGenerations } from '#provider/serve-generations.ts';
import { createGate, end as endAnswer, hang } from '#provider/steps.ts';
import { fetchWhenFree } from '#server/test-fetch-when-free.ts';
import { spawnTestServer, type TestServerProcess } from '#server/test-server-process.ts';

const woven = 'INSERT 1: See [[this one]]((L1)).';
const twoVersions = `VERSION: SAFE\n${woven}\nVERSION: INTERESTING\n${woven}\n`;

let folder: string;
let provider: Provider;
let server: TestServerProcess;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-stop-'));
  provider = await startProvider(inOrder(streamHead, pieces(twoVersions), hang));
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await provider.close();
  await rm(folder, { recursive: true });
});

async function start(timeout: number, environment: Readonly<Record<string, string>> = {}) {
  server = await spawnTestServer({
    DATA_DIR: folder,
    WORKSPACE: 'shared',
    OPENAI_BASE_URL: provider.baseUrl,
    SHUTDOWN_TIMEOUT: `${timeout}`,
    ...environment,
  });
  const origin = await server.origin();
  const saved = await post(`${origin}/api/links`, { url: 'https://a.example/' });
  const { id } = z.object({ id: z.string() }).parse(await saved.json());
  return { origin, job: { content: 'One.', linkIds: [id] } };
}

function post(address: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  return fetchWhenFree(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Starts a generation. Resolves at its first edit. `whole` resolves at its end. */
async function startStream(origin: string, job: object) {
  const answer = await post(`${origin}/api/generations`, job);
  let seen = '';
  const whole = (async () => {
    for await (const bytes of answer.body ?? []) seen += Buffer.from(bytes).toString();
    return seen;
  })();
  await expect.poll(() => seen).toContain('version-edit');
  return { whole };
}

/** Stops the server. Resolves with its exit code and signal when it has ended. */
function stop(signal: NodeJS.Signals = 'SIGTERM') {
  server.child.kill(signal);
  return server.ended;
}

/** Returns the status, and whether there is a time to retry. */
async function refusalOf(answer: Promise<Response>) {
  const { status, headers, body } = await answer;
  await body?.cancel();
  return [status, Number(headers.get('retry-after')) > 0];
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'at %s the server refuses new generations, answers other requests, finishes the running one, and exits',
  async (signal) => {
    const { origin, job } = await start(600);
    const gate = createGate();
    const ending = pieces(`VERSION: CRAZY\n${woven}\n`);
    provider.answerWith(
      inOrder(streamHead, pieces(twoVersions), gate.step, ending, chunk({}, 'stop'), done, endAnswer),
    );
    const { whole } = await startStream(origin, job);
    const stopped = stop(signal);
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/api/links`)).status).toBe(200);
    expect(await refusalOf(post(`${origin}/api/generations`, job))).toEqual([503, true]);
    gate.open();
    expect(await whole).toContain('event: result');
    expect(await stopped).toEqual([0, null]);
    expect(provider.calls).toHaveLength(1);
  },
);

test('a generation whose page has gone counts as a running one: it ends before the server does', async () => {
  const { origin, job } = await start(600);
  const gate = createGate();
  provider.answerWith(inOrder(gate.step, streamed(`${twoVersions}VERSION: CRAZY\n${woven}\n`)));
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'a-click-of-mine' };
  const page = request(`${origin}/api/generations`, { method: 'POST', headers, agent: false });
  page.on('error', () => {});
  page.end(JSON.stringify(job));
  await expect.poll(() => provider.calls.length).toBe(1);
  page.destroy();
  const stopped = stop();
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
  gate.open();
  expect(await stopped).toEqual([0, null]);
  expect(provider.calls.map(({ abortedAt }) => abortedAt)).toEqual([null]);
});

test('a generation that does not end in time is interrupted, and its call is ended', async () => {
  const { origin, job } = await start(4);
  const { whole } = await startStream(origin, job);
  // On a busy machine, the connection may end before the last words of the stream.
  whole.catch(() => {});
  expect(await stop()).toEqual([0, null]);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test('an interrupted generation keeps its finished versions', async () => {
  const site = await serveGenerations(inOrder(streamHead, pieces(twoVersions), hang));
  const { received, whole } = await site.stream();
  await expect.poll(received).toMatch(/version-end[^]*version-end/);
  site.drain.interrupt();
  const [, problem = ''] = /event: problem\ndata: (.*)\n/.exec(await whole) ?? [];
  expect(JSON.parse(problem)).toMatchObject({
    code: 'generation-interrupted',
    generation: {
      edits: { safe: [{ text: ' See [[this one]]((https://a.example/)).' }] },
      unfinished: ['exploratory', 'experimental'],
    },
  });
  expect(await site.endsUpstream()).toBeGreaterThan(0);
});

test('a reader who does not read and a request that never ends do not delay the stop', async () => {
  const { origin, job } = await start(4);
  const port = Number(new URL(origin).port);
  const body = JSON.stringify(job);
  const deaf = connect(port, '127.0.0.1').pause();
  deaf.on('error', () => {});
  deaf.write(
    `POST /api/generations HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => provider.calls.length).toBe(1);
  const slow = connect(port, '127.0.0.1', () =>
    slow.write('POST /api/links HTTP/1.1\r\nhost: localhost\r\n'),
  );
  slow.on('error', () => {});
  await once(slow, 'connect');
  expect(await stop()).toEqual([0, null]);
  deaf.destroy();
});

test('an idle connection does not delay the stop', async () => {
  const { origin } = await start(600);
  const agent = new Agent({ keepAlive: true });
  const [answer] = await once(request(`${origin}/api/links`, { agent }).end(), 'response');
  answer.resume();
  await once(answer, 'end');
  expect(await stop()).toEqual([0, null]);
  agent.destroy();
});

test('with a delay the server says that it stops, and takes new generations until the delay is over', async () => {
  const { origin, job } = await start(600, { SHUTDOWN_DELAY: '600', LIMIT_RUNNING_PER_WORKSPACE: '0' });
  provider.answerWith(streamed(`${twoVersions}VERSION: CRAZY\n${woven}\n`));
  void stop();
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
  expect(await (await post(`${origin}/api/generations`, job)).text()).toContain('event: result');
});

test('after the delay the server ends', async () => {
  await start(600, { SHUTDOWN_DELAY: '1' });
  const begin = performance.now();
  expect(await stop()).toEqual([0, null]);
  expect(performance.now() - begin).toBeGreaterThan(990);
});

test('two signals at once are one stop, and a later one ends the server at once', async () => {
  const { origin, job } = await start(600);
  const { whole } = await startStream(origin, job);
  const cut = whole.catch((error: unknown) => error);
  server.child.kill('SIGINT');
  const stopped = stop('SIGHUP');
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
  expect(server.child.exitCode).toBeNull();
  await sleep(1100);
  server.child.kill('SIGINT');
  expect(await stopped).toEqual([0, null]);
  expect(await cut).toMatchObject({ message: 'terminated' });
});
