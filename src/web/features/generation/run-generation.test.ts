import { expect, test } from 'vitest';

import type { Edit } from '#core/edits/edit.ts';
import { ApiError, apiError } from '#web/api/api-error.ts';
import type { GenerationProgress } from '#web/api/generation-events.ts';

import { createArrive } from './run-generation.ts';
import type { PreparedOrder } from './generation-controller.ts';
import { createLiveText } from './live-text.ts';

const order: PreparedOrder = {
  content: 'c',
  linkIds: ['a'],
  knownLinks: [{ id: 'a', url: 'https://a.example/(1)', description: 'knife' }],
  writer: { kind: 'server' },
};

const live = createLiveText((draw) => draw());

const knife: Edit = { id: '1', start: 1, end: 1, text: ' [[knife]]((https://a.example/(1)))', by: 'model' };

test('a run is told of everything but the edits, which are shown', async () => {
  const seen: Edit[] = [];
  const arrive = createArrive(async function* generate() {
    yield { type: 'version-start', version: 'safe' };
    yield { type: 'version-edit', version: 'safe', edit: knife };
    yield { type: 'version-end', version: 'safe' };
  }, live);
  const unsubscribe = live.subscribe(() => seen.push(...live.shown().edits));
  const arrivals: string[] = [];
  for await (const { type } of arrive(order, new AbortController().signal)) arrivals.push(type);
  unsubscribe();
  expect(arrivals).toEqual(['version-start', 'version-end']);
  expect(seen).toContain(knife);
  expect(live.shown()).toMatchObject({ version: null, edits: [] });
});

const oneVersion: readonly GenerationProgress[] = [
  { type: 'version-start', version: 'safe' },
  { type: 'version-edit', version: 'safe', edit: knife },
  { type: 'version-end', version: 'safe' },
  { type: 'version-start', version: 'exploratory' },
  { type: 'version-edit', version: 'exploratory', edit: knife },
];

/** What is thrown when the server goes after it has said all this. */
async function lossAfter(
  events: readonly GenerationProgress[],
  changed: Partial<PreparedOrder> = {},
): Promise<unknown> {
  const arrive = createArrive(async function* generate() {
    yield* events;
    throw apiError('network-failed');
  }, live);
  const heard: unknown[] = [];
  try {
    for await (const arrival of arrive({ ...order, ...changed }, new AbortController().signal))
      heard.push(arrival);
  } catch (failure) {
    return failure;
  }
  throw new Error('Nothing was thrown.');
}

test('a version that had arrived whole is kept and checked when the server is lost', async () => {
  expect(await lossAfter(oneVersion)).toMatchObject({
    name: 'ApiError',
    code: 'network-failed',
    generation: {
      versions: { safe: 'c [[knife]]((https://a.example/(1)))', exploratory: '', experimental: '' },
      edits: { safe: [knife], exploratory: [], experimental: [] },
      report: {
        safe: { wordsChanged: 0, links: [{ linkId: 'a', status: 'woven', times: 1 }] },
        exploratory: { words: 0, sentencesKept: 0, links: [{ linkId: 'a', status: 'missing', times: 0 }] },
      },
      unfinished: ['exploratory', 'experimental'],
    },
  });
});

test('what had arrived whole has its edits in order, and without any it is the content', async () => {
  const failure = await lossAfter([
    { type: 'version-start', version: 'safe' },
    { type: 'version-edit', version: 'safe', edit: knife },
    { type: 'version-edit', version: 'safe', edit: { ...knife, id: '0', start: 0, end: 0, text: 'A ' } },
    { type: 'version-end', version: 'safe' },
    { type: 'version-start', version: 'exploratory' },
    { type: 'version-end', version: 'exploratory' },
    { type: 'version-start', version: 'experimental' },
    { type: 'version-edit', version: 'experimental', edit: knife },
  ]);
  expect(failure).toMatchObject({
    generation: {
      versions: { safe: 'A c [[knife]]((https://a.example/(1)))', exploratory: 'c', experimental: '' },
      edits: { safe: [{ id: '0' }, { id: '1' }], exploratory: [], experimental: [] },
      report: { safe: { wordsChanged: 0, links: [{ status: 'woven' }] } },
      unfinished: ['experimental'],
    },
  });
});

test.each([
  ['none had arrived whole', oneVersion.slice(0, 2), {}],
  ['a chosen link is not known here', oneVersion, { linkIds: ['a', 'b'] }],
] as const)('nothing is kept where %s', async (_reason, events, changed) => {
  const failure = await lossAfter(events, changed);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ generation: null });
});
