import { expect, test } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';

import { watchTransport, type Transport } from './transport.ts';

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
