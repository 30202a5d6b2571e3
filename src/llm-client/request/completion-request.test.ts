import { expect, test } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';

import { completionUrl, providerHeaders } from './completion-request.ts';
import { watchTransport, type Transport } from './transport.ts';

test.each([
  ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
  ['https://api.openai.com/v1/', 'https://api.openai.com/v1/chat/completions'],
  ['https://api.deepseek.com', 'https://api.deepseek.com/chat/completions'],
  ['http://127.0.0.1:8080/v1/chat/completions', 'http://127.0.0.1:8080/v1/chat/completions'],
  ['http://127.0.0.1:8080/v1/chat/completions//', 'http://127.0.0.1:8080/v1/chat/completions'],
  ['https://gateway.example/team/a/openai/v1#x', 'https://gateway.example/team/a/openai/v1/chat/completions'],
  ['https://me.openai.azure.com/openai/v1/', 'https://me.openai.azure.com/openai/v1/chat/completions'],
  [
    'https://me.openai.azure.com/openai/deployments/my%20four?api-version=2024-10-21',
    'https://me.openai.azure.com/openai/deployments/my%20four/chat/completions?api-version=2024-10-21',
  ],
  [
    'https://me.openai.azure.com/openai/deployments/four/chat/completions?api-version=2024-10-21',
    'https://me.openai.azure.com/openai/deployments/four/chat/completions?api-version=2024-10-21',
  ],
])('%s asks %s', (baseUrl, url) => {
  expect(completionUrl(baseUrl)).toBe(url);
});

test.each([
  'https://me.openai.azure.com/openai/v1',
  'https://me.cognitiveservices.azure.com/openai/deployments/four?api-version=2024-10-21',
  'https://me.services.ai.azure.com/openai/v1',
  'https://gateway.example/openai/deployments/four?api-version=2024-10-21',
])('%s gets the key as Azure expects it', (baseUrl) => {
  expect(providerHeaders(baseUrl, 'k')).toEqual({ 'api-key': 'k' });
});

test.each([
  'https://api.openai.com/v1',
  'http://127.0.0.1:11434/v1',
  'https://openai.azure.com.gateway.example/v1',
  'https://api.anthropic.com.example/v1',
  'http://constructor/v1',
])('%s gets the key as a bearer token, and no header without a key', (baseUrl) => {
  expect(providerHeaders(baseUrl, 'k')).toEqual({ authorization: 'Bearer k' });
  expect(providerHeaders(baseUrl, null)).toEqual({});
});

test('a page may call Anthropic with the header that it requires', () => {
  expect(providerHeaders('https://api.anthropic.com/v1', 'k')).toEqual({
    authorization: 'Bearer k',
    'anthropic-dangerous-direct-browser-access': 'true',
  });
});

const request = { url: 'http://127.0.0.1/', headers: {}, body: '' };
const gone = AbortSignal.abort();
const here = new AbortController().signal;
const answer = { status: 200, header: () => null, body: (async function* empty() {})(), discard: () => {} };

const sends: Transport = async ({ onSent }) => {
  onSent?.();
  return answer;
};
const breaks: Transport = async ({ onSent }) => {
  onSent?.();
  throw new Error('broken');
};
const babbles: Transport = async ({ onSent }) => {
  onSent?.();
  throw new ProblemError('provider-reply-broken');
};
const fails: Transport = async () => {
  throw new Error('nobody there');
};

test.each([
  ['was answered', sends, here, false],
  ['was sent, and whose connection broke', breaks, here, false],
  ['was sent, and which we ended', breaks, gone, true],
  ['was answered by what nobody can read', babbles, here, true],
  ['was never sent', fails, here, false],
  ['was ended before it was sent', fails, gone, false],
])('a request that %s', async (_name, transport, signal, isUnanswered) => {
  const watched = watchTransport(transport);
  await watched.send({ ...request, signal }).catch(() => null);
  expect(watched.isUnanswered()).toBe(isUnanswered);
});
