import { expect, test } from 'vitest';

import { ApiError, apiError } from '#web/api/api-error.ts';
import type { GenerationProgress } from '#web/api/generation-events.ts';

import { createArrive } from './arriving.ts';
import type { Arrival } from './arriving.ts';
import type { PreparedOrder } from './generation-run.ts';

const order: PreparedOrder = {
  content: 'c',
  linkIds: ['a'],
  knownLinks: [{ id: 'a', url: 'https://a.example/(1)', description: 'knife' }],
  writer: { kind: 'server' },
};

async function arrivalsOf(events: readonly GenerationProgress[]): Promise<Arrival[]> {
  const arrive = createArrive(async function* generate() {
    yield* events;
  });
  const arrivals: Arrival[] = [];
  for await (const arrival of arrive(order, new AbortController().signal)) arrivals.push(arrival);
  return arrivals;
}

test('markup that is cut between two events is read as one link', async () => {
  const arrivals = await arrivalsOf([
    { type: 'version-start', version: 'safe' },
    { type: 'version-text', version: 'safe', text: 'A [[kni' },
    { type: 'version-text', version: 'safe', text: 'fe]]((https://a.example/(1))) cuts' },
    { type: 'version-end', version: 'safe' },
  ]);
  const segments = arrivals.flatMap((arrival) => (arrival.type === 'version-text' ? arrival.segments : []));
  expect(segments.map((segment) => (segment.type === 'text' ? segment.text : segment))).toEqual([
    'A ',
    {
      type: 'link',
      anchor: 'knife',
      url: 'https://a.example/(1)',
      source: '[[knife]]((https://a.example/(1)))',
    },
    ' cuts',
  ]);
  expect(arrivals.at(-1)).toEqual({ type: 'version-end', version: 'safe' });
});

test('markup that one version leaves open does not reach into the next', async () => {
  const arrivals = await arrivalsOf([
    { type: 'version-start', version: 'safe' },
    { type: 'version-text', version: 'safe', text: 'open [[knife' },
    { type: 'version-start', version: 'exploratory' },
    { type: 'version-text', version: 'exploratory', text: ']]((https://a.example/(1)))' },
    { type: 'version-end', version: 'exploratory' },
  ]);
  const kinds = arrivals.flatMap((arrival) =>
    arrival.type === 'version-text' ? arrival.segments.map((segment) => segment.type) : [],
  );
  expect(kinds).not.toContain('link');
});

const text = 'A [[knife]]((https://a.example/(1))) cuts.';
const oneVersion: readonly GenerationProgress[] = [
  { type: 'version-start', version: 'safe' },
  { type: 'version-text', version: 'safe', text },
  { type: 'version-end', version: 'safe' },
  { type: 'version-start', version: 'exploratory' },
  { type: 'version-text', version: 'exploratory', text: 'Half of' },
];

/** What is thrown when the server goes after it has said all this. */
async function lossAfter(
  events: readonly GenerationProgress[],
  changed: Partial<PreparedOrder> = {},
): Promise<unknown> {
  const arrive = createArrive(async function* generate() {
    yield* events;
    throw apiError('network-failed');
  });
  const heard: Arrival[] = [];
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
      versions: { safe: text, exploratory: '', experimental: '' },
      report: { safe: { links: [{ linkId: 'a', status: 'woven', times: 1 }] } },
      unfinished: ['exploratory', 'experimental'],
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
