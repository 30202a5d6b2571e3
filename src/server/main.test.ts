import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-main-'));
});
afterAll(() => rm(folder, { recursive: true }));

function start(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      ...environment,
    },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return { child, ended: once(child, 'close'), printed: () => printed };
}

async function startAndStop(environment: Readonly<Record<string, string>>) {
  const { child, ended, printed } = start(environment);
  await expect.poll(printed, { timeout: 20_000 }).toMatch(/ready at http:\S+\n(?:.*\n)+/);
  child.kill('SIGTERM');
  const [exitCode] = await ended;
  return { exitCode, printed: printed() };
}

test('a start says where the page is, who writes and what the operator should set', async () => {
  const { exitCode, printed } = await startAndStop({});
  expect(printed).toMatch(/^Linkweft is ready at http:\/\/127\.0\.0\.1:\d+$/m);
  expect(printed).toMatch(/^No AI model is configured: the built-in writer writes\./m);
  expect(printed).toMatch(/set PRODUCT_SITE_URL/);
  expect(exitCode).toBe(0);
}, 30_000);

test('a start with a model names it, and never the key', async () => {
  const { exitCode, printed } = await startAndStop({
    OPENAI_API_KEY: 'sk-secret',
    OPENAI_MODEL: 'gpt-4',
    PRODUCT_SITE_URL: 'https://product.example/',
  });
  expect(printed).toMatch(/^The model gpt-4 at api\.openai\.com writes\.$/m);
  expect(printed).not.toMatch(/sk-secret|PRODUCT_SITE_URL/);
  expect(exitCode).toBe(0);
}, 30_000);

test('a visitor’s secret stands neither in the database nor in the log, not even in the fullest one', async () => {
  const dataDirectory = path.join(folder, 'secret');
  const server = start({ DATA_DIR: dataDirectory, LOG_LEVEL: 'trace' });
  await expect.poll(server.printed, { timeout: 20_000 }).toContain('ready at');
  const origin = /ready at (http:[\d.:/]+)/.exec(server.printed())?.[1] ?? '';
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
  server.child.kill('SIGKILL');
  await server.ended;

  const files = await readdir(dataDirectory);
  const contents = await Promise.all(files.map((file) => readFile(path.join(dataDirectory, file))));
  const database = Buffer.concat(contents).toString('latin1');
  expect(database).toContain('https://a.example/kept');
  expect(server.printed()).toContain('link-not-found');
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
}, 30_000);

test('links saved before a kill are there after the next start', async () => {
  const environment = { DATA_DIR: path.join(folder, 'killed'), WORKSPACE: 'shared' };
  const first = start(environment);
  await expect.poll(first.printed, { timeout: 20_000 }).toContain('ready at');
  const origin = /http:\S+/.exec(first.printed())?.[0] ?? '';
  const body = JSON.stringify({ url: 'https://a.example/kept' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${origin}/api/links`, { method: 'POST', headers, body })).status).toBe(201);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start(environment);
  await expect.poll(second.printed, { timeout: 20_000 }).toContain('ready at');
  const page = await fetch(`${/http:\S+/.exec(second.printed())?.[0] ?? ''}/api/links`);
  expect(await page.text()).toContain('https://a.example/kept');
  second.child.kill('SIGINT');
  expect(await second.ended).toEqual([0, null]);
}, 60_000);

test('what keeps it from starting is told in words, without a stack or a secret', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const broken = path.join(folder, 'broken');
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await mkdir(broken);
  await writeFile(path.join(broken, 'linkweft.sqlite'), 'no database '.repeat(1000));
  const failures = [
    [{ PORT: port }, `Port ${port} on 127.0.0.1 is taken already.`],
    [{ HOST: '192.0.2.1' }, 'Set HOST to an address of this machine'],
    [{ PORT: 'x', OPENAI_API_KEY: 'sk secret' }, 'PORT must be a whole number'],
    [{ DATA_DIR: file }, 'Set DATA_DIR to a directory'],
    [{ DATA_DIR: broken }, 'file is not a database'],
    [
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/x' },
      'The PostgreSQL database of DATABASE_URL cannot be opened',
    ],
  ] as const;
  for (const [environment, words] of failures) {
    const { ended, printed } = start(environment);
    expect(await ended).toEqual([1, null]);
    expect(printed()).toContain(words);
    expect(printed()).not.toMatch(/secret|\n\s+at /);
  }
  taken.close();
}, 60_000);
