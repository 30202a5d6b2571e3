import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { streamed } from '#provider/completion-steps.ts';
import { startProvider } from '#provider/provider.ts';

import { fetchWhenFree } from './test-fetch-when-free.ts';
import { spawnTestServer } from './test-server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-main-'));
});
afterAll(() => rm(folder, { recursive: true }));

function start(environment: Readonly<Record<string, string>>) {
  return spawnTestServer({ DATA_DIR: path.join(folder, 'data'), ...environment });
}

async function startAndStop(environment: Readonly<Record<string, string>>) {
  const { child, ended, printed } = await start(environment);
  await expect.poll(printed).toMatch(/ready at http:\S+\n(?:.*\n)+/);
  child.kill('SIGTERM');
  const [exitCode] = await ended;
  return { exitCode, printed: printed() };
}

test('a start prints the address of the page, the writer and the missing settings', async () => {
  const { exitCode, printed } = await startAndStop({});
  expect(printed).toMatch(/^Linkweft is ready at http:\/\/127\.0\.0\.1:\d+$/m);
  expect(printed).toMatch(/^No AI model is configured: the built-in writer writes\./m);
  expect(printed).toMatch(/set PRODUCT_SITE_URL/);
  expect(exitCode).toBe(0);
});

test('a start with a model prints its name and never the key', async () => {
  const { exitCode, printed } = await startAndStop({
    OPENAI_API_KEY: 'sk-secret',
    OPENAI_MODEL: 'gpt-4',
    PRODUCT_SITE_URL: 'https://product.example/',
  });
  expect(printed).toMatch(/^The model gpt-4 at api\.openai\.com writes\.$/m);
  expect(printed).not.toMatch(/sk-secret|PRODUCT_SITE_URL/);
  expect(exitCode).toBe(0);
});

test('the secret of a visitor is neither in the database nor in the log, also at level trace', async () => {
  const dataDirectory = path.join(folder, 'secret');
  const server = await start({ DATA_DIR: dataDirectory, LOG_LEVEL: 'trace' });
  const origin = await server.origin();
  const json = { 'content-type': 'application/json' };
  const send = (method: string, address: string, cookie: string, body?: object) =>
    fetch(`${origin}${address}`, {
      method,
      headers: { ...json, cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
  const saved = await send('POST', '/api/links', '', { url: 'https://a.example/kept' });
  const [, name = '', text = ''] =
    /^([\w-]+)=([\w-]{43})\./.exec(saved.headers.get('set-cookie') ?? '') ?? [];
  const cookie = saved.headers.get('set-cookie')?.split(';', 1).join() ?? '';
  expect(name).toBe(`workspace-${new URL(origin).port}`);
  const { code } = z
    .object({ code: z.string() })
    .parse(await (await send('POST', '/api/workspace/recovery-code', cookie)).json());
  expect((await send('PUT', '/api/workspace', '', { code })).status).toBe(200);
  expect((await send('PUT', '/api/workspace', cookie, { code: code.replace(/^./, 'U') })).status).toBe(400);
  expect((await send('PATCH', '/api/links/none', cookie, { url: '' })).status).toBe(404);
  expect((await send('POST', '/api/links', cookie, { url: 5 })).status).toBe(400);
  expect((await send('GET', '/api/nothing', cookie)).status).toBe(404);
  // An answer comes before its line in the log.
  await expect.poll(server.printed).toMatch(/link-not-found[^]*"route":null/);
  server.child.kill('SIGKILL');
  await server.ended;

  const files = await readdir(dataDirectory);
  const contents = await Promise.all(files.map((file) => readFile(path.join(dataDirectory, file))));
  const database = Buffer.concat(contents).toString('latin1');
  expect(database).toContain('https://a.example/kept');
  const secret = Buffer.from(text, 'base64url');
  const spellings = [
    secret.toString('latin1'),
    text,
    secret.toString('base64'),
    secret.toString('hex'),
    code,
    code.replaceAll('-', ''),
  ];
  for (const spelling of spellings) {
    expect(database.includes(spelling)).toBe(false);
    expect(server.printed().includes(spelling)).toBe(false);
  }
});

test('the metrics show generations, their tokens, the rest of the budget, and refusals', async () => {
  const provider = await startProvider(streamed('VERSION: SAFE\nOne two.\n'));
  const server = await start({
    DATA_DIR: path.join(folder, 'metered'),
    WORKSPACE: 'shared',
    METRICS_PORT: '0',
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_MODEL: 'gpt-4o-mini',
    BUDGET_DAILY_USD: '2',
    LIMIT_GENERATIONS_PER_MINUTE: '1',
  });
  const origin = await server.origin();
  const metrics = /Metrics for Prometheus are at (http:\S+)/.exec(server.printed())?.[1] ?? '';
  const post = (address: string, body: object) =>
    fetch(`${origin}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { id } = z
    .object({ id: z.string() })
    .parse(await (await post('/api/links', { url: 'https://a.example/' })).json());
  const order = { content: 'One two.', linkIds: [id] };
  expect(await (await post('/api/generations', order)).text()).toContain('event: result');
  expect((await post('/api/generations', order)).status).toBe(429);
  const text = await (await fetch(metrics)).text();
  expect(text).toMatch(/^linkweft_generations_total\{outcome="done",writer="model"\} 1$/m);
  expect(text).not.toContain('outcome="stopped"');
  expect(text).toMatch(/^linkweft_generations_refused_total\{reason="visitor-minute-limit"\} 1$/m);
  expect(text).toMatch(/^linkweft_input_tokens_total [1-9]/m);
  const [, cost] = /^linkweft_cost_usd_total (\S+)$/m.exec(text) ?? [];
  const [, left] = /^linkweft_budget_left_usd (\S+)$/m.exec(text) ?? [];
  expect(Number(cost)).toBeGreaterThan(0);
  expect(Number(left)).toBeGreaterThan(1.9);
  expect(Number(left)).toBeLessThan(2);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  await provider.close();
});

test('links saved before a kill are there after the next start', async () => {
  const environment = { DATA_DIR: path.join(folder, 'killed'), WORKSPACE: 'shared' };
  const first = await start(environment);
  const origin = await first.origin();
  const body = JSON.stringify({ url: 'https://a.example/kept' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetchWhenFree(`${origin}/api/links`, { method: 'POST', headers, body })).status).toBe(201);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start(environment);
  const page = await fetch(`${await second.origin()}/api/links`);
  expect(await page.text()).toContain('https://a.example/kept');
  second.child.kill('SIGINT');
  expect(await second.ended).toEqual([0, null]);
});

test('the second server of an SQLite file says so, and serves', async () => {
  const environment = { DATA_DIR: path.join(folder, 'made', 'for', 'two') };
  const words = 'Another program has the database';
  const first = await start(environment);
  await first.origin();
  const second = await startAndStop(environment);
  expect(first.printed()).not.toContain(words);
  expect(second.printed).toContain(words);
  first.child.kill('SIGTERM');
  await first.ended;
  expect((await startAndStop(environment)).printed).not.toContain(words);
});

test('a start with own lists says how many links a shared list contains, and how to show them', async () => {
  const folderOfAll = path.join(folder, 'upgraded');
  const first = await start({ DATA_DIR: folderOfAll, WORKSPACE: 'shared' });
  const origin = await first.origin();
  expect(first.printed()).not.toContain('shared list');
  const headers = { 'content-type': 'application/json' };
  for (const url of ['https://a.example/', 'https://b.example/']) {
    const body = JSON.stringify({ url });
    expect((await fetchWhenFree(`${origin}/api/links`, { method: 'POST', headers, body })).status).toBe(201);
  }
  first.child.kill('SIGTERM');
  await first.ended;
  const { printed } = await startAndStop({ DATA_DIR: folderOfAll });
  expect(printed).toMatch(/^2 links are in the shared list, .* set WORKSPACE=shared to show that list/m);
});

test('an error that prevents the start is explained, without a stack or a secret', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const broken = path.join(folder, 'broken');
  const file = path.join(folder, 'file');
  const dangling = path.join(folder, 'dangling');
  await writeFile(file, '');
  await symlink(path.join(folder, 'nowhere'), dangling);
  await mkdir(broken);
  await writeFile(path.join(broken, 'linkweft.sqlite'), 'no database '.repeat(1000));
  const failures = [
    [{ PORT: port }, `Port ${port} on 127.0.0.1 is taken already.`],
    [{ HOST: '192.0.2.1' }, 'Set HOST to an address of this machine'],
    [{ METRICS_PORT: port }, `set METRICS_PORT to another number`],
    [{ METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' }, 'Set METRICS_HOST to an address of this machine'],
    [{ PORT: 'x', OPENAI_API_KEY: 'sk secret' }, 'PORT must be a whole number'],
    [{ DATA_DIR: file }, 'Set DATA_DIR to a directory'],
    [{ DATA_DIR: broken }, 'file is not a database'],
    [{ DATA_DIR: path.join(file, 'below') }, 'Set DATA_DIR to a directory'],
    [{ DATA_DIR: path.join(dangling, 'below') }, 'Set DATA_DIR to a directory'],
    [{ DATA_DIR: '/proc/linkweft' }, 'Set DATA_DIR to a directory'],
    [{ DATA_DIR: '/proc/linkweft/below' }, 'Set DATA_DIR to a directory'],
    [
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/x' },
      'The PostgreSQL database of DATABASE_URL cannot be opened',
    ],
  ] as const;
  const refuse = async ([environment, words]: (typeof failures)[number]) => {
    const { ended, printed } = await start(environment);
    expect(await ended).toEqual([1, null]);
    expect(printed()).toContain(words);
    expect(printed()).not.toMatch(/secret|\n\s+at /);
  };
  await Promise.all(failures.map(refuse));
  taken.close();
});
