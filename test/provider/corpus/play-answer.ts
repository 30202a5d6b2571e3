import type { ModelPiece } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { Protocol } from '#core/limits/terms.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import { generate } from '#core/generation/generate.ts';
import { testClient, testJob, type TestAnswers } from '#core/generation/test-job.ts';
import { UnfinishedError, type FinishedGeneration } from '#core/generation/finished-generation.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

import type { CorpusCase } from './corpus-cases.ts';
import type { Outcome } from './judge-generation.ts';

/** The answers of a model about a case. */
export type Played = {
  readonly entry: Pick<CorpusCase, 'content' | 'links'>;
  readonly protocol: Protocol;
  readonly text: string;
  /** The answer to a second call. Null: the built-in writer answers. */
  readonly textAgain: string | null;
};

export type Playing = {
  /** Characters per piece of the answer. */
  readonly pieces: number;
  readonly again: 'answered' | 'refused';
  /** What the user wishes of the style. */
  readonly instructions?: string;
};

/** Runs a generation with a model that gives this answer. */
export async function playAnswer(
  played: Played,
  { pieces, again, instructions = '' }: Playing,
): Promise<Outcome> {
  const { entry, protocol, text, textAgain } = played;
  const prompts: string[] = [];
  const ask: TestAnswers = (request) => {
    prompts.push(request.prompt.user);
    if (prompts.length === 1) return say(text, pieces);
    if (again === 'refused') throw new ProblemError('provider-unreachable');
    return say(textAgain ?? writeFromPrompt(messagesOf(request)), pieces);
  };
  const outcome = { prompts, isRepaired: again === 'answered' };
  try {
    const generation = await finish(
      testJob(entry.content, entry.links, { terms: { protocol }, instructions }),
      ask,
    );
    return { ...outcome, generation, problem: null };
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure;
    const generation = failure instanceof UnfinishedError ? failure.generation : null;
    return { ...outcome, generation, problem: failure.code };
  }
}

async function finish(job: WritingJob, ask: TestAnswers): Promise<FinishedGeneration> {
  for await (const step of generate(job, testClient(ask))) if (step.type === 'result') return step.generation;
  throw new Error('There is no result.');
}

async function* say(text: string, pieces: number): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  await Promise.resolve();
  for (let at = 0; at < text.length; at += pieces) yield { type: 'text', text: text.slice(at, at + pieces) };
}

function messagesOf({ prompt }: CompletionRequest) {
  return [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ] satisfies Parameters<typeof writeFromPrompt>[0];
}
