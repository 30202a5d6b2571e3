import { expect, onTestFinished, test } from 'vitest';

import { startLocalProgram } from '#provider/local-program.ts';
import { refuse } from '#provider/steps.ts';
import { openTestApp } from '#server/test-app.ts';

const url = '/api/local-models';
const here = { host: 'localhost:3000' };

/** Opens the app beside a stand-in for Ollama that counts the requests it gets. */
async function openBeside(environment: Readonly<Record<string, string>> = {}) {
  const program = await startLocalProgram('ollama', [{ name: 'qwen3:8b' }], refuse(500));
  const { port } = new URL(program.baseUrl);
  const { app } = await openTestApp({ environment: { LOCAL_MODEL_PORTS: port, ...environment } });
  onTestFinished(async () => {
    await app.close();
    await program.close();
  });
  return { app, baseUrl: program.baseUrl };
}

test('a page on this machine gets the models on it', async () => {
  const { app, baseUrl } = await openBeside();
  const model = { name: 'qwen3:8b', baseUrl, program: 'ollama', contextWindow: 4_096, isCallable: true };
  const answer = await app.inject({ url, headers: here });
  expect(answer.json()).toEqual({ models: [model] });
});

test('what is known is told without another look', async () => {
  const { app } = await openBeside();
  const known = async () => (await app.inject({ url: `${url}?known`, headers: here })).json();
  expect(await known()).toEqual({ models: null });
  const { models } = (await app.inject({ url, headers: here })).json();
  expect(await known()).toEqual({ models });
});

test('the address of the program cannot be chosen by a request', async () => {
  const { app, baseUrl } = await openBeside();
  const answer = await app.inject({ url: `${url}?port=1&ports=1&baseUrl=http://127.0.0.1:1`, headers: here });
  expect(answer.json()).toMatchObject({ models: [{ baseUrl }] });
});

test.each([
  ['of another host name', { host: 'links.example.com' }],
  ['through a proxy', { ...here, 'x-forwarded-for': '192.0.2.1' }],
  ['through another proxy', { ...here, forwarded: 'for=192.0.2.1' }],
])('a page %s gets none', async (_name, headers) => {
  const { app } = await openBeside();
  expect((await app.inject({ url, headers })).json()).toEqual({ models: null });
});

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another port', { 'sec-fetch-site': 'same-site' }],
  ['an older browser on another site', { origin: 'https://evil.example' }],
])('%s is refused', async (_name, headers) => {
  const { app } = await openBeside();
  const answer = await app.inject({ url, headers: { ...here, ...headers } });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross-site-refused']);
});

test.each<Record<string, string>>([
  { HOST: '0.0.0.0' },
  { HOST: '192.0.2.7' },
  { TRUST_PROXY: 'loopback' },
  { OPENAI_API_KEY: 'sk-1' },
  { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' },
  { OWN_KEY_HOSTS: 'off' },
  { OWN_KEY_HOSTS: 'https://api.openai.com' },
  { LOCAL_MODEL_PORTS: 'off' },
])('with %o the server asks nobody', async (environment) => {
  const { app } = await openBeside(environment);
  expect((await app.inject({ url, headers: here })).json()).toEqual({ models: null });
});

test.each(['localhost', '127.0.0.1', '127.0.0.5', '::1'])('with HOST=%s it asks', async (HOST) => {
  const { app } = await openBeside({ HOST });
  expect((await app.inject({ url, headers: here })).json()).toMatchObject({ models: [{ name: 'qwen3:8b' }] });
});
