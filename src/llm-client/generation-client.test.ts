import { expect, test } from 'vitest';

import { testJob } from '#core/generation/test-job.ts';
import { generate } from '#core/generation/generate.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import type { ModelPiece, CompletionRequest } from '#core/generation/writing-job.ts';
import { atOnce } from '#core/lib/at-once.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { openGenerationClient } from './generation-client.ts';
import { stopReason } from './call-failure.ts';

const links = [{ url: 'https://a.example/', description: 'A tent' }];
const job = testJob('A tent keeps the rain off. '.repeat(90), links);
const nothing = 'VERSION: SAFE\n(no edits)\nVERSION: INTERESTING\n(no edits)\nVERSION: CRAZY\n(no edits)\n';

/** Whether the second call, for what is missing, is made where `afterFirst` happens at the end of the first. */
async function callsUntilEnd(afterFirst: () => void, signal: AbortSignal) {
  const purposes: string[] = [];
  async function* write({ purpose }: CompletionRequest): AsyncGenerator<ModelPiece> {
    purposes.push(purpose);
    yield { type: 'answer' };
    yield await Promise.resolve({ type: 'text', text: nothing } as const);
    if (purpose === 'write') afterFirst();
  }
  const client = openGenerationClient(
    {
      tokenizer: undefined,
      write,
      fill: async () => [],
      // A machine that is so busy that each step is followed by a pause.
      async inSteps(steps) {
        for (;;) {
          if (signal.aborted) throw stopReason(signal);
          const step = steps.next();
          if (step.done === true) return step.value;
        }
      },
      toTheEnd: async (steps) => atOnce(steps),
    },
    signal,
  );
  const steps: GenerationStep[] = [];
  let failure: unknown = null;
  try {
    for await (const step of generate(job, client)) steps.push(step);
  } catch (error) {
    failure = error;
  }
  return { purposes, failure, ends: steps.at(-1)?.type };
}

test('missing links are asked for after the first call', async () => {
  const { purposes, ends } = await callsUntilEnd(() => undefined, new AbortController().signal);
  expect(purposes).toEqual(['write', 'repair']);
  expect(ends).toBe('result');
});

test.each(['generation-abandoned', 'storage-failed'] as const)(
  'no call begins after the end of the first was also the end of all: %s',
  async (code) => {
    const end = new AbortController();
    const { purposes, failure } = await callsUntilEnd(() => end.abort(new ProblemError(code)), end.signal);
    expect(purposes).toEqual(['write']);
    expect(failure).toMatchObject({ code, generation: { unfinished: [] } });
  },
);
