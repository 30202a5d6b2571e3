import { test } from 'vitest';

import { call } from '#provider/call.ts';
import { pieces, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import { bytes, hang, head } from '#provider/steps.ts';

/** On a busy machine, the text before the silence may take a while to arrive. */
const limits = { totalMs: 2500, firstTextMs: 1500, idleMs: 1500 };

const eventHead = head(200, { 'content-type': 'text/event-stream' });
const jsonHead = head(200, { 'content-type': 'application/json' });

test.concurrent.for([
  { where: 'before its head', answer: hang, text: '' },
  { where: 'after its head', answer: inOrder(eventHead, hang), text: '' },
  { where: 'inside the text', answer: inOrder(streamHead, pieces('A'), hang), text: 'A' },
  { where: 'inside an answer at once', answer: inOrder(jsonHead, bytes('{'), hang), text: '' },
])(
  'a provider that falls silent $where takes too long, and the call is ended',
  async ({ answer, text }, { expect }) => {
    const provider = await startProvider(answer);
    const outcome = await call(provider, answer, { limits });
    expect([outcome.problem?.code, outcome.text]).toEqual(['provider-timeout', text]);
    await expect.poll(() => provider.calls[0]?.abortedAt).toEqual(expect.any(Number));
    expect(provider.calls).toHaveLength(1);
    await provider.close();
  },
);
