import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';

import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { expect, onTestFinished, test } from 'vitest';

import { startLocalProgram, type ProgramName, type ServedModel } from '#provider/local-program.ts';
import { portOf } from '#provider/port-of.ts';
import { refuse } from '#provider/steps.ts';

import { createLocalModels } from './local-models.ts';

const page = 'http://127.0.0.1:3000';

async function serve(program: ProgramName, models: readonly ServedModel[], cors = true): Promise<number> {
  const provider = await startLocalProgram(program, models, refuse(500), { cors });
  onTestFinished(() => provider.close());
  return Number(new URL(provider.baseUrl).port);
}

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return portOf(server);
}

/** In milliseconds: long enough for a busy machine. */
const patience = 10_000;
const look = (...ports: readonly number[]) => createLocalModels(ports, patience).look(page);
const list = (...ids: readonly string[]) =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, owned_by: 'me' })) });

test('without ports nobody is asked', async () => {
  expect(await look()).toBeNull();
});

test('Ollama tells the window of each model, and only models that write here are listed', async () => {
  const port = await serve('ollama', [
    { name: 'llama3.2:3b' },
    { name: 'qwen3:8b', loaded: 32_768 },
    { name: 'mistral:7b', window: 8_192, loaded: 2_048 },
    { name: 'minilm', isEmbedding: true },
    { name: 'gpt-oss:120b', isRemote: true },
  ]);
  const model = { baseUrl: `http://127.0.0.1:${port}/v1`, program: 'ollama', isCallable: true };
  expect(await look(port)).toEqual([
    { ...model, name: 'qwen3:8b', contextWindow: 32_768 },
    { ...model, name: 'mistral:7b', contextWindow: 8_192 },
    { ...model, name: 'llama3.2:3b', contextWindow: 4_096 },
  ]);
});

test('LM Studio and llama.cpp are known, with and without access for the page', async () => {
  const studio = await serve(
    'lm-studio',
    [
      { name: 'qwen/qwen3-4b' },
      { name: 'google/gemma-3-12b', loaded: 16_384 },
      { name: 'nomic', isEmbedding: true },
    ],
    false,
  );
  const llama = await serve('llama.cpp', [{ name: 'gemma-3-4b-it-Q4_K_M.gguf', loaded: 8_192 }]);
  expect(await look(studio, llama)).toEqual([
    {
      name: 'google/gemma-3-12b',
      baseUrl: `http://127.0.0.1:${studio}/v1`,
      program: 'lm-studio',
      contextWindow: 16_384,
      isCallable: false,
    },
    expect.objectContaining({ name: 'qwen/qwen3-4b', contextWindow: 4_096, isCallable: false }),
    {
      name: 'gemma-3-4b-it-Q4_K_M.gguf',
      baseUrl: `http://127.0.0.1:${llama}/v1`,
      program: 'llama.cpp',
      contextWindow: 8_192,
      isCallable: true,
    },
  ]);
});

test('a program that refuses pages of this origin is listed as one that the page may not call', async () => {
  const origins: unknown[] = [];
  const port = await listen(({ url, headers: { origin } }, response) => {
    origins.push(origin);
    if (origin !== undefined) response.writeHead(403).end();
    else if (url === '/v1/models') response.end(list('qwen3:8b'));
    else if (url === '/api/ps') response.end('{"models":[]}');
    else response.writeHead(404).end('{}');
  });
  expect(await look(port)).toMatchObject([{ name: 'qwen3:8b', program: 'ollama', isCallable: false }]);
  expect(origins.slice(0, 2)).toEqual([page, undefined]);
});

test('access for another origin is no access', async () => {
  const port = await listen((_request, response) => {
    response.setHeader('access-control-allow-origin', 'http://localhost:3000').end(list('a'));
  });
  expect(await look(port)).toMatchObject([{ name: 'a', program: 'other', isCallable: false }]);
});

const huge = `{"data":[{"id":"a"},"${'x'.repeat(600_000)}"]}`;

test.each<[string, RequestListener]>([
  ['HTML', (_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>')],
  ['broken JSON', (_request, response) => response.end('{"data":[{"id":"a"}')],
  ['other JSON', (_request, response) => response.end('{"models":[]}')],
  ['an error', (_request, response) => response.writeHead(500).end(list('a'))],
  ['a huge answer', (_request, response) => response.end(huge)],
  ['a broken connection', (_request, response) => response.destroy()],
  [
    'names that are none',
    (_request, response) => response.end(list('', ' a', 'a\nb', 'a\u202Eb', 'x'.repeat(201))),
  ],
])('%s is no model', async (_name, answer) => {
  const port = await listen(answer);
  expect(await look(port)).toEqual([]);
});

test('a redirect is not followed', async () => {
  const asked: IncomingMessage[] = [];
  const target = await listen((request, response) => {
    asked.push(request);
    response.end(list('a'));
  });
  const port = await listen((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${target}/v1/models` }).end();
  });
  expect(await look(port)).toEqual([]);
  expect(asked).toEqual([]);
});

test('slow programs and closed ports delay nothing for long, and hide no other program', async () => {
  const silent = await listen(() => {});
  const dripping = await listen((_request, response) => {
    response.write('{"data":[');
    const timer = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(timer));
  });
  const closing = createServer().listen(0, '127.0.0.1');
  await once(closing, 'listening');
  const closed = portOf(closing);
  closing.close();
  const fast = await serve('llama.cpp', [{ name: 'gemma' }]);
  const began = performance.now();
  expect(await createLocalModels([silent, dripping, closed], 300).look(page)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await createLocalModels([silent, fast], 3_000).look(page)).toMatchObject([{ name: 'gemma' }]);
});

test('a proxy of the process is not used', async () => {
  const port = await serve('llama.cpp', [{ name: 'gemma' }]);
  const before = getGlobalDispatcher();
  const none = new MockAgent();
  none.disableNetConnect();
  setGlobalDispatcher(none);
  onTestFinished(() => setGlobalDispatcher(before));
  expect(await look(port)).toHaveLength(1);
});

test('looks at the same time share their requests', async () => {
  let lists = 0;
  const port = await listen(({ url }, response) => {
    if (url === '/v1/models') lists += 1;
    response.end(list('a'));
  });
  const models = createLocalModels([port], patience);
  await Promise.all(Array.from({ length: 20 }, () => models.look(page)));
  expect(lists).toBe(1);
  expect(await models.look(page)).toHaveLength(1);
  expect(lists).toBe(2);
});

test('of a long list only the first models are asked about', async () => {
  const shown: unknown[] = [];
  const port = await listen(({ url }, response) => {
    if (url === '/v1/models') response.end(list(...Array.from({ length: 500 }, (_each, at) => `m${at}`)));
    else if (url === '/api/ps') response.end('{"models":[]}');
    else {
      shown.push(url);
      response.end('{}');
    }
  });
  expect((await look(port))?.length).toBe(24);
  expect(shown).toHaveLength(24);
});
