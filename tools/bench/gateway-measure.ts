import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Figures } from './gateway-figures.ts';
import {
  leavingSchema,
  providerStateSchema,
  streamsSchema,
  turnsSchema,
  type Pace,
  type Turns,
} from './gateway-job.ts';
import { runLoad, type Running } from './gateway-processes.ts';
import type { Requests } from './gateway-targets.ts';
import { median } from './links-load.ts';
import { residentMegabytes } from './resident-memory.ts';

/** A running gateway and its figures so far. */
export type Contender = {
  readonly name: string;
  readonly running: Running;
  readonly requests: Requests;
  readonly figures: Figures;
};

export type Parts = {
  readonly provider: Running;
  setPace(pace: Pace): Promise<void>;
  readonly isQuick: boolean;
};

const chunksOfTurn = 10;
const turnMs = 50 * chunksOfTurn;
const sampleMs = 250;

/** Measures all gateways in turn for several rounds. The figure of a gateway is the median of its rounds. */
export async function measureTurns(contenders: readonly Contender[], parts: Parts): Promise<void> {
  const { setPace, isQuick } = parts;
  const rounds = isQuick ? 1 : 3;
  const milliseconds = isQuick ? 400 : 800;
  const settings = { connections: 1, spreadMs: 0, milliseconds };

  await setPace({ kind: 'burst', chunks: 3 });
  const one = await inRounds(contenders, [1, rounds], ({ requests }) =>
    turns({ request: requests.streamed, ...settings }),
  );
  noteFirst(contenders, one, '1 stream');

  await setPace({ kind: 'steady', chunks: chunksOfTurn });
  const many = { connections: 50, spreadMs: turnMs, milliseconds: isQuick ? 1000 : 2000 };
  const fifty = await inRounds(contenders, [0, rounds], ({ requests }) =>
    turns({ request: requests.streamed, ...many }),
  );
  noteFirst(contenders, fifty, '50 streams');

  await setPace({ kind: 'once' });
  const whole = { connections: 16, spreadMs: 0, milliseconds };
  const once = await inRounds(contenders, [1, rounds], ({ requests }) =>
    turns({ request: requests.whole, ...whole }),
  );
  for (const { name, figures } of contenders) {
    const results = once.get(name) ?? [];
    figures.set('requests a second without streaming', median(results.map(({ perSecond }) => perSecond)));
  }
}

/**
 * Measures memory under generations with 20 links and pages of a list of 1,000. Other gateways get their usual
 * requests.
 */
export async function measureLinks({ running, requests, figures }: Contender, parts: Parts): Promise<void> {
  const jobs = requests.withLinks.length === 0 ? [requests.streamed, requests.whole] : requests.withLinks;
  let most = 0;
  for (const request of jobs) {
    await parts.setPace(request === jobs[0] ? { kind: 'burst', chunks: 30 } : { kind: 'once' });
    const load = turns({ request, connections: 16, spreadMs: 0, milliseconds: parts.isQuick ? 400 : 800 });
    most = Math.max(most, await mostMemory(running, load));
  }
  figures.set('memory loaded, with links', most);
}

export async function measureLeaving({ requests, figures }: Contender, parts: Parts): Promise<void> {
  await parts.setPace({ kind: 'steady', chunks: 0 });
  const times = parts.isQuick ? 5 : 15;
  const request = requests.streamed;
  const job = { kind: 'leaving', request, providerPort: parts.provider.port, times } as const;
  const { p50, longest } = leavingSchema.parse(await runLoad(job));
  figures.set('call ended after the client left, p50', p50);
  figures.set('call ended after the client left, longest', longest);
}

/** Measures open streams, once for each share of unread streams. */
export async function measureStreams(
  contender: Contender,
  parts: Parts,
  unreadShares: readonly number[],
): Promise<void> {
  const { name, running, requests, figures } = contender;
  await parts.setPace({ kind: 'steady', chunks: 0 });
  for (const streams of [1500, 2000]) {
    for (const unread of unreadShares) {
      const shape = {
        streams,
        unread,
        settleMs: parts.isQuick ? 500 : 1000,
        milliseconds: parts.isQuick ? 2000 : 4000,
      };
      const job = { kind: 'streams', request: requests.streamed, ...shape } as const;
      process.stdout.write(`${name}: ${streams} streams, ${unread * 100} % unread ...\n`);
      await allEnded(parts.provider);
      const load = runLoad(job);
      const memory = await mostMemory(running, load);
      const { opened, delivered, lag, oneMore } = streamsSchema.parse(await load);
      if (opened < streams) process.stdout.write(`${name} opened ${opened} of ${streams} streams.\n`);
      const what = `${streams} streams${unread === 0 ? '' : ', a quarter unread'}`;
      // Linkweft passes on only whole edits, and the chunks in the window contain none.
      if (requests.withLinks.length === 0) {
        figures.set(`${what}: delivered, %`, delivered * 100);
        figures.set(`${what}: lag p50`, lag.p50);
        figures.set(`${what}: lag p99`, lag.p99);
      }
      figures.set(`${what}: memory`, memory);
      const isTold = oneMore.status !== 503 || oneMore.retryAfter !== '';
      if (streams === 2000)
        figures.set('answer to one stream over the limit', isTold ? oneMore.status : Number.NaN);
    }
  }
}

/**
 * Waits until the provider has no open streams. Streams that have just closed still count against the server's limit.
 */
async function allEnded({ port }: Running): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/state`);
    if (providerStateSchema.parse(await answer.json()).open === 0) return;
    await sleep(100);
  }
}

async function turns(settings: {
  request: Requests['streamed'];
  connections: number;
  spreadMs: number;
  milliseconds: number;
}): Promise<Turns> {
  return turnsSchema.parse(await runLoad({ kind: 'turns', ...settings }));
}

async function inRounds(
  contenders: readonly Contender[],
  [warmUps, rounds]: readonly [number, number],
  measure: (contender: Contender) => Promise<Turns>,
): Promise<Map<string, Turns[]>> {
  const results = new Map(contenders.map(({ name }) => [name, new Array<Turns>()]));
  for (let round = -warmUps; round < rounds; round += 1)
    for (const contender of contenders) {
      try {
        const result = await measure(contender);
        if (round >= 0) results.get(contender.name)?.push(result);
      } catch (error) {
        process.stdout.write(`${contender.name}: ${String(error)}\n`);
      }
    }
  return results;
}

function noteFirst(
  contenders: readonly Contender[],
  results: ReadonlyMap<string, readonly Turns[]>,
  label: string,
): void {
  for (const share of ['p50', 'p99'] as const) {
    const of = (name: string) => median((results.get(name) ?? []).map(({ first }) => first[share]));
    for (const { name, figures } of contenders)
      figures.set(
        `first chunk over direct, ${label}, ${share}`,
        of(name) - (name === 'direct' ? 0 : of('direct')),
      );
  }
}

/** Returns the highest memory of the process while `running` is pending, in MB. */
async function mostMemory({ processId }: Running, running: Promise<unknown>): Promise<number> {
  let most = residentMegabytes(processId);
  const timer = setInterval(() => (most = Math.max(most, residentMegabytes(processId))), sampleMs);
  try {
    await running;
  } finally {
    clearInterval(timer);
  }
  return most;
}
