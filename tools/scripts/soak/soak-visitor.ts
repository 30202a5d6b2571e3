import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod/mini';

/** The record of all visits so far. */
export type SoakLog = {
  readonly counts: Map<string, number>;
  /** Missing answers, and answers with a status of 500 or more without `Retry-After`. */
  readonly failures: string[];
  /** The bytes of the results that the server keeps for a day, for repeated requests. */
  outcomeBytes: number;
};

const mostLinks = 40;
const longestPause = 400;
const words = 'a text of some words about kettles and lamps and garden chairs and two words more'.split(' ');
const savedSchema = z.object({ id: z.string() });

function sentence(length: number): string {
  return Array.from({ length }, () => words[randomInt(words.length)]).join(' ');
}

/** Runs one visit after another, each from a new address, until the signal is aborted. */
export async function visitRepeatedly(origin: string, log: SoakLog, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    await visit(origin, log, signal).catch((error: unknown) => {
      // The signal interrupts the last visit, which is not a failure.
      if (!signal.aborted) log.failures.push(String(error));
    });
}

/** Uses a workspace from its first link to its deletion. */
async function visit(origin: string, log: SoakLog, signal: AbortSignal): Promise<void> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  let cookie = '';
  let ids: string[] = [];

  async function ask(name: string, method: string, path: string, body?: object, more: RequestInit = {}) {
    const answer = await fetch(origin + path, {
      method,
      ...more,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-forwarded-for': address,
        cookie,
        ...(path === '/api/generations' && { 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
    const text = await answer.text();
    log.counts.set(name, (log.counts.get(name) ?? 0) + 1);
    if (answer.status >= 500 && !answer.headers.has('retry-after'))
      log.failures.push(`${name}: ${answer.status} ${text.slice(0, 200)}`);
    return { status: answer.status, text };
  }

  async function save(): Promise<void> {
    const link = { url: `https://a.example/${randomUUID()}`, description: sentence(5) };
    const { status, text } = await ask('saved', 'POST', '/api/links', link);
    if (status === 201) ids.push(savedSchema.parse(JSON.parse(text)).id);
  }

  async function generate(writer: object): Promise<void> {
    const order = { content: `${sentence(12)}. `.repeat(15), linkIds: ids.slice(-3), ...writer };
    const { text } = await ask('generated', 'POST', '/api/generations', order);
    log.outcomeBytes += text.length;
  }

  async function leave(): Promise<void> {
    const order = { content: `${sentence(12)}. `.repeat(15), linkIds: ids.slice(-3) };
    const leaving = AbortSignal.timeout(randomInt(1, 200));
    await ask('left', 'POST', '/api/generations', order, { signal: leaving }).catch(() =>
      log.counts.set('left', (log.counts.get('left') ?? 0) + 1),
    );
  }

  const ways = [
    save,
    save,
    () => generate({}),
    () => generate({ writer: 'built-in' }),
    leave,
    () => ask('suggested', 'POST', '/api/suggestions', { content: sentence(60) }),
    () => ask('listed', 'GET', '/api/links?limit=100'),
    () => ask('changed', 'PATCH', `/api/links/${ids.at(-1)}`, { description: sentence(4) }),
    async () => {
      if (ids.length > 3) await ask('deleted', 'DELETE', `/api/links/${ids.shift()}`);
    },
  ];

  await save();
  for (let steps = randomInt(50, 200); steps > 0 && ids.length < mostLinks && !signal.aborted; steps -= 1) {
    await ways[randomInt(ways.length)]?.();
    await sleep(randomInt(longestPause), undefined, { signal });
  }
  await ask('workspaces deleted', 'DELETE', '/api/workspace');
  ids = [];
}
