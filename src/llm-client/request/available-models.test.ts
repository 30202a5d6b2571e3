import { afterEach, expect, test } from 'vitest';

import { call } from '#provider/call.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { refuse, respond } from '#provider/steps.ts';

let provider: Provider;
afterEach(() => provider.close());

const missing = refuse(404, { code: 'model_not_found', message: 'The model `gpt-4` does not exist.' });
const list = (...ids: readonly string[]) => ({ object: 'list', data: ids.map((id) => ({ id })) });

/** Returns the failure of a call to a provider with this list of models. */
async function failure(answer: Parameters<typeof call>[1], models: unknown, isOwn = true) {
  const pages = (path: string) => (path === '/v1/models?x=1' ? models : undefined);
  provider = await startProvider(answer, { pages });
  const settings = { isOwn, baseUrl: `${provider.baseUrl}/?x=1` };
  return (await call(provider, answer, { settings })).problem;
}

test('a missing model is reported with the models that are there, those like it first', async () => {
  const problem = await failure(missing, list('tts-1', 'o3', 'gpt-3.5-turbo', 'gpt-4.1', 'a b'));
  expect(problem).toMatchObject({
    code: 'provider-model-missing',
    message:
      'The AI provider doesn’t have the model “gpt-4”. It has these: “gpt-4.1, gpt-3.5-turbo, tts-1, o3” Please choose one of them.',
  });
  expect(provider.calls).toHaveLength(1);
});

test('of a long list only the first names are shown', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `m${at}`);
  expect((await failure(missing, list(...names)))?.message).toContain('“m0, m1, m2, m3, m4, m5 …” Please');
});

test('the visitors of a site are not told of its models, but its log is', async () => {
  expect(await failure(missing, list('gpt-4.1', 'o3'), false)).toMatchObject({
    message: 'The AI provider doesn’t have the model that this site uses. Please contact the site owner.',
    cause: 'The provider answered with status 404 (code model_not_found). It has these models: gpt-4.1, o3.',
  });
});

test.each([
  ['no list', undefined],
  ['a list of another shape', { models: [] }],
  ['the wanted model in its list', list('gpt-4')],
])('with %s the usual message remains', async (_name, models) => {
  expect((await failure(missing, models))?.message).toBe(
    'The AI provider doesn’t have the model that this site uses. Please contact the site owner.',
  );
});

const nothing = respond(404, 'application/json', '{"detail":"Not Found"}');

test('status 404 without a word of the model means the address, if there is no list of models either', async () => {
  expect(await failure(nothing, undefined)).toMatchObject({
    code: 'provider-address',
    cause: 'The provider answered with status 404 (no name). OPENAI_BASE_URL is wrong: most end in /v1.',
  });
});

test('status 404 without a word of the model means the model, if the list has others', async () => {
  expect((await failure(nothing, list('o3')))?.code).toBe('provider-model-missing');
});

test('a list that does not come in time is not waited for', async () => {
  const pages = (path: string) => (path === '/v1/models' ? new Promise(() => {}) : undefined);
  provider = await startProvider(missing, { pages });
  const settings = { isOwn: true };
  const { problem } = await call(provider, missing, { settings, limits: { listMs: 100 } });
  expect(problem?.code).toBe('provider-model-missing');
});
