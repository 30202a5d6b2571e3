import { afterEach, beforeEach, expect, test } from 'vitest';

import { call, failureOf } from '#provider/call.ts';
import { pieces, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import type { Provider } from '#provider/provider.ts';
import { startProvider } from '#provider/provider.ts';
import { hang, refuse } from '#provider/steps.ts';
import { createUndiciTransport } from '#server/model/undici-transport.ts';

import { writeCompletion } from './write-completion.ts';

const reply = 'VERSION: SAFE\nÜber die Brücke – 🥾\n';
const soon = { totalMs: 10_000, firstTextMs: 1000, idleMs: 1000 };

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed(reply));
});
afterEach(() => provider.close());

/** The model's pieces as they come, for readers with ways of their own. */
function openCall(limits = soon) {
  const settings = { baseUrl: provider.baseUrl, apiKey: null, model: 'm', temperature: 0 };
  const prompt = { system: 'Be an editor.', user: 'Weave.' };
  const request = { purpose: 'write', prompt, maxOutputTokens: null } as const;
  const asked = { settings, transport: createUndiciTransport() };
  return writeCompletion(asked, request, new AbortController().signal, { limits });
}

test('a provider that drips for ever runs out of all its time', async () => {
  const drip = inOrder(streamHead, pieces('a'.repeat(1000), { size: 1, speed: 20 }));
  const problem = await failureOf(provider, drip, { limits: { ...soon, totalMs: 300 } });
  expect(problem.code).toBe('provider-timeout');
});

test('a reader who takes his time is no silence of the provider', async () => {
  let text = '';
  for await (const piece of openCall()) {
    if (piece.type !== 'text') continue;
    if (text === '') await new Promise((resolve) => setTimeout(resolve, 1500));
    text += piece.text;
  }
  expect(text).toBe(reply);
});

test('a reader who goes ends the call, also before the first text', async () => {
  provider.answerWith(inOrder(streamHead, hang));
  for await (const piece of openCall({ ...soon, firstTextMs: 10_000 })) {
    expect(piece).toEqual({ type: 'answer' });
    break;
  }
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

/** A thousand turns of the event loop: far less than any limit or wait of a call, however busy the machine. */
async function manyTurns(): Promise<null> {
  for (let turn = 0; turn < 1000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return null;
}

test.each([
  ['before the answer', hang],
  ['inside the text', inOrder(streamHead, pieces('A'), hang)],
  ['while a retry waits', refuse(429, {}, { 'retry-after': '30' })],
])('a user who leaves %s ends the call at once', async (_name, answer) => {
  const user = new AbortController();
  const writing = call(provider, answer, { signal: user.signal });
  await expect.poll(() => provider.calls.length).toBe(1);
  user.abort();
  const outcome = await Promise.race([writing, manyTurns()]);
  expect(outcome?.problem).toMatchObject({ code: 'stopped' });
  if (answer !== hang) return;
  // The provider was asked: what it does about it may have to be paid for.
  expect(outcome?.pieces).toEqual([{ type: 'answer' }]);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});
