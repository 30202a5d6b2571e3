import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import { runTask, type Task } from '#core/generation/long-tasks.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Errors lose their class and code between threads, so a `ProblemError` is sent as its fields. */
type TaskAnswer =
  | { readonly output: unknown }
  | { readonly problem: { readonly code: ProblemCode; readonly detail: string } };

self.addEventListener('message', ({ data }: MessageEvent<Task>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener: its page
  self.postMessage(answerOf(data));
});

/** A failure that is no `ProblemError` reaches the page as an error of the worker. */
function answerOf(task: Task): TaskAnswer {
  try {
    return { output: runTask(task) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { problem: { code: error.code, detail: error.message } };
  }
}
