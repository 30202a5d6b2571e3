import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod/mini';

import { versionNames } from '#core/edits/version-names.ts';
import { linkRelations } from '#core/export/escape.ts';

import { linkSchema } from '#contract/links.ts';

import { hashOf } from '#cli/files/text-file.ts';
import { wovenSchema } from '#cli/report/woven-schema.ts';

const relinkSchema = z.object({
  from: z.string(),
  url: z.string(),
  source: z.union([z.object({ linkId: z.string() }), z.object({ template: z.string() })]),
});

/** One text with its links and settings: all that a worker needs. */
export const jobSchema = z.object({
  name: z.string(),
  content: z.string(),
  choice: z.object({ links: z.array(linkSchema), relinks: z.array(relinkSchema) }),
  settings: z.object({
    version: z.nullable(z.enum(versionNames)),
    most: z.nullable(z.number()),
    instructions: z.string(),
    relinks: z.boolean(),
    relinksForeign: z.boolean(),
    templates: z.array(z.object({ shop: z.string(), template: z.string() })),
    relation: z.enum(linkRelations),
    disclosure: z.boolean(),
  }),
});

export type QueueJob = z.infer<typeof jobSchema>;

/** What a worker answers: the woven text, or why there is none. */
export const resultSchema = z.union([
  z.object({
    text: z.string(),
    woven: wovenSchema,
    usage: z.nullable(
      z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.nullable(z.number()) }),
    ),
  }),
  z.object({ problem: z.string(), isOverBudget: z.boolean() }),
]);

export type QueueResult = z.infer<typeof resultSchema>;

const queueName = 'linkweft-weave';

/** Returns the id of a job: the same work has the same id, so it is never in the queue twice. */
export function idOfJob(job: QueueJob): string {
  const hex = hashOf(JSON.stringify(job));
  // The form of a UUID of version 8, whose digits may have any meaning.
  const variant = ((Number.parseInt(hex.charAt(16), 16) % 4) + 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** How often a job is tried again, and the pause before it, in seconds. Each pause is twice as long as the last. */
const retries = { retryLimit: 5, retryDelay: 5, retryBackoff: true };

type QueueSettings = {
  readonly url: string;
  /** After how many seconds a job is given to another worker. */
  readonly jobSeconds: number;
  readonly onError: (message: string) => void;
  /** Aborted: no further job is taken or sent. */
  readonly stopping: AbortSignal;
  /** Aborted: no result is delivered any more. */
  readonly atOnce: AbortSignal;
};

/** How long an outage of the database is awaited, and the pause between two tries, in milliseconds. */
const [patience, pause] = [5 * 60 * 1000, 1000];

/** Repeats what can be repeated until the database answers. Throws what it threw last if it stays away. */
async function patiently<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onError: QueueSettings['onError'],
): Promise<T> {
  const since = performance.now();
  for (let isTold = false; ; isTold = true)
    try {
      return await work();
    } catch (failure) {
      if (signal.aborted || performance.now() - since > patience) throw failure;
      if (!isTold) onError(`The queue does not answer and is asked again: ${wordsOf(failure)}`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
}

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** Opens the queue in PostgreSQL, and makes it if there is none. Throws if that is not possible. */
export async function openQueue({ url, jobSeconds, onError, stopping, atOnce }: QueueSettings) {
  const { default: PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'linkweft-queue',
    max: 4,
    schedule: false,
    maintenanceIntervalSeconds: Math.max(1, Math.min(30, Math.floor(jobSeconds / 4))),
    archiveCompletedAfterSeconds: 7 * 24 * 60 * 60,
  });
  boss.on('error', ({ message }) => onError(message));
  try {
    await boss.start();
    await boss.createQueue(queueName, { name: queueName, ...retries });
  } catch (error) {
    throw new Error(`The queue cannot be opened: ${wordsOf(error)}`, { cause: error });
  }
  const asked = <T>(work: () => Promise<T>) => patiently(work, stopping, onError);
  const delivered = <T>(work: () => Promise<T>) => patiently(work, atOnce, onError);
  return {
    /** Takes the next job, or null. Only this process works on it for the given time. */
    take: () => asked(async () => (await boss.fetch<unknown>(queueName, { batchSize: 1 }))[0] ?? null),
    complete: (id: string, result: QueueResult) => delivered(() => boss.complete(queueName, id, result)),
    /** Lets the job be tried again later, if it has tries left. */
    fail: (id: string, problem: string) => delivered(() => boss.fail(queueName, id, { message: problem })),
    drop: (id: string) => asked(() => boss.deleteJob(queueName, id)),
    /** Puts a job into the queue, unless it is there already. */
    send: (id: string, job: QueueJob) =>
      asked(() => boss.send(queueName, job, { id, ...retries, expireInSeconds: jobSeconds })),
    find: (id: string) => asked(() => boss.getJobById<unknown>(queueName, id, { includeArchive: true })),
    close: () => boss.stop({ graceful: false, wait: true, close: true }),
  };
}
