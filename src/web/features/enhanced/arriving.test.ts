import { expect, test } from 'vitest';

import type { GenerationProgress } from '#web/api/generation-events.ts';

import { createArrive } from './arriving.ts';
import type { Arrival } from './arriving.ts';

async function arrivalsOf(events: readonly GenerationProgress[]): Promise<Arrival[]> {
  const arrive = createArrive(async function* generate() {
    yield* events;
  });
  const order = {
    content: 'c',
    linkIds: ['a'],
    knownUrls: ['https://a.example/(1)'],
    prepare: async () => {},
  };
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
