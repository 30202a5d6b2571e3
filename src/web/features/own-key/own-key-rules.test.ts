import { expect, test } from 'vitest';

import { freeKeysAmong, providersAmong, readOwnProvider } from './own-key-rules.ts';

const hosts = ['https://api.openai.com', 'https://*.openai.azure.com', 'http://localhost:*'];
const reach = { hosts, callable: hosts, pageOrigin: 'http://localhost:3000' };
const fields = { baseUrl: 'https://api.openai.com/v1', model: 'gpt-4o', apiKey: 'sk-1' };

test('spaces around pasted values are removed', () => {
  const pasted = { baseUrl: ' https://api.openai.com/v1 ', model: ' gpt-4o\n', apiKey: '\tsk-1 ' };
  expect(readOwnProvider(pasted, reach)).toEqual(fields);
});

test.each(['Bearer sk-1', 'bearer  sk-1\n', '"sk-1"', "'sk-1'", 's\r\nk-\n1'])(
  'the key is found in %j',
  (apiKey) => {
    expect(readOwnProvider({ ...fields, apiKey }, reach)).toEqual(fields);
  },
);

test('free keys are named only of providers that the page may call', () => {
  expect(freeKeysAmong(hosts)).toEqual([]);
  const named = freeKeysAmong(['https://api.groq.com', 'https://*.googleapis.com']);
  expect(named.map(({ page }) => page)).toEqual([
    'https://aistudio.google.com/apikey',
    'https://console.groq.com/keys',
  ]);
});

test('a model on this device needs no key', () => {
  const local = { ...fields, baseUrl: 'http://localhost:11434/v1', apiKey: '' };
  expect(readOwnProvider(local, reach)).toMatchObject({ apiKey: null });
});

test.each([
  ['baseUrl', { baseUrl: '' }, 'Please enter a base URL'],
  ['baseUrl', { baseUrl: 'api.openai.com' }, 'Please enter a base URL'],
  ['baseUrl', { baseUrl: 'https://' }, 'Please enter a base URL'],
  [
    'baseUrl',
    { baseUrl: 'https://evil.example/v1' },
    'may not call evil.example. It may call the providers in the list, and *.openai.azure.com.',
  ],
  ['baseUrl', { baseUrl: 'http://api.openai.com/v1' }, 'may not call api.openai.com'],
  ['baseUrl', { baseUrl: 'https://me:sk-1@api.openai.com/v1' }, 'enter the key below'],
  ['baseUrl', { baseUrl: 'http://localhost:3000/v1' }, 'the address of this page'],
  ['model', { model: ' ' }, 'Please enter the name of a model'],
  ['apiKey', { apiKey: '' }, 'Please enter your key'],
  ['apiKey', { apiKey: 'sk ü' }, 'Please copy it again'],
  ['apiKey', { apiKey: 'sk-1 sk-2' }, 'Please copy it again'],
] as const)('a wrong %s of %j has a message that says what to do', (field, change, words) => {
  const failure = readOwnProvider({ ...fields, ...change }, reach);
  expect(failure).toMatchObject({ field, message: expect.stringContaining(words) });
  expect(failure).not.toMatchObject({ message: expect.stringContaining('sk-1') });
});

test('if no well-known provider may be called, the message names the hosts that may', () => {
  const failure = readOwnProvider(fields, { ...reach, hosts: ['https://llm.example'] });
  expect(failure).toMatchObject({ message: expect.stringContaining('It may call llm.example.') });
});

test('hosts on this device are named once, as this device', () => {
  const local = ['https://llm.example', 'https://localhost:*', 'https://127.0.0.1:*'];
  const failure = readOwnProvider(fields, { ...reach, hosts: local });
  expect(failure).toMatchObject({ message: expect.stringContaining('call llm.example, this device.') });
});

test('a page without access to this device refuses a model on it and says how to get access', () => {
  const narrow = { ...reach, callable: hosts.slice(0, 2) };
  const local = { ...fields, baseUrl: 'http://localhost:11434/v1', apiKey: '' };
  expect(readOwnProvider(local, narrow)).toMatchObject({
    field: 'baseUrl',
    message: expect.stringContaining('open it with access'),
  });
  expect(readOwnProvider(fields, narrow)).toEqual(fields);
});

test('models on this device are offered under the name that the operator allows', () => {
  const address = (host: string) => providersAmong([host])[0]?.baseUrl;
  expect(address('http://localhost:*')).toBe('http://localhost:11434/v1');
  expect(address('http://127.0.0.1:*')).toBe('http://127.0.0.1:11434/v1');
});

test('only providers that the page may call are offered', () => {
  expect(providersAmong(hosts).map(({ name }) => name)).toEqual([
    'OpenAI',
    'Ollama on this device',
    'LM Studio on this device',
    'llama.cpp on this device',
  ]);
  expect(providersAmong([])).toEqual([]);
});
