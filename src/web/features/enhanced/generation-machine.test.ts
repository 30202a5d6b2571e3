import { expect, test } from 'vitest';

import type { Generation } from '#contract/generations.ts';

import { generationMachine, idle } from './generation-machine.ts';
import type { GenerationAction, GenerationState } from './generation-machine.ts';

const report = { links: [], unknownUrls: [], sentencesAdded: 0, sentencesKept: 1, sentencesTotal: 1 };
const generation: Generation = {
  text: 'Bread.',
  links: [],
  versions: { safe: 'Bread.', exploratory: 'Bread!', experimental: '' },
  report: { safe: report, exploratory: report, experimental: report },
};

function after(...actions: GenerationAction[]): GenerationState {
  return actions.reduce(generationMachine, idle);
}

const start = { type: 'generation-start', at: 7 } as const;

test('a start leads from idle to processing with nothing done', () => {
  expect(after(start)).toEqual({ phase: 'processing', startedAt: 7, writing: null, done: [] });
});

test('a second start while processing changes nothing', () => {
  const running = after(start);
  expect(generationMachine(running, { type: 'generation-start', at: 99 })).toBe(running);
});

test('a start after a result changes nothing', () => {
  const finished = after(start, { type: 'generation-end', generation });
  expect(generationMachine(finished, start)).toBe(finished);
});

test('a version that begins is being written, and one that ends is done', () => {
  expect(after(start, { type: 'version-start', version: 'safe' })).toMatchObject({
    writing: 'safe',
    done: [],
  });
  expect(
    after(start, { type: 'version-start', version: 'safe' }, { type: 'version-end', version: 'safe' }),
  ).toMatchObject({ writing: null, done: ['safe'] });
});

test('a version that ends twice is done once', () => {
  const end = { type: 'version-end', version: 'safe' } as const;
  expect(after(start, end, end)).toMatchObject({ done: ['safe'] });
});

test('the end of a generation is its result', () => {
  expect(after(start, { type: 'generation-end', generation })).toEqual({ phase: 'result', generation });
});

test.each(['generation-fail', 'generation-stop', 'app-reset'] as const)(
  '%s leads from processing to idle',
  (type) => {
    expect(after(start, { type })).toBe(idle);
  },
);

test('a reset leads from a result to idle', () => {
  expect(after(start, { type: 'generation-end', generation }, { type: 'app-reset' })).toBe(idle);
});

test('what a stopped run still says is not heard', () => {
  expect(after(start, { type: 'generation-stop' }, { type: 'generation-end', generation })).toBe(idle);
  expect(after({ type: 'version-start', version: 'safe' })).toBe(idle);
});
