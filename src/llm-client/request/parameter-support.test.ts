import { afterEach, beforeEach, expect, test } from 'vitest';

import { call, failureOf } from '#provider/call.ts';
import { atOnce, streamed } from '#provider/completion-steps.ts';
import { inTurn, type RecordedCall, type Step } from '#provider/exchange.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';

import { readProviderError } from '#llm-client/errors/provider-error.ts';
import { refusedParameter } from './refused-parameter.ts';

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed('A'));
});
afterEach(() => provider.close());

/** Returns a model that refuses these parameters one by one and accepts all others. */
function without(...names: readonly string[]) {
  return {
    for: ({ body }: RecordedCall): Step => {
      const name = names.find((each) => Object.keys(body ?? {}).includes(each));
      if (name === undefined) return streamed('A');
      return refuse(400, { message: `Unsupported parameter: '${name}' is not supported with this model.` });
    },
  };
}

function sentParameters(): readonly (readonly string[])[] {
  return provider.calls.map(({ body }) =>
    Object.keys(body ?? {}).filter((name) => name !== 'model' && name !== 'messages'),
  );
}

function limits() {
  return sentParameters().map((names) => names.find((name) => name.startsWith('max_')));
}

test('a refused parameter is left out of the second call and of all later calls', async () => {
  expect((await call(provider, without('temperature'))).text).toBe('A');
  expect((await call(provider, without('temperature'))).text).toBe('A');
  expect(sentParameters()).toEqual([
    ['temperature', 'stream', 'stream_options'],
    ['stream', 'stream_options'],
    ['stream', 'stream_options'],
  ]);
});

test('each parameter is refused once, and a limit changes its name instead of being left out', async () => {
  const answer = without('max_tokens', 'stream_options', 'temperature');
  expect((await call(provider, answer, { maxOutputTokens: 9 })).text).toBe('A');
  expect(sentParameters().at(-1)).toEqual(['max_completion_tokens', 'stream']);
  expect(provider.calls).toHaveLength(4);
});

test('a reasoning model gets the limit by its newer name, or by the older one if it refuses that', async () => {
  const settings = { model: 'o3-mini' };
  await call(provider, without(), { settings, maxOutputTokens: 9 });
  await call(provider, without('max_completion_tokens'), { settings, maxOutputTokens: 9 });
  expect(limits()).toEqual(['max_completion_tokens', 'max_completion_tokens', 'max_tokens']);
  expect(provider.calls.at(-1)?.body?.max_tokens).toBe(9);
});

test('a model that refuses both names of the limit is not called without a limit', async () => {
  const problem = await failureOf(provider, without('max_tokens', 'max_completion_tokens'), {
    maxOutputTokens: 9,
  });
  expect(problem.code).toBe('provider-refused-request');
  expect(limits()).toEqual(['max_tokens', 'max_completion_tokens', 'max_tokens']);
});

test('a model that does not stream is asked for the whole answer', async () => {
  const answer = inTurn(refuse(400, { message: 'Please verify.', param: 'stream' }), atOnce('A'));
  expect((await call(provider, answer)).text).toBe('A');
  expect(sentParameters()).toEqual([['temperature', 'stream', 'stream_options'], ['temperature']]);
});

test('thoughts are turned off only where it is asked for, and a server that knows no such parameter still answers', async () => {
  await call(provider, without());
  const settings = { model: 'qwen3:8b', isThinkingOff: true };
  await call(provider, without('think', 'chat_template_kwargs'), { settings });
  await call(provider, without('reasoning_effort'), { settings });
  expect(sentParameters().map((names) => names.slice(3))).toEqual([
    [],
    ['reasoning_effort', 'think', 'chat_template_kwargs'],
    ['reasoning_effort', 'chat_template_kwargs'],
    ['reasoning_effort'],
    ['reasoning_effort'],
    [],
  ]);
  expect(provider.calls[1]?.body).toMatchObject({
    reasoning_effort: 'none',
    think: false,
    chat_template_kwargs: { enable_thinking: false },
  });
});

test('refusals of another model or another address do not count', async () => {
  await call(provider, without('temperature'), { settings: { model: 'a' } });
  await call(provider, without(), { settings: { model: 'b' } });
  await call(provider, without(), { settings: { model: 'a', baseUrl: `${provider.baseUrl}/` } });
  expect(
    sentParameters()
      .slice(-2)
      .map((names) => names[0]),
  ).toEqual(['temperature', 'temperature']);
});

test('a call without a parameter is not one of the two retries, and the retries remember it', async () => {
  const refusal = refuse(400, { param: 'temperature' });
  const busy = refuse(503, {}, { 'retry-after-ms': '1' });
  const problem = await failureOf(provider, inTurn(refusal, busy, busy, busy, streamed('A')));
  expect(problem.code).toBe('provider-unavailable');
  expect(sentParameters().map((names) => names.includes('temperature'))).toEqual([true, false, false, false]);
});

test('a refusal that did not help is forgotten', async () => {
  await failureOf(provider, refuse(400, { param: 'temperature' }));
  expect(provider.calls).toHaveLength(2);
  await call(provider, streamed('A'));
  expect(sentParameters().at(-1)).toContain('temperature');
});

test('a refusal of anything else is final', async () => {
  await failureOf(provider, refuse(400, { message: 'The prompt is invalid.', code: 'invalid_prompt' }));
  expect(provider.calls).toHaveLength(1);
});

const sent = { model: 'm', temperature: 0.7, stream: true, stream_options: {}, max_tokens: 5, messages: [] };
const thoughtless = { ...sent, reasoning_effort: 'none', think: false, chat_template_kwargs: {} };
const newer = { ...sent, max_tokens: undefined, max_completion_tokens: 5 };

function refused(status: number, body: unknown, request: Readonly<Record<string, unknown>> = sent) {
  return refusedParameter({ status, error: readProviderError(body) }, request);
}

test.each([
  "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
  'System role not supported',
  'Developer instruction is not enabled for this model',
  'Conversation roles must alternate user/assistant/user/assistant/...',
  'Only user and assistant roles are supported!',
  'Only user, assistant and tool roles are supported, got system',
  'messages: Unexpected role "system".',
])('the role of the first message is refused by %j, if there is one', (message) => {
  const messages = [{ role: 'system' }, { role: 'user' }];
  expect(refused(400, { error: { message } }, { ...sent, messages })).toBe('system');
  expect(refused(400, { error: { message } }, { ...sent, messages: messages.slice(1) })).toBeNull();
});

test.each([
  [
    'temperature',
    400,
    {
      error: {
        message:
          "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'unsupported_value',
      },
    },
  ],
  [
    'max_tokens',
    400,
    {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param: null,
        code: 'invalid_request_body',
      },
    },
  ],
  ['max_tokens', 400, { error: { message: 'No.', param: 'max_tokens', code: 'unsupported_parameter' } }],
  [
    'stream',
    400,
    {
      error: {
        message: 'Your organization must be verified to stream this model.',
        param: 'stream',
        code: 'unsupported_value',
      },
    },
  ],
  [
    'stream',
    400,
    { error: { message: "Unsupported value: 'stream' does not support true with this model." } },
  ],
  ['stream_options', 400, { error: { param: 'stream_options.include_usage', code: 'unknown_parameter' } }],
  ['stream_options', 400, { error: { message: 'Unrecognized request argument supplied: stream_options' } }],
  ['stream_options', 400, { error: { message: "property 'stream_options' is unsupported" } }],
  ['stream_options', 400, { error: 'json: unknown field "stream_options"' }],
  ['stream_options', 400, { message: 'extraneous key [include_usage] is not permitted' }],
  ['stream_options', 400, { detail: "Extra parameters ['stream_options'] are not allowed." }],
  [
    'stream_options',
    400,
    {
      object: 'error',
      message: "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs'}]",
      param: null,
      code: 400,
    },
  ],
  [
    'stream_options',
    422,
    {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options', 'include_usage'],
            msg: 'Extra inputs are not permitted',
            input: true,
          },
        ],
      },
      type: 'invalid_request_error',
      param: null,
    },
  ],
  ['temperature', 422, { detail: [{ loc: ['body', 'temperature'], msg: 'Extra inputs are not permitted' }] }],
  [
    'temperature',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
    },
  ],
  ['temperature', 400, { error: { message: 'invalid temperature: only 1 is allowed for this model' } }],
  [
    'temperature',
    400,
    { error: { message: "openai does not support parameters: ['temperature'], for model=o1", code: '400' } },
  ],
  ['temperature', 400, { error: { message: 'The temperature is not to our taste.' } }],
  ['stream_options', 500, { error: { message: 'extraneous key [include_usage] is not permitted' } }],
  ['stream_options', 400, { error: [{ message: 'stream_options?' }] }],
  ['stream_options', 422, 'bad field stream_options'],
  ['stream', 400, { error: { message: 'This model does not support streaming' } }],
  [
    'stream_options',
    400,
    { error: { message: 'Provider returned error', metadata: { raw: '{"message":"stream_options: no"}' } } },
  ],
  [
    'temperature',
    400,
    [
      {
        error: {
          code: 400,
          message: 'Invalid value at temperature: not supported',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
  ],
])('%s is refused by status %i with %j', (parameter, status, body) => {
  expect(refused(status, body)).toBe(parameter);
});

test.each([
  ['reasoning_effort', { error: { message: 'think value "none" is not supported for this model' } }],
  [
    'reasoning_effort',
    {
      error: { message: `invalid reasoning value: 'none' (must be "high", "medium", or "low")`, param: null },
    },
  ],
  [
    'reasoning_effort',
    { detail: [{ loc: ['body', 'reasoning_effort'], msg: "Input should be 'low', 'medium' or 'high'" }] },
  ],
  ['think', { error: { message: "Unrecognized key(s) in object: 'think'" } }],
  ['chat_template_kwargs', { error: { message: 'unsupported param: chat_template_kwargs' } }],
  ['chat_template_kwargs', { error: { message: 'enable_thinking is not supported by this template' } }],
])('%s is refused by %j', (parameter, body) => {
  expect(refused(400, body, thoughtless)).toBe(parameter);
});

test('words about thoughts refuse nothing', () => {
  expect(refused(400, { error: { message: 'I think this is not supported.' } }, thoughtless)).toBeNull();
});

test('if two names are mentioned, the one that was sent is refused', () => {
  const body = { error: { message: "Use 'max_tokens': 'max_completion_tokens' is not supported." } };
  const { max_tokens: _older, ...request } = newer;
  expect(refused(400, body, request)).toBe('max_completion_tokens');
});

test.each([
  { message: 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]' },
  { message: '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]' },
  { message: 'field MaxTokens invalid, should be in [1, 65536]', param: 'max_tokens', code: '3' },
  { message: 'max_tokens: 99999 > 64000, which is the maximum allowed number of output tokens' },
  { message: '`max_tokens` must be less than or equal to `8192`' },
])('a limit with a refused size keeps its name: %j', (error) => {
  expect(refused(400, { error })).toBeNull();
});

test.each([
  ['another status', 503, { error: { param: 'temperature' } }],
  ['an accident', 500, { error: { message: 'The temperature of the GPU is 95 degrees.' } }],
  ['another parameter', 400, { error: { param: 'messages[1].content', message: "Invalid 'temperature'" } }],
  ['no parameter', 400, { error: { message: 'The request is invalid.' } }],
  ['a stream in plain words', 400, { error: { message: 'The event stream is not supported.' } }],
  [
    'a text that is repeated',
    400,
    { error: { message: `Invalid prompt: ${'word '.repeat(200)} temperature` } },
  ],
  [
    'a number that is too large',
    400,
    { error: { message: 'max_tokens is too large: 9000. At most 4096 is supported.', param: 'max_tokens' } },
  ],
  [
    'a parameter that was not sent',
    400,
    { error: { param: 'max_completion_tokens', code: 'unsupported_parameter' } },
  ],
  ['no JSON', 400, null],
  ['a list', 400, [[]]],
  ['a name of the language', 400, { error: { param: 'constructor', code: 'constructor' } }],
])('%s is no refusal of a parameter', (_name, status, body) => {
  expect(refused(status, body)).toBeNull();
});
