import type { FastifyInstance, FastifyReply } from 'fastify';

import { visitorOf } from '#server/generations/ledger/visitors.ts';
import type { EventLoopScheduler } from '#server/event-loop-scheduler.ts';

import { safeMethods } from './methods.ts';

/** So many refusals of one address in a row cause no delay. */
const burst = 30;
/** The longest delay of a request, in milliseconds. */
const longestDelay = 5_000;
/** The largest number of addresses in memory. Above it, the address with the oldest refusal is forgotten. */
const rememberedAddresses = 10_000;
const never = Number.NEGATIVE_INFINITY;

type RefusalPaceOptions = {
  /** Refusals of one address in a second after the first burst. Null: no limit. */
  readonly perSecond: number | null;
  readonly scheduler: EventLoopScheduler;
};

/**
 * Delays the requests of an address whose requests are refused again and again, before any of their body is read. It
 * passes `perSecond` requests a second, so a flood of refusals costs other visitors nothing. Reading is never delayed.
 */
export function paceRefusals(app: FastifyInstance, { perSecond, scheduler }: RefusalPaceOptions): void {
  if (perSecond === null) return;
  const allowances = createAllowances(1000 / perSecond);

  app.addHook('onRequest', (request, reply, done) => {
    const wait = safeMethods.has(request.method) ? 0 : allowances.waitOf(visitorOf(request.ip));
    if (wait <= 0) return done();
    const goOn = async () => {
      await scheduler.yield();
      done();
    };
    const timer = setTimeout(() => void goOn(), Math.min(wait, longestDelay));
    reply.raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!safeMethods.has(request.method) && isRefused(reply)) allowances.use(visitorOf(request.ip));
    done();
  });
}

/** Counts refusals by address. `gap` is the time in milliseconds that each refusal uses. */
function createAllowances(gap: number) {
  /** The time up to which an address has used its allowance. The address that was refused last is at the end. */
  const usedUpTo = new Map<string, number>();
  return {
    /** Returns the milliseconds until the next request may go on: 0 or less if it may go on now. */
    waitOf: (address: string) => (usedUpTo.get(address) ?? never) - performance.now(),
    use(address: string): void {
      const used = Math.max(usedUpTo.get(address) ?? never, performance.now() - burst * gap) + gap;
      usedUpTo.delete(address);
      usedUpTo.set(address, used);
      const [oldest] = usedUpTo.keys();
      if (usedUpTo.size > rememberedAddresses && oldest !== undefined) usedUpTo.delete(oldest);
    },
  };
}

/** A visitor who left before the answer counts as refused, because the server did the work. */
function isRefused({ raw, statusCode }: FastifyReply): boolean {
  return statusCode >= 400 || !raw.writableFinished;
}
