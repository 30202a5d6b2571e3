import { expect, test } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';

import { requestCompletion, parameterSupportOf } from './completion-request.ts';
import { watchTransport, type Transport, type TransportCall } from './transport.ts';

const anyCall = { url: 'http://127.0.0.1/', headers: {}, body: '' };
const gone = AbortSignal.abort();
const here = new AbortController().signal;
const answer = { status: 200, header: () => null, body: (async function* empty() {})(), discard: () => {} };

/** Returns the request for a completion that a provider with this base URL gets. */
async function sentTo(baseUrl: string, apiKey: string | null): Promise<TransportCall> {
  const calls: TransportCall[] = [];
  const transport: Transport = async (call) => {
    calls.push(call);
    return answer;
  };
  const settings = { baseUrl, apiKey, model: 'gpt-4', temperature: 0.7 };
  const call = { settings, transport, plainTransport: transport, listMs: 0, signal: here };
  const prompt = { system: 'Be an editor.', user: 'Weave.' };
  const request = { purpose: 'write' as const, prompt, maxOutputTokens: null };
  await requestCompletion({ ...call, request, support: parameterSupportOf(settings) }, () => 0);
  const [sent] = calls;
  if (sent === undefined) throw new Error('Nothing was sent.');
  return sent;
}

const usual = { 'content-type': 'application/json', accept: 'text/event-stream, application/json' };

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
])('%s asks %s', async (baseUrl, url) => {
  expect((await sentTo(baseUrl, null)).url).toBe(url);
});

test.each([
  'https://me.openai.azure.com/openai/v1',
  'https://me.cognitiveservices.azure.com/openai/deployments/four?api-version=2024-10-21',
  'https://me.services.ai.azure.com/openai/v1',
  'https://gateway.example/openai/deployments/four?api-version=2024-10-21',
])('%s gets the key as Azure expects it', async (baseUrl) => {
  expect((await sentTo(baseUrl, 'k')).headers).toEqual({ ...usual, 'api-key': 'k' });
});

test.each([
  'https://api.openai.com/v1',
  'http://127.0.0.1:11434/v1',
  'https://openai.azure.com.gateway.example/v1',
  'https://api.anthropic.com.example/v1',
  'http://constructor/v1',
])('%s gets the key as a bearer token, and no header without a key', async (baseUrl) => {
  expect((await sentTo(baseUrl, 'k')).headers).toEqual({ ...usual, authorization: 'Bearer k' });
  expect((await sentTo(baseUrl, null)).headers).toEqual(usual);
});

test('a page may call Anthropic with the header that it requires', async () => {
  expect((await sentTo('https://api.anthropic.com/v1', 'k')).headers).toEqual({
    ...usual,
    authorization: 'Bearer k',
    'anthropic-dangerous-direct-browser-access': 'true',
  });
});

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
  await watched.send({ ...anyCall, signal }).catch(() => null);
  expect(watched.isUnanswered()).toBe(isUnanswered);
});
