import { expect, test } from 'vitest';

import { writeFromPrompt } from '#provider/write-from-prompt.ts';
import { fixtures } from '#core/built-in-writer/fixtures/articles.ts';
import { ProblemError } from '#core/problem/problem.ts';
import { applyEdits } from '#core/weave/apply-edits.ts';
import { versionNames } from '#core/weave/version.ts';

import type { Desk } from './desk.ts';
import { generate } from './generate.ts';
import type { GenerationStep } from './generation-step.ts';
import type { ModelPiece } from './model-piece.ts';
import { testDesk, testJob } from './test-job.ts';
import type { CompletionRequest, WritingJob } from './writing-job.ts';

async function collect(job: WritingJob, desk: Desk): Promise<GenerationStep[]> {
  const steps: GenerationStep[] = [];
  for await (const step of generate(job, desk)) steps.push(step);
  return steps;
}

function resultOf(steps: readonly GenerationStep[]) {
  const last = steps.at(-1);
  if (last?.type !== 'result') throw new Error('There is no result.');
  return last.generation;
}

async function* say(...texts: readonly string[]): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  for (const text of await Promise.resolve(texts)) yield { type: 'text', text };
}

function sayAll(prompt: CompletionRequest['prompt']) {
  return say(
    writeFromPrompt([
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ]),
  );
}

test.each(fixtures)(
  'edits make all versions of $name, each link once, and safe only adds',
  async (fixture) => {
    const job = testJob(fixture.content, fixture.links);
    const steps = await collect(
      job,
      testDesk(({ prompt }) => sayAll(prompt)),
    );
    const { versions, edits, report } = resultOf(steps);
    for (const name of versionNames) {
      expect(versions[name]).toBe(applyEdits(fixture.content, edits[name]));
      expect(report[name].links.map(({ status }) => status)).toEqual(job.links.map(() => 'woven'));
      const told = steps.flatMap((step) =>
        step.type === 'version-edit' && step.version === name ? [step.edit] : [],
      );
      expect(new Set(told)).toEqual(new Set(edits[name]));
    }
    expect(edits.safe.every(({ start, end }) => start === end)).toBe(true);
  },
);
void ProblemError;
