import { expect, test } from 'vitest';

import type { Edit } from '#core/edits/edit.ts';
import { ApiError, apiError } from '#web/api/send.ts';
import type { VersionEvent, Generate } from '#web/api/generations-api.ts';
import { testGeneration } from '#web/api/test-generation.ts';

import type { PreparedOrder } from './generation-controller.ts';
import { createLiveText } from './live-text.ts';
import { runGeneration } from './run-generation.ts';

const order: PreparedOrder = {
  content: 'c',
  linkIds: ['a'],
  knownLinks: [{ id: 'a', url: 'https://a.example/(1)', description: 'knife' }],
  writer: { kind: 'server' },
};

const generation = testGeneration('c');

const live = createLiveText((draw) => draw());

const knife: Edit = { id: '1', start: 1, end: 1, text: ' [[knife]]((https://a.example/(1)))', by: 'model' };

test('all events but the edits are reported, and the edits are shown', async () => {
  const seen: Edit[] = [];
  const generate: Generate = async (_request, { onEvent }) => {
    onEvent({ type: 'version-start', version: 'safe' });
    onEvent({ type: 'version-edit', version: 'safe', edit: knife });
    onEvent({ type: 'version-end', version: 'safe' });
    return generation;
  };
  const unsubscribe = live.shown.subscribe(() => seen.push(...live.shown.get().edits));
  const events: string[] = [];
  const { signal } = new AbortController();
  const onEvent = ({ type }: VersionEvent) => events.push(type);
  expect(await runGeneration(generate, order, { signal, onEvent }, live)).toBe(generation);
  unsubscribe();
  expect(events).toEqual(['version-start', 'version-end']);
  expect(seen).toContain(knife);
  expect(live.shown.get()).toMatchObject({ version: null, edits: [] });
});

const oneVersion: readonly VersionEvent[] = [
  { type: 'version-start', version: 'safe' },
  { type: 'version-edit', version: 'safe', edit: knife },
  { type: 'version-end', version: 'safe' },
  { type: 'version-start', version: 'exploratory' },
  { type: 'version-edit', version: 'exploratory', edit: knife },
];

/** Returns the failure when the connection is lost after these events. */
async function lossAfter(
  events: readonly VersionEvent[],
  changed: Partial<PreparedOrder> = {},
): Promise<unknown> {
  const generate: Generate = async (_request, { onEvent }) => {
    events.forEach(onEvent);
    throw apiError('network-failed');
  };
  const { signal } = new AbortController();
  return runGeneration(generate, { ...order, ...changed }, { signal, onEvent: () => {} }, live).then(
    () => new Error('Nothing was thrown.'),
    (failure: unknown) => failure,
  );
}

test('a complete version is kept and checked when the connection is lost', async () => {
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

test('a complete version has its edits in order; without edits it is the content', async () => {
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
  ['no version is complete', oneVersion.slice(0, 2), {}],
  ['the page does not know a chosen link', oneVersion, { linkIds: ['a', 'b'] }],
] as const)('nothing is kept if %s', async (_reason, events, changed) => {
  const failure = await lossAfter(events, changed);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ generation: null });
});
