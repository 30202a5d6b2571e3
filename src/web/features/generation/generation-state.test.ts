import { expect, test } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionName } from '#core/edits/version.ts';
import { testGeneration } from '#web/api/test-generation.ts';

import { reduceGeneration, idle, type GenerationAction, type GenerationState } from './generation-state.ts';

const generation = testGeneration('Bread.');

function after(...actions: GenerationAction[]): GenerationState {
  return actions.reduce(reduceGeneration, idle);
}

const start = { type: 'generation-start', at: 7 } as const;

test('a start leads from idle to processing with nothing done', () => {
  expect(after(start)).toEqual({
    phase: 'processing',
    startedAt: 7,
    open: [],
    done: [],
    before: idle,
  });
});

test('a second start while processing changes nothing', () => {
  const running = after(start);
  expect(reduceGeneration(running, { type: 'generation-start', at: 99 })).toBe(running);
});

test('a start after a result changes nothing', () => {
  const finished = after(start, { type: 'generation-end', generation });
  expect(reduceGeneration(finished, start)).toBe(finished);
});

test('a version that begins is open, and one that ends is done', () => {
  expect(after(start, { type: 'version-start', version: 'safe' })).toMatchObject({
    open: ['safe'],
    done: [],
  });
  expect(
    after(start, { type: 'version-start', version: 'safe' }, { type: 'version-end', version: 'safe' }),
  ).toMatchObject({ open: [], done: ['safe'] });
});

test('versions that are written at the same time are open until their own ends', () => {
  const begin = (version: VersionName) => ({ type: 'version-start', version }) as const;
  const both = [start, begin('exploratory'), begin('safe')];
  expect(after(...both)).toMatchObject({ open: ['exploratory', 'safe'], done: [] });
  expect(after(...both, { type: 'version-end', version: 'safe' })).toMatchObject({
    open: ['exploratory'],
    done: ['safe'],
  });
});

test('a version that ends twice is done once', () => {
  const end = { type: 'version-end', version: 'safe' } as const;
  expect(after(start, end, end)).toMatchObject({ done: ['safe'] });
});

test('the end of a generation is its result', () => {
  expect(after(start, { type: 'generation-end', generation })).toEqual({ phase: 'result', generation });
});

const fail = { type: 'generation-fail', reason: 'It broke off.', generation: null } as const;
const part: FinishedGeneration = { ...generation, unfinished: ['experimental'] };
const keep = { ...fail, generation: part };

test.each([fail, { type: 'generation-stop' }, { type: 'app-reset' }] as const)(
  '$type leads from processing to idle',
  (action) => {
    expect(after(start, action)).toBe(idle);
  },
);

test('a failure after finished versions keeps them, with its reason', () => {
  expect(after(start, keep)).toEqual({
    phase: 'unfinished',
    generation: part,
    reason: 'It broke off.',
  });
});

test.each([fail, { type: 'generation-stop' }] as const)(
  'kept versions come back if the next try brings nothing: $type',
  (action) => {
    expect(after(start, keep, start)).toMatchObject({ phase: 'processing' });
    expect(after(start, keep, start, action)).toEqual(after(start, keep));
  },
);

test('kept versions are replaced by the next kept ones and by a result, and removed by a reset', () => {
  const other = { ...keep, reason: 'Too slow.' };
  expect(after(start, keep, start, other)).toMatchObject({ reason: 'Too slow.' });
  expect(after(start, keep, start, { type: 'generation-end', generation })).toMatchObject({
    phase: 'result',
  });
  expect(after(start, keep, { type: 'app-reset' })).toBe(idle);
});

test('a reset leads from a result to idle', () => {
  expect(after(start, { type: 'generation-end', generation }, { type: 'app-reset' })).toBe(idle);
});

test('events of a stopped generation change nothing', () => {
  expect(after(start, { type: 'generation-stop' }, { type: 'generation-end', generation })).toBe(idle);
  expect(after({ type: 'version-start', version: 'safe' })).toBe(idle);
});
