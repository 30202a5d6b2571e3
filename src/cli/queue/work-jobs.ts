import { setTimeout as sleep } from 'node:timers/promises';

import { generateBuiltIn } from '#core/generation/draft.ts';
import type { Usage } from '#core/generation/finished-generation.ts';
import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import { runTask } from '#core/generation/long-tasks.ts';

import { messageOf } from '#cli/report/problem-words.ts';
import { planText, weaveText } from '#cli/weave/weave-text.ts';
import type { Writer } from '#cli/writer/writer.ts';

import { writePaidJob, type PaidServices } from './paid-job.ts';
import { jobSchema, type openQueue, type QueueJob, type QueueResult } from './queue.ts';

type Queue = Awaited<ReturnType<typeof openQueue>>;

export type Work = {
  readonly queue: Queue;
  readonly writer: Writer;
  /** Null: the built-in writer writes. */
  readonly paid: PaidServices | null;
  readonly concurrency: number;
  /** Whether the worker ends when no job waits. */
  readonly untilEmpty: boolean;
  /** Aborted: no further job is taken. */
  readonly stopping: AbortSignal;
  /** Aborted: running calls end at once. */
  readonly atOnce: AbortSignal;
  readonly onEnd: (name: string, result: QueueResult | string) => void;
};

/** The pause when no job waits, in milliseconds. */
const idle = 500;

/** Failures that may be over when the job is tried again. */
const passing = new Set<ProblemCode>([
  'provider-unreachable',
  'provider-timeout',
  'provider-rate-limited',
  'provider-unavailable',
  'provider-reply-broken',
  'provider-reply-cut',
  'reply-empty',
  'server-busy',
  'storage-failed',
  'stopped',
]);

/** Takes jobs from the queue, several at the same time, until it is told to stop. */
export async function workOnJobs(work: Work): Promise<void> {
  // What the others do is finished, also if one of them fails.
  const ended = await Promise.allSettled(Array.from({ length: work.concurrency }, () => takeJobs(work)));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined && !work.stopping.aborted) throw failed.reason;
}

async function takeJobs(work: Work): Promise<void> {
  const { queue, stopping, untilEmpty } = work;
  while (!stopping.aborted) {
    const taken = await queue.take();
    if (taken === null && untilEmpty) return;
    if (taken === null) await sleep(idle, undefined, { signal: stopping }).catch(() => undefined);
    else await doJob(taken.id, taken.data, work);
  }
}

async function doJob(id: string, data: unknown, work: Work): Promise<void> {
  const { queue, onEnd } = work;
  const parsed = jobSchema.safeParse(data);
  if (!parsed.success) {
    await queue.complete(id, { problem: 'The job is of another version of Linkweft.', isOverBudget: false });
    return;
  }
  const job = parsed.data;
  try {
    const result = await resultOf(id, job, work);
    await queue.complete(id, result);
    onEnd(job.name, result);
  } catch (failure) {
    const problem = failure instanceof ProblemError ? messageOf(failure) : String(failure);
    const isOverBudget = failure instanceof ProblemError && failure.code === 'budget-spent';
    if (failure instanceof ProblemError && !passing.has(failure.code))
      await queue.complete(id, { problem, isOverBudget });
    else await queue.fail(id, problem);
    onEnd(job.name, problem);
  }
}

async function resultOf(id: string, job: QueueJob, work: Work): Promise<QueueResult> {
  const { writer, paid, atOnce, stopping } = work;
  const plan = planText(job, job.choice, job.settings, writer.terms);
  for (;;)
    try {
      let usage: Usage | null = null;
      const { text, ...woven } = await weaveText(plan, job.settings, async function* write(planned) {
        const steps =
          paid === null || planned.parts.length === 0
            ? generateBuiltIn(planned, async (task) => runTask(task))
            : writePaidJob(id, planned, paid, atOnce);
        for await (const step of steps) {
          if (step.type === 'result') usage = step.generation.usage;
          yield step;
        }
      });
      return { text, woven, usage };
    } catch (failure) {
      // What running calls hold of the budget is mostly given back in a moment.
      const isHeld =
        failure instanceof ProblemError &&
        failure.code === 'budget-spent' &&
        (failure.retryAfterSeconds ?? Infinity) <= longestHeld;
      if (!isHeld || stopping.aborted) throw failure;
      await sleep(idle);
    }
}

/** The ledger names this time, in seconds, if the budget is only held by running calls. A spent day lasts longer. */
const longestHeld = 60;
