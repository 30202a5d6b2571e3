import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { atOnce, chunk, event, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import type { Step } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import type { Provider } from '#provider/provider.ts';
import { end, hang, refuse, reset, respond } from '#provider/steps.ts';
import { openTestApp } from '#server/test-app.ts';
import type { TestServerProcess } from '#server/test-server-process.ts';
import { spawnTestServer } from '#server/test-server-process.ts';

const secret = 'Zq7secret';
const key = `sk-${secret}`;

let folder: string;
let provider: Provider;
let server: TestServerProcess;
let origin: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-log-'));
  provider = await startProvider(atOnce(secret));
  server = await spawnTestServer({
    DATA_DIR: folder,
    LOG_LEVEL: 'trace',
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: key,
    LIMIT_GENERATIONS_PER_MINUTE: '0',
    LIMIT_GENERATIONS_PER_DAY: '0',
    BUDGET_DAILY_USD: 'off',
  });
  origin = await server.origin();
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await provider.close();
  await rm(folder, { recursive: true });
});

/** `METHOD /path` of each route of the API. */
async function routesOfApi(): Promise<string[]> {
  const { app, routes } = await openTestApp();
  await app.ready();
  await app.close();
  return routes.flatMap(({ method, url }) => (url.startsWith('/api/') ? [`${method} ${url}`] : []));
}

const logLineSchema = z.object({ route: z.string(), method: z.string(), requestId: z.string() });

function requestLines() {
  return server
    .printed()
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('{')) return [];
      const parsed = logLineSchema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    });
}

const headers = {
  'content-type': 'application/json',
  authorization: `Bearer ${key}`,
  'idempotency-key': `${secret}-idempotency`,
  altcha: secret,
  'x-request-id': secret,
  'user-agent': secret,
};

function ask(method: string, address: string, cookie: string, body?: string) {
  return fetch(`${origin}${address}${address.includes('?') ? '&' : '?'}q=${secret}`, {
    method,
    headers: { ...headers, cookie: `${cookie}; other=${secret}` },
    ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body }),
  });
}

async function openWorkspace(): Promise<{ cookie: string; id: string }> {
  const saved = await ask(
    'POST',
    '/api/links',
    '',
    JSON.stringify({ url: `https://a.example/${secret}`, description: secret }),
  );
  const { id } = z.object({ id: z.string() }).parse(await saved.json());
  return { cookie: saved.headers.get('set-cookie')?.split(';', 1).join() ?? '', id };
}

const bodies = (id: string) => [
  undefined,
  `{"url": ${secret}`,
  JSON.stringify({ [secret]: secret, url: 5, content: 7, code: [secret], links: secret, ids: { secret } }),
  JSON.stringify({ url: secret, description: `\u0000${secret}`, code: secret, ifUpdatedAt: secret }),
  JSON.stringify({ content: secret, linkIds: [id], ids: [secret, id], urls: [secret] }),
  JSON.stringify({ links: [{ url: secret, description: secret, createdAt: secret }] }),
  `"${secret.repeat(20_000)}"`,
];

/** What a provider may do with the text that it was sent. */
const faults: Readonly<Record<string, Step>> = {
  'a refusal that quotes the text': refuse(400, {
    message: secret,
    type: `a ${secret}`,
    code: `${secret} !`,
  }),
  'a page of HTML': respond(500, 'text/html', `<h1>${secret}</h1>`),
  'a refused key': refuse(401, { message: `Incorrect API key provided: ${key}` }),
  'JSON that is none': respond(200, 'application/json', `{"choices": ${secret}`),
  'JSON of another kind': respond(
    200,
    'application/json',
    JSON.stringify({ [secret]: secret, choices: secret }),
  ),
  'an event that is no JSON': inOrder(streamHead, event(`{"choices": ${secret}`), end),
  'an error inside the stream': inOrder(
    streamHead,
    event({ error: { message: secret, code: secret.length } }),
    end,
  ),
  'a reset in the middle': inOrder(
    streamHead,
    chunk({ content: `VERSION: SAFE\n${secret}\nVERSION: INTERESTING\n` }),
    reset,
  ),
  'another host': respond(302, 'text/plain', secret, { location: `http://${secret}.example/?key=${key}` }),
  'a whole answer': streamed(`VERSION: SAFE\n${secret}\n`),
};

async function generate(accept: string, cookie: string, id: string, signal?: AbortSignal) {
  const answer = await fetch(`${origin}/api/generations?q=${secret}`, {
    method: 'POST',
    headers: { ...headers, accept, cookie, 'idempotency-key': `${secret}-${Math.random()}` },
    body: JSON.stringify({ content: secret, linkIds: [id] }),
    ...(signal && { signal }),
  });
  return answer.text();
}

test('what was sent stands nowhere in the fullest log, whatever fails; each route leaves its line', async () => {
  const { cookie, id } = await openWorkspace();
  const routes = await routesOfApi();
  expect(routes).toContain('PATCH /api/links/:id');
  for (const route of routes) {
    const [method = '', address = ''] = route.split(' ');
    for (const place of address.includes(':id') ? [id, secret] : [''])
      for (const body of bodies(id))
        await (await ask(method, address.replace(':id', place), '', body)).arrayBuffer();
  }
  // The last lines are on their way when the last answer is there.
  const logged = () => new Set(requestLines().map(({ method, route }) => `${method} ${route}`));
  await expect.poll(logged).toEqual(new Set(routes));
  const lines = requestLines();
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(lines.length);

  for (const [name, fault] of Object.entries(faults)) {
    provider.answerWith(fault);
    for (const accept of ['text/event-stream', 'application/json'])
      expect(`${name}: ${await generate(accept, cookie, id)}`).toMatch(/"code":"|"versions":/);
  }
  expect(provider.calls.length).toBeGreaterThanOrEqual(2 * Object.keys(faults).length);
  provider.answerWith(inOrder(streamHead, chunk({ content: secret }), hang));
  await expect(generate('text/event-stream', cookie, id, AbortSignal.timeout(300))).rejects.toThrow(
    'aborted',
  );
  for (const strange of [`/api/${secret}`, `/${secret}`, `/api/%zz${secret}`, `/api/links?cursor=${secret}`])
    await ask('GET', strange, cookie);
  await ask('POST', '/api/links', `${cookie}${secret}`, '{}');
  await fetch(`${origin}/api/links`, { method: 'POST', headers: { 'content-type': secret }, body: secret });
  connect(Number(new URL(origin).port), '127.0.0.1')
    .on('error', () => {})
    .end(`${secret} HTTP\r\n${secret}\r\n\r\n`);

  const database = new DatabaseSync(path.join(folder, 'linkweft.sqlite'));
  database.exec('drop table links');
  database.close();
  expect((await ask('GET', `/api/links?search=${secret}`, cookie)).status).toBe(503);
  expect(await generate('application/json', cookie, id)).toContain('storage-failed');

  server.child.kill('SIGTERM');
  await server.ended;
  expect(server.printed()).toContain('ERR_SQLITE_ERROR');
  const log = server.printed().split('\n');
  expect(log.filter((line) => line.includes(secret))).toEqual([]);
});
