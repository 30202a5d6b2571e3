import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';

import { startStream, type GenerationStream } from './stream.ts';

const never = new Promise<void>(() => {});
const start: GenerationStep = { type: 'version-start', version: 'safe' };
const end: GenerationStep = { type: 'version-end', version: 'safe' };

function editStep(id: number): GenerationStep {
  return {
    type: 'version-edit',
    version: 'safe',
    edit: { id: `${id}`, start: 0, end: 0, text: 'One.', by: 'model' },
  };
}

const longest = 60_000;

/** Work whose steps and end come from the test. */
function createToldWork() {
  const told: GenerationStep[] = [];
  let finish: (() => void) | null = null;
  let wake = () => {};
  async function* work() {
    for (let index = 0; ;) {
      const step = told[index];
      if (step !== undefined) {
        index += 1;
        yield step;
      } else if (finish !== null) return finish();
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return {
    begin: async () => ({ steps: work(), timeAlone: 60_000 }),
    add(step: GenerationStep): void {
      told.push(step);
      wake();
    },
    end(how = () => {}): void {
      finish = how;
      wake();
    },
  };
}

/** Reads to the end and collects the steps as they come. */
function readAlong(stream: GenerationStream) {
  const seen: GenerationStep[] = [];
  const ended = (async () => {
    for await (const step of stream.listen(never)) seen.push(step);
  })();
  return { seen, ended };
}

test('an early reader gets each step as it comes, and a late reader gets all of them', async () => {
  const work = createToldWork();
  const stream = startStream(work.begin, longest);
  const early = readAlong(stream);
  const told = [start, editStep(1), editStep(2), end];
  for (const [index, step] of told.entries()) {
    work.add(step);
    await expect.poll(() => early.seen).toEqual(told.slice(0, index + 1));
  }
  work.end();
  await stream.ended;
  const late = readAlong(stream);
  await Promise.all([early.ended, late.ended]);
  expect(late.seen).toEqual(told);
  expect(late.seen[1]).toBe(told[1]);
});

test('every reader gets all steps, in whatever order reading and writing happen', async () => {
  const turns = fc.array(fc.boolean(), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 30 }), turns, async (count, waits) => {
      const work = createToldWork();
      const stream = startStream(work.begin, longest);
      const told = Array.from({ length: count }, (_, index) => editStep(index));
      const readers = [readAlong(stream)];
      for (const [index, step] of told.entries()) {
        work.add(step);
        if (waits[index] === true) {
          await Promise.resolve();
          readers.push(readAlong(stream));
        }
      }
      work.end();
      await Promise.all(readers.map(({ ended }) => ended));
      for (const { seen } of readers) expect(seen).toEqual(told);
    }),
  );
});

test('a failure comes after the steps before it', async () => {
  const work = createToldWork();
  const stream = startStream(work.begin, longest);
  work.add(start);
  work.end(() => {
    throw new ProblemError('provider-timeout');
  });
  for (const { seen, ended } of [readAlong(stream), readAlong(stream)]) {
    await expect(ended).rejects.toMatchObject({ code: 'provider-timeout' });
    expect(seen).toEqual([start]);
  }
});

test('readers that wait for the same step cause one reading of it', async () => {
  let [readings, most] = [0, 0];
  const source = {
    async next() {
      readings += 1;
      most = Math.max(most, readings);
      await sleep(1);
      readings -= 1;
      return { done: false, value: start } as const;
    },
  };
  const steps = { [Symbol.asyncIterator]: () => source };
  const stream = startStream(async () => ({ steps, timeAlone: 60_000 }), longest);
  const read = async (count: number) => {
    const seen: GenerationStep[] = [];
    for await (const step of stream.listen(never)) if (seen.push(step) === count) break;
    return seen.length;
  };
  expect(await Promise.all([3, 5, 8].map(read))).toEqual([3, 5, 8]);
  stream.stop(new ProblemError('stopped'));
  await stream.ended;
  expect(most).toBe(1);
});
