import { once } from 'node:events';
import os from 'node:os';
import type { MessagePort } from 'node:worker_threads';

import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { VersionFormat } from '#core/export/export-format.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import { generateBuiltIn } from '#core/generation/draft.ts';
import type { FinishedGeneration, GenerationStep } from '#core/generation/finished-generation.ts';
import { runTask, type JobRequest, type Task, type TaskName } from '#core/generation/long-tasks.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import type { Link } from '#core/links/link.ts';

import { suggestLinks, type SuggestionRequest } from './suggest-links.ts';

/** The priority is lower than that of the thread that answers requests. */
const niceness = 5;

// On Linux this sets the priority of the thread. Other systems would change the whole process.
if (process.platform === 'linux') os.setPriority(niceness);

export type ExportRequest = {
  readonly generation: FinishedGeneration;
  readonly format: VersionFormat;
  readonly options: ExportOptions;
};

export type ThreadTask<Name extends TaskName = TaskName> =
  | { readonly kind: 'part'; readonly task: Task<Name> }
  /** Lets the built-in writer write a whole generation. */
  | { readonly kind: 'write'; readonly input: JobRequest }
  /** Writes the versions of a generation in another format. */
  | { readonly kind: 'export'; readonly input: ExportRequest }
  /** The links come through the port, a batch for each message that is sent to it. Null: there are no more. */
  | { readonly kind: 'suggest'; readonly input: SuggestionRequest; readonly links: MessagePort };

/** Errors lose their class and code between threads, so a `ProblemError` is sent as its fields. */
export type ThreadAnswer<Result> =
  | { readonly result: Result }
  | {
      readonly problem: {
        readonly code: ProblemCode;
        readonly detail: string;
        readonly retryAfterSeconds: number | null;
      };
    };

/** Does one task. A failure that is no `ProblemError` is thrown. */
export async function run(task: ThreadTask): Promise<ThreadAnswer<unknown>> {
  try {
    return { result: await resultOf(task) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, message: detail, retryAfterSeconds } = error;
    return { problem: { code, detail, retryAfterSeconds } };
  }
}

async function resultOf(task: ThreadTask): Promise<unknown> {
  if (task.kind === 'write') return writeBuiltIn(task.input);
  if (task.kind === 'export') return writeInFormat(task.input);
  if (task.kind === 'suggest') return suggestLinks(batchesFrom(task.links), task.input);
  return runTask(task.task);
}

/** Loads the writers of formats at the first request, because most servers never need them. */
async function writeInFormat({ generation, format, options }: ExportRequest) {
  const { writeVersions } = await import('#export/on-server/write-versions.ts');
  return writeVersions(generation, format, options);
}

async function writeBuiltIn({ request, terms }: JobRequest): Promise<GenerationStep[]> {
  const steps: GenerationStep[] = [];
  const job = prepareJob(request, terms);
  for await (const step of generateBuiltIn(job, async (task) => runTask(task))) steps.push(step);
  return steps;
}

async function* batchesFrom(port: MessagePort): AsyncGenerator<readonly Link[], void, undefined> {
  for (;;) {
    const received = once(port, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    port.postMessage('next');
    const [batch] = await received;
    if (batch === null) return port.close();
    yield batch;
  }
}
