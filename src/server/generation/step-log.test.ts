import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { GenerationStep } from '#core/generation/generation-step.ts';

import { createStepLog } from './step-log.ts';
import type { StepLog } from './step-log.ts';

const text = (words: string): GenerationStep => ({ type: 'version-text', version: 'safe', text: words });
const start: GenerationStep = { type: 'version-start', version: 'safe' };
const end: GenerationStep = { type: 'version-end', version: 'safe' };

function readAll(read: ReturnType<StepLog['openReader']>): GenerationStep[] {
  const steps: GenerationStep[] = [];
  for (let step = read(); step !== null; step = read()) steps.push(step);
  return steps;
}

test('who reads along is given each piece as it comes, who comes late the same in one', () => {
  const log = createStepLog();
  const early = log.openReader();
  const seen: GenerationStep[] = [];
  for (const step of [start, text('One '), text('two.'), end]) {
    log.add(step);
    seen.push(...readAll(early));
  }
  expect(seen).toEqual([start, text('One '), text('two.'), end]);
  expect(readAll(log.openReader())).toEqual([start, text('One two.'), end]);
});

test('text of one version is not added to that of another', () => {
  const log = createStepLog();
  log.add(text('One'));
  log.add({ type: 'version-text', version: 'exploratory', text: 'Two' });
  expect(readAll(log.openReader())).toHaveLength(2);
});

test('a long text is kept in few blocks', () => {
  const log = createStepLog();
  for (let piece = 0; piece < 100_000; piece += 1) log.add(text('12345678'));
  expect(readAll(log.openReader()).length).toBeLessThan(200);
});

test('however reading and writing take turns, every reader has the whole', () => {
  const steps = fc.array(
    fc.oneof(
      fc.string({ maxLength: 3000 }).map((words) => text(words)),
      fc.constantFrom(start, end),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(steps, fc.array(fc.boolean(), { maxLength: 30 }), (given, turns) => {
      const log = createStepLog();
      const read = log.openReader();
      const seen: GenerationStep[] = [];
      given.forEach((step, index) => {
        log.add(step);
        if (turns[index] === true) seen.push(...readAll(read));
      });
      seen.push(...readAll(read));
      expect(joined(seen)).toEqual(joined(given));
      expect(joined(readAll(log.openReader()))).toEqual(joined(given));
    }),
  );
});

/** The marks between the texts, and each text in one. */
function joined(steps: readonly GenerationStep[]): string {
  return steps.map((step) => (step.type === 'version-text' ? step.text : `<${step.type}>`)).join('');
}
