import { afterEach, beforeEach, expect, test } from 'vitest';

import { call, failureOf } from '#provider/call.ts';
import { event, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { end, refuse, respond } from '#provider/steps.ts';

const secret = 'Incorrect API key provided: sk-test-0123456789';

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed('A'));
});
afterEach(() => provider.close());

test('the provider is asked once, with the model, the temperature, both messages and the key', async () => {
  await call(provider, streamed('A'));
  expect(provider.calls).toHaveLength(1);
  expect(provider.calls[0]?.headers.authorization).toBe('Bearer sk-test-0123456789');
  expect(provider.calls[0]?.body).toEqual({
    model: 'gpt-4',
    temperature: 0.7,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'Be an editor.' },
      { role: 'user', content: 'Weave.' },
    ],
  });
});

test('no key is sent to a provider without one', async () => {
  await call(provider, streamed('A'), { settings: { apiKey: null } });
  expect(provider.calls[0]?.headers).not.toHaveProperty('authorization');
});

test('a deployment is called at its whole address, with the key as Azure expects it', async () => {
  const baseUrl = `${provider.baseUrl}/deployments/four/?api-version=2024-10-21`;
  expect((await call(provider, streamed('A'), { settings: { baseUrl } })).text).toBe('A');
  expect(provider.calls[0]?.path).toBe('/v1/deployments/four/chat/completions?api-version=2024-10-21');
  expect(provider.calls[0]?.headers).toMatchObject({ 'api-key': 'sk-test-0123456789' });
  expect(provider.calls[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  ['provider-unauthorized', 401, {}],
  ['provider-quota', 402, {}],
  ['provider-quota', 429, { code: 'insufficient_quota' }],
  ['provider-quota', 400, { message: 'Your credit balance is too low to access the API.' }],
  ['provider-forbidden', 403, {}],
  ['provider-address', 404, {}],
  ['provider-address', 405, {}],
  ['provider-address', 404, { message: 'Invalid URL (POST /chat/completions)' }],
  ['provider-model-missing', 404, { code: 'DeploymentNotFound' }],
  ['provider-model-missing', 404, { message: 'model "qwen3:8b" not found, try pulling it first' }],
  ['provider-model-missing', 404, { message: 'No endpoints found for acme/small.' }],
  ['provider-no-chat', 400, { message: 'The chatCompletion operation does not work with the model.' }],
  ['provider-no-chat', 404, { message: 'This is not a chat model and thus not supported here.' }],
  ['provider-quota', 403, { code: 'insufficient_user_quota', message: 'user quota is not enough' }],
  ['provider-quota', 429, { type: 'exceeded_current_quota_error', message: 'Not enough balance.' }],
  ['provider-day-limit', 429, { message: 'Daily limit reached', code: 'rate_limit_exceeded' }],
  ['provider-day-limit', 429, { message: 'Requests per day (RPD): Limit 50', type: 'requests' }],
  ['provider-refused-request', 400, {}],
  ['provider-refused-request', 400, { code: 'constructor' }],
  ['provider-refused-request', 422, {}],
  ['provider-context-exceeded', 413, {}],
  ['provider-context-exceeded', 400, { code: 'context_length_exceeded' }],
  ['provider-context-exceeded', 400, { message: "This model's maximum context length is 8192 tokens." }],
  ['provider-context-exceeded', 400, { message: 'the request exceeds the available context size' }],
  ['provider-context-exceeded', 400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }],
  ['provider-context-exceeded', 429, { message: 'Request too large for gpt-4', code: 'rate_limit_exceeded' }],
  ['provider-context-exceeded', 400, { message: 'Invalid max_tokens value, the valid range is [1, 8192]' }],
  ['provider-context-exceeded', 400, { message: 'field MaxTokens invalid, should be in [1, 65536]' }],
  ['provider-unauthorized', 400, { message: 'API key not valid. Please pass a valid API key.' }],
  ['provider-unauthorized', 400, { message: 'Incorrect API key provided: na***ys.' }],
  ['provider-model-missing', 400, { message: 'acme/small is not a valid model ID' }],
  ['provider-model-missing', 400, { message: 'Model Not Exist', code: 'invalid_request_error' }],
  ['provider-filtered', 400, { code: 'content_filter' }],
] as const)('%s is recognized from status %i and %o, and not tried again', async (code, status, error) => {
  expect((await failureOf(provider, refuse(status, error))).code).toBe(code);
  expect(provider.calls).toHaveLength(1);
});

test.each([
  ['provider-context-exceeded', { object: 'error', message: 'maximum context length', code: 400 }],
  ['provider-context-exceeded', [{ error: { code: 400, message: 'The input token count (9) exceeds 8.' } }]],
  ['provider-quota', { error: 'Insufficient balance' }],
  ['provider-refused-request', { detail: 'Bad.' }],
  ['provider-refused-request', 'Bad.'],
  ['provider-refused-request', null],
])('%s is told from a refusal in another shape: %j', async (code, body) => {
  const answer = respond(400, 'application/json', JSON.stringify(body));
  expect((await failureOf(provider, answer)).code).toBe(code);
});

test('no message contains the key or the words of the provider', async () => {
  const problems = [
    await failureOf(provider, refuse(401, { message: secret })),
    await failureOf(provider, respond(200, 'application/json', `${secret} {"`)),
    await failureOf(provider, respond(200, secret.replaceAll(/\W/gu, '/'), secret)),
    await failureOf(provider, inOrder(streamHead, event(secret), end)),
    await failureOf(provider, inOrder(streamHead, event({ error: { message: secret, code: secret } }), end)),
  ];
  for (const problem of problems) {
    const told = `${problem.message} ${String(problem.cause)}`;
    expect(told).not.toContain('sk-test');
    expect(told).not.toContain('Incorrect API');
  }
});

test('the log gets the name of a provider’s failure, but not its message', async () => {
  const error = { message: 'No “my secret text”.', code: 'invalid_value', param: 'messages[1].content' };
  const { cause } = await failureOf(provider, refuse(400, error));
  expect(cause).toBe(
    'The provider answered with status 400 (code invalid_value, param messages[1].content).',
  );
  const bare = await failureOf(provider, refuse(400, { message: 'my secret text', code: 'my secret text' }));
  expect(bare.cause).toBe('The provider answered with status 400 (no name).');
});
