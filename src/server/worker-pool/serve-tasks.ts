import { getHeapStatistics } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';

import type { Link } from '#core/links/link.ts';
import { ProblemError } from '#core/errors/problem.ts';

import type { FromWorker, Question, ToWorker } from './messages.ts';
import { tasks, type TaskContext } from './tasks.ts';

/** In bytes. After an ordinary text, the heap of a worker is smaller. */
const largeHeap = 96 * 1024 * 1024;

/** Answers the questions that come through the port, one after the other. */
export function serveTasks(port: MessagePort): void {
  let stopping = new AbortController();
  let takeLinks: ((links: readonly Link[] | null) => void) | null = null;

  async function* links(): AsyncGenerator<readonly Link[], void, undefined> {
    for (;;) {
      const batch = await new Promise<readonly Link[] | null>((resolve) => {
        takeLinks = resolve;
        tell({ type: 'more-links' });
      });
      if (batch === null) return;
      yield batch;
    }
  }

  function tell(message: FromWorker<unknown>): void {
    port.postMessage(message);
  }

  async function answer(question: Question): Promise<void> {
    stopping = new AbortController();
    try {
      const given = await work(question, { signal: stopping.signal, links });
      tell({ type: 'answer', answer: given, isLarge: getHeapStatistics().total_heap_size > largeHeap });
    } catch (error) {
      if (!(error instanceof ProblemError)) return tell({ type: 'failed', error });
      const { code, message: detail, retryAfterSeconds } = error;
      tell({ type: 'problem', problem: { code, detail, retryAfterSeconds } });
    }
  }

  port.on('message', (message: ToWorker) => {
    if (message.type === 'ask') void answer(message.question);
    else if (message.type === 'links') takeLinks?.(message.links);
    else stopping.abort();
  });
}

function work(question: Question, context: TaskContext): Promise<unknown> {
  return question.name === 'write'
    ? tasks.write(question.input, context)
    : tasks.suggest(question.input, context);
}
