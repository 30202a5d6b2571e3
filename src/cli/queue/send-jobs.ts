import { setTimeout as sleep } from 'node:timers/promises';

import type { WritingTerms } from '#core/limits/terms.ts';
import type { Link } from '#core/links/link.ts';

import { NotDoneYet, type Produced } from '#cli/weave/weave-files.ts';
import { chooseLinks, type NamedText, type WeaveSettings } from '#cli/weave/weave-text.ts';
import { BudgetReached } from '#cli/writer/money.ts';

import { idOfJob, jobSchema, openQueue, resultSchema, type QueueJob, type QueueResult } from './queue.ts';

type Sending = {
  readonly links: readonly Link[];
  readonly settings: WeaveSettings;
  readonly terms: WritingTerms;
  readonly jobSeconds: number;
  /** Whether nothing is sent. */
  readonly collect: boolean;
  readonly wait: boolean;
  /** Tells the user that the queue is away. */
  readonly say: (line: string) => void;
};

/** The pause between two looks for a result, in milliseconds. */
const lookInterval = 1000;

/**
 * Opens the queue for somebody who wants texts woven. `produce` sends a text and waits for its result. A text that was
 * sent before is not sent again, unless it failed.
 */
export async function openSender(url: string, sending: Sending, stopping: AbortSignal) {
  const { links, settings, terms, jobSeconds, collect, wait, say } = sending;
  const queue = await openQueue({ url, jobSeconds, onError: say, stopping, atOnce: stopping });

  /** Returns the result of a job that has ended. Null: it has not ended. */
  async function resultOf(id: string): Promise<QueueResult | 'lost' | null> {
    const found = await queue.find(id);
    if (found === null || found.state === 'cancelled') return 'lost';
    if (found.state === 'failed') return { problem: wordsOf(found.output), isOverBudget: false };
    if (found.state !== 'completed') return null;
    const parsed = resultSchema.safeParse(found.output);
    return parsed.success ? parsed.data : 'lost';
  }

  async function send(id: string, job: QueueJob): Promise<void> {
    const known = await resultOf(id);
    if (collect || known === null || (known !== 'lost' && 'text' in known)) return;
    // It failed, or ended long ago. It gets another try.
    await queue.drop(id);
    await queue.send(id, job);
  }

  async function produce({ name, content }: NamedText): Promise<Produced> {
    const choice = await chooseLinks(content, links, settings, terms);
    // The job has no more than what a worker reads.
    const job = jobSchema.parse({ name, content, choice, settings });
    const id = idOfJob(job);
    await send(id, job);
    for (;;) {
      const result = await resultOf(id);
      if (result === 'lost') throw new NotDoneYet(false);
      if (result !== null) return producedOf(result);
      if (collect || !wait || stopping.aborted) throw new NotDoneYet(true);
      await sleep(lookInterval, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  return { produce, close: queue.close };
}

function producedOf(result: QueueResult): Produced {
  if ('text' in result) return { woven: { ...result.woven, text: result.text }, usage: result.usage };
  if (result.isOverBudget) throw new BudgetReached();
  throw new Error(result.problem);
}

/** Returns the message of an error as `pg-boss` stores it. */
function wordsOf(output: unknown): string {
  if (typeof output !== 'object' || output === null) return 'The job failed.';
  if ('message' in output) return String(output.message);
  return 'value' in output ? wordsOf(output.value) : 'The job failed.';
}
