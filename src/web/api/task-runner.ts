import { trustedAddress } from '#web/lib/trusted-address.ts';
import { wordsIn } from '#core/document/words-and-sentences.ts';
import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import {
  runTask,
  type RunTask,
  type Task,
  type TaskName,
  type TaskOutput,
} from '#core/generation/long-tasks.ts';
import { memoize } from '#core/lib/helpers.ts';

// oxlint-disable-next-line import/default -- Vite makes this export
import workerAddress from './task-worker.ts?worker&url';

/** Work on more words goes to a worker. Other work takes at most about 100 ms. */
const longContent = 20_000;

/** A browser makes a policy of this name only once. */
const trusted = memoize((address: string) => trustedAddress('task-worker', address));

type TaskRunner = {
  readonly run: RunTask;
  /** Ends a worker. */
  readonly close: () => void;
};

/** Runs the long tasks of one generation. When the signal aborts, all but 'check' throw its reason. */
export function openTaskRunner(content: string, signal: AbortSignal): TaskRunner {
  if (wordsIn(content).length <= longContent) {
    const run: RunTask = async (task) => {
      if (task.name !== 'check') signal.throwIfAborted();
      return runTask(task);
    };
    return { run, close: () => {} };
  }
  const worker = openWorker();
  const close = () => worker.terminate();
  const never = new AbortController().signal;
  return { run: (task) => runIn(worker, task, task.name === 'check' ? never : signal), close };
}

/** Runs a task in a worker of its own. Throws the reason of the signal when it aborts. */
export async function runAlone<Name extends TaskName>(
  task: Task<Name>,
  signal = new AbortController().signal,
): Promise<TaskOutput<Name>> {
  const worker = openWorker();
  return runIn<TaskOutput<Name>>(worker, task, signal).finally(() => worker.terminate());
}

function openWorker(): Worker {
  return new Worker(trusted(workerAddress), { type: 'module' });
}

type Answer<Output> =
  | { readonly output: Output }
  | { readonly problem: { readonly code: ProblemCode; readonly detail: string } };

function runIn<Output>(worker: Worker, task: unknown, signal: AbortSignal): Promise<Output> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const settle = (end: () => void) => {
      ended.abort();
      end();
    };
    const fail = (reason: unknown) => settle(() => reject(reason));
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Answer<Output>>) => {
        if ('output' in data) settle(() => resolve(data.output));
        else fail(new ProblemError(data.problem.code, data.problem));
      },
      ended,
    );
    worker.addEventListener('error', ({ message }) => fail(new Error(message)), ended);
    signal.addEventListener('abort', () => fail(signal.reason), ended);
    if (signal.aborted) fail(signal.reason);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    else worker.postMessage(task);
  });
}
