import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod/mini';

/** What has been done so far, by all visitors. */
export type Deeds = {
  readonly counts: Map<string, number>;
  /** What nobody should see: no answer, or a status of 500 and more that does not say when to come back. */
  readonly failures: string[];
  /** Bytes of outcomes that the server keeps for a day, for who repeats a click. */
  outcomeBytes: number;
};

const mostLinks = 40;
const longestPause = 400;
const words = 'a text of some words about kettles and lamps and garden chairs and two words more'.split(' ');
const savedSchema = z.object({ id: z.string() });

function sentence(length: number): string {
  return Array.from({ length }, () => words[randomInt(words.length)]).join(' ');
}

/** One visitor after another, each from an address of its own, until the signal aborts. */
export async function visitOnAndOn(origin: string, deeds: Deeds, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    await visit(origin, deeds, signal).catch((error: unknown) => {
      // What is under way at the end is broken off.
      if (!signal.aborted) deeds.failures.push(String(error));
    });
}

/** A workspace from its first link to its deletion. */
async function visit(origin: string, deeds: Deeds, signal: AbortSignal): Promise<void> {
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
    deeds.counts.set(name, (deeds.counts.get(name) ?? 0) + 1);
    if (answer.status >= 500 && !answer.headers.has('retry-after'))
      deeds.failures.push(`${name}: ${answer.status} ${text.slice(0, 200)}`);
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
    deeds.outcomeBytes += text.length;
  }

  async function leave(): Promise<void> {
    const order = { content: `${sentence(12)}. `.repeat(15), linkIds: ids.slice(-3) };
    const leaving = AbortSignal.timeout(randomInt(1, 200));
    await ask('left', 'POST', '/api/generations', order, { signal: leaving }).catch(() =>
      deeds.counts.set('left', (deeds.counts.get('left') ?? 0) + 1),
    );
  }

  const ways = [
    save,
    save,
    () => generate({}),
    () => generate({ writer: 'built-in' }),
    leave,
    () => ask('suggested', 'POST', '/api/suggestions', { content: sentence(60) }),
    () => ask('listed', 'GET', `/api/links?search=${words[randomInt(words.length)]}`),
    () => ask('changed', 'PATCH', `/api/links/${ids.at(-1)}`, { description: sentence(4) }),
    async () => {
      if (ids.length > 3) await ask('deleted', 'DELETE', `/api/links/${ids.shift()}`);
    },
  ];

  await save();
  for (let deed = randomInt(50, 200); deed > 0 && ids.length < mostLinks && !signal.aborted; deed -= 1) {
    await ways[randomInt(ways.length)]?.();
    await sleep(randomInt(longestPause), undefined, { signal });
  }
  await ask('workspaces deleted', 'DELETE', '/api/workspace');
  ids = [];
}
