import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { GenerationStep } from '#core/generation/generation.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { createStepFeed } from './step-feed.ts';
import type { StepFeed } from './step-feed.ts';

const start: GenerationStep = { type: 'version-start', version: 'safe' };
const end: GenerationStep = { type: 'version-end', version: 'safe' };

function edit(id: number): GenerationStep {
  return {
    type: 'version-edit',
    version: 'safe',
    edit: { id: `${id}`, start: 0, end: 0, text: 'One.', by: 'model' },
  };
}

/** Reads to the end, and notes each step as it comes. */
function follow(feed: StepFeed, seen: GenerationStep[] = []) {
  const ended = (async () => {
    for await (const step of feed.read(new AbortController().signal, () => {})) seen.push(step);
  })();
  return { seen, ended };
}

test('who reads along is given each step as it comes, who comes late all of them', async () => {
  const feed = createStepFeed();
  const early = follow(feed);
  const told = [start, edit(1), edit(2), end];
  for (const [index, step] of told.entries()) {
    feed.add(step);
    await expect.poll(() => early.seen).toEqual(told.slice(0, index + 1));
  }
  feed.end({ type: 'done' });
  const late = follow(feed);
  await Promise.all([early.ended, late.ended]);
  expect(late.seen).toEqual(told);
  expect(late.seen[1]).toBe(told[1]);
});

test('however reading and writing take turns, every reader has the whole', async () => {
  const turns = fc.array(fc.boolean(), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 30 }), turns, async (count, waits) => {
      const feed = createStepFeed();
      const told = Array.from({ length: count }, (_, index) => edit(index));
      const readers = [follow(feed)];
      for (const [index, step] of told.entries()) {
        feed.add(step);
        if (waits[index] === true) {
          await Promise.resolve();
          readers.push(follow(feed));
        }
      }
      feed.end({ type: 'done' });
      await Promise.all(readers.map(({ ended }) => ended));
      for (const { seen } of readers) expect(seen).toEqual(told);
    }),
  );
});

test('a failure is told behind what came before it', async () => {
  const feed = createStepFeed();
  feed.add(start);
  feed.end({ type: 'failed', failure: new ProblemError('provider-timeout') });
  feed.end({ type: 'done' });
  const { seen, ended } = follow(feed);
  await expect(ended).rejects.toMatchObject({ code: 'provider-timeout' });
  expect(seen).toEqual([start]);
});
