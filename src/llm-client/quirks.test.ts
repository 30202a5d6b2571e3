import { afterEach, beforeEach, expect, test } from 'vitest';

import { call, failureOf } from '#provider/call.ts';
import { atOnce, streamed } from '#provider/completion-steps.ts';
import { inTurn } from '#provider/exchange.ts';
import type { RecordedCall, Step } from '#provider/exchange.ts';
import type { Provider } from '#provider/provider.ts';
import { startProvider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed('A'));
});
afterEach(() => provider.close());

/** A model that takes all but these, and refuses them one by one. */
function without(...names: readonly string[]) {
  return {
    for: ({ body }: RecordedCall): Step => {
      const name = names.find((each) => Object.keys(body ?? {}).includes(each));
      if (name === undefined) return streamed('A');
      return refuse(400, { message: `Unsupported parameter: '${name}' is not supported with this model.` });
    },
  };
}

function sent(): readonly (readonly string[])[] {
  return provider.calls.map(({ body }) =>
    Object.keys(body ?? {}).filter((name) => name !== 'model' && name !== 'messages'),
  );
}

function limits() {
  return sent().map((names) => names.find((name) => name.startsWith('max_')));
}

test('what a model refuses is left out of a second call, and of all calls after that', async () => {
  expect((await call(provider, without('temperature'))).text).toBe('A');
  expect((await call(provider, without('temperature'))).text).toBe('A');
  expect(sent()).toEqual([
    ['temperature', 'stream', 'stream_options'],
    ['stream', 'stream_options'],
    ['stream', 'stream_options'],
  ]);
});

test('each parameter is asked about once, and a limit changes its name instead of going', async () => {
  const answer = without('max_tokens', 'stream_options', 'temperature');
  expect((await call(provider, answer, { maxOutputTokens: 9 })).text).toBe('A');
  expect(sent().at(-1)).toEqual(['max_completion_tokens', 'stream']);
  expect(provider.calls).toHaveLength(4);
});

test('a model that thinks first is given the limit by its newer name, and by the older one where it wants that', async () => {
  const settings = { model: 'o3-mini' };
  await call(provider, without(), { settings, maxOutputTokens: 9 });
  await call(provider, without('max_completion_tokens'), { settings, maxOutputTokens: 9 });
  expect(limits()).toEqual(['max_completion_tokens', 'max_completion_tokens', 'max_tokens']);
  expect(provider.calls.at(-1)?.body?.max_tokens).toBe(9);
});

test('a model that takes no limit by any name is not asked without one', async () => {
  const problem = await failureOf(provider, without('max_tokens', 'max_completion_tokens'), {
    maxOutputTokens: 9,
  });
  expect(problem.code).toBe('provider-refused-request');
  expect(limits()).toEqual(['max_tokens', 'max_completion_tokens', 'max_tokens']);
});

test('a model that does not stream is asked for its answer at once', async () => {
  const answer = inTurn(refuse(400, { message: 'Please verify.', param: 'stream' }), atOnce('A'));
  expect((await call(provider, answer)).text).toBe('A');
  expect(sent()).toEqual([['temperature', 'stream', 'stream_options'], ['temperature']]);
});

test('what another model or another address refuses is not known of this one', async () => {
  await call(provider, without('temperature'), { settings: { model: 'a' } });
  await call(provider, without(), { settings: { model: 'b' } });
  await call(provider, without(), { settings: { model: 'a', baseUrl: `${provider.baseUrl}/` } });
  expect(
    sent()
      .slice(-2)
      .map((names) => names[0]),
  ).toEqual(['temperature', 'temperature']);
});

test('being asked again for a parameter is none of the two retries, and is not forgotten by them', async () => {
  const refusal = refuse(400, { param: 'temperature' });
  const busy = refuse(503, {}, { 'retry-after-ms': '1' });
  const problem = await failureOf(provider, inTurn(refusal, busy, busy, busy, streamed('A')));
  expect(problem.code).toBe('provider-unavailable');
  expect(sent().map((names) => names.includes('temperature'))).toEqual([true, false, false, false]);
});

test('what did not help is forgotten', async () => {
  await failureOf(provider, refuse(400, { param: 'temperature' }));
  expect(provider.calls).toHaveLength(2);
  await call(provider, streamed('A'));
  expect(sent().at(-1)).toContain('temperature');
});

test('a refusal of anything else is final', async () => {
  await failureOf(provider, refuse(400, { message: 'The prompt is invalid.', code: 'invalid_prompt' }));
  expect(provider.calls).toHaveLength(1);
});
