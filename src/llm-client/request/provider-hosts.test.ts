import { expect, test } from 'vitest';

import { isOnThisDevice, isProviderAllowed, isProviderSource } from './provider-hosts.ts';

test.each([
  'https://api.openai.com',
  'https://*.openai.azure.com',
  'https://llm.example.com:8443',
  'http://localhost:*',
  'http://127.0.0.1:11434',
  'https://localhost',
])('%s names providers', (text) => {
  expect(isProviderSource(text)).toBe(true);
});

test.each([
  'http://api.openai.com',
  'https://*',
  'https:',
  '*',
  'https://a.example/path',
  'https://a.example; script-src *',
  "https://a.example 'unsafe-inline'",
  'https://user@a.example',
  'ftp://a.example',
  'http://192.168.0.2:*',
  '',
])('%j names none', (text) => {
  expect(isProviderSource(text)).toBe(false);
});

const sources = ['https://api.openai.com', 'https://*.openai.azure.com', 'http://localhost:*'];

test.each([
  ['https://api.openai.com/v1', true],
  ['https://API.OpenAI.com:443/v1', true],
  ['https://mine.openai.azure.com/openai/v1?api-version=1', true],
  ['http://localhost:11434/v1', true],
  ['http://localhost/v1', true],
  ['https://localhost:8443/v1', true],
  ['http://api.openai.com/v1', false],
  ['https://api.openai.com:8443/v1', false],
  ['https://api.openai.com.evil.example/v1', false],
  ['https://openai.azure.com/v1', false],
  ['https://evil.example/?https://api.openai.com', false],
  ['https://user:secret@api.openai.com/v1', false],
  ['http://127.0.0.1:11434/v1', false],
  ['api.openai.com', false],
])('a call to %s: %s', (address, isAllowed) => {
  expect(isProviderAllowed(address, sources)).toBe(isAllowed);
});

test.each([
  ['http://localhost:1234/v1', true],
  [' HTTP://127.0.0.1', true],
  ['http://localhost.example/v1', false],
  ['https://api.openai.com/localhost', false],
  ['', false],
])('%j is on this device: %s', (baseUrl, isLocal) => {
  expect(isOnThisDevice(baseUrl)).toBe(isLocal);
});
