import { expect, onTestFinished, test, vi } from 'vitest';

import { answerLimit, tokensAtMost, estimateTokens } from '#core/limits/tokens.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { Tokens } from '#core/limits/terms.ts';
import { chunk, done, pieces, streamHead, usageEvent, wholeCompletion } from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import { bytes, end, head, pause } from '#provider/steps.ts';
import { createOpenAiModel, type ChatModel } from '#server/model/chat-model.ts';
import { createMeter, type Meter } from '#server/observe/meter.ts';
import { openTestApp } from '#server/test-app.ts';

const jsonHead = head(200, { 'content-type': 'application/json' });
const [beginning = ''] = wholeCompletion('TEXT').split('TEXT');
const opening = 'VERSION: SAFE\n';

function delta(part: object): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: part, finish_reason: null }] })}\n\n`;
}

/** Repeats the content until the reader stops, with a pause of `everyMs` milliseconds after each piece. */
function forever(content: string, everyMs = 0): Step {
  const block = everyMs === 0 ? content.repeat(Math.ceil(16_384 / content.length)) : content;
  return async (exchange) => {
    while (!exchange.signal.aborted) {
      await exchange.write(block);
      if (everyMs > 0) await pause(everyMs)(exchange);
    }
  };
}

const text = (words: string) => inOrder(streamHead, forever(delta({ content: words })));
const claim = { prompt_tokens: 100_000_000, completion_tokens: 100_000_000, total_tokens: 100_000_000 };

const greedy: readonly (readonly [string, Step])[] = [
  ['goes on in English', text('and so on ')],
  ['goes on in Chinese', text('好的土壤和规律的浇水')],
  ['goes on in emoji', text('🥾🍞')],
  ['goes on without a space', text('abcdefgh')],
  ['goes on slowly', inOrder(streamHead, forever(delta({ content: 'and so on '.repeat(400) }), 1000))],
  ['thinks and thinks', inOrder(streamHead, forever(delta({ reasoning_content: 'Let me think. ' })))],
  ['says nothing without end', inOrder(streamHead, forever(delta({ content: '' })))],
  [
    'never ends its line',
    inOrder(streamHead, bytes('data: {"choices":[{"delta":{"content":"'), forever('abc ')),
  ],
  ['never ends an answer at once', inOrder(jsonHead, bytes(beginning), forever('and so on '))],
  [
    'claims a huge count',
    inOrder(streamHead, pieces(`${opening}(no edits)\n`), chunk({}, 'stop'), usageEvent(claim), done, end),
  ],
];

/** Returns a model and the text that was read of its answers, without the last piece, which may have any length. */
function overheard(model: ChatModel) {
  const answers: { readonly request: CompletionRequest; read: string; last: string }[] = [];
  const write: ChatModel['write'] = (request, { take, signal }) => {
    const answer = { request, read: '', last: '' };
    answers.push(answer);
    return model.write(request, {
      signal,
      take(piece) {
        answer.read += answer.last;
        answer.last = 'text' in piece ? piece.text : '';
        return take(piece);
      },
    });
  };
  return { answers, model: { ...model, write } };
}

async function openSite(answer: Step, environment: Readonly<Record<string, string>>) {
  const provider = await startProvider(answer);
  const settings = { baseUrl: provider.baseUrl, apiKey: null, model: 'gpt-4', temperature: 0 };
  const { answers, model } = overheard(createOpenAiModel(settings));
  const unbooked: Tokens[] = [];
  const meter: Meter = { ...createMeter(), tokensUnbooked: (tokens) => void unbooked.push(tokens) };
  const { app, database, links } = await openTestApp({
    model,
    meter,
    environment: { OPENAI_BASE_URL: provider.baseUrl, BUDGET_DAILY_USD: '1000', ...environment },
  });
  onTestFinished(async () => {
    await app.close();
    await provider.close();
  });
  const linkIds: string[] = [];
  for (const word of ['tent', 'rain', 'boots', 'stove'])
    linkIds.push((await links.create('shared', { url: `https://${word}.example/`, description: word })).id);
  const budget = () => database.query.selectFrom('budgets').select(['spent', 'reserved']).executeTakeFirst();
  return {
    provider,
    answers,
    warnings: vi.spyOn(app.log, 'warn'),
    unbooked,
    budget,
    order: (content: string) =>
      app.inject({ method: 'POST', url: '/api/generations', payload: { content, linkIds } }),
  };
}

const content = 'A tent keeps the rain off. Boots are dry by the stove. ';

test.each(
  greedy.flatMap(([what, answer]) => [
    { what, answer, way: 'in edits', size: 10, environment: {} },
    { what, answer, way: 'in whole texts', size: 10, environment: { WEAVE_PROTOCOL: 'rewrite' } },
    { what, answer, way: 'in parts', size: 800, environment: { OPENAI_CONTEXT_WINDOW: '8192' } },
  ]),
)(
  'for a model that $what, asked $way, the cost is at most the reserved one, a quarter more and 200 tokens a call, and little more is read',
  async ({ answer, size, environment }) => {
    let held = 0;
    const site = await openSite(async (exchange) => {
      held ||= (await site.budget())?.reserved ?? 0;
      await answer(exchange);
    }, environment);
    await site.order(content.repeat(size));
    const { calls } = site.provider;
    const booked = await site.budget();
    expect(held).toBeGreaterThan(0);
    expect(booked?.reserved).toBe(0);
    // 60 dollars per million tokens of output.
    expect(booked?.spent).toBeLessThanOrEqual(1.25 * held + calls.length * 200 * 60);
    expect(booked?.spent).toBeGreaterThan(0);
    for (const { request, read } of site.answers)
      expect(estimateTokens(read)).toBeLessThanOrEqual(2 * answerLimit(request));
    await expect
      .poll(() => calls.filter(({ abortedAt }) => abortedAt === null))
      .toHaveLength(answer === greedy.at(-1)?.[1] ? calls.length : 0);
  },
);

test('the log and the metrics show what a provider counts beyond the limit, without any content', async () => {
  const [, claiming] = greedy.at(-1) ?? [];
  if (claiming === undefined) throw new Error('Nobody claims.');
  const site = await openSite(claiming, {});
  await site.order(content);
  const [request] = site.answers.map((answer) => answer.request);
  if (request === undefined) throw new Error('The model was not asked.');
  const booked = { ...tokensAtMost(request), outputTokens: answerLimit(request) };
  const counted = { inputTokens: claim.prompt_tokens, outputTokens: claim.completion_tokens };
  expect(site.warnings).toHaveBeenCalledExactlyOnceWith(
    { counted, booked },
    expect.stringContaining('booked'),
  );
  expect(site.unbooked).toEqual([
    {
      inputTokens: counted.inputTokens - booked.inputTokens,
      outputTokens: counted.outputTokens - booked.outputTokens,
    },
  ]);
});
