import type { FastifyInstance, FastifyReply } from 'fastify';

import { visitorOf } from '#server/generations/visitor-of.ts';
import type { Turns } from '#server/turns.ts';

import { safeMethods } from './methods.ts';

/** Refusals of one address that cost it no waiting, as long as they come no faster than its share. */
const refusalsAtOnce = 30;
/** Milliseconds that a request is held at most. */
const longestHold = 5_000;
/** Addresses that are remembered at most: beyond it the one that was refused longest ago is forgotten. */
const rememberedAddresses = 10_000;
const never = Number.NEGATIVE_INFINITY;

type RefusalPace = {
  /** How many requests of one address may be refused in a second, beyond the first ones. Null: no limit. */
  readonly perSecond: number | null;
  readonly turns: Turns;
};

/**
 * Holds the next requests of an address whose requests are refused all the time, before any of their body is read: as many
 * go on as may be refused in a second. So a flood of refusals costs others nothing. Reading is never held.
 */
export function paceRefusals(app: FastifyInstance, { perSecond, turns }: RefusalPace): void {
  if (perSecond === null) return;
  const shares = createShares(1000 / perSecond);

  app.addHook('onRequest', (request, reply, done) => {
    const wait = safeMethods.has(request.method) ? 0 : shares.waitOf(visitorOf(request.ip));
    if (wait <= 0) return done();
    const goOn = async () => {
      await turns.next();
      done();
    };
    const timer = setTimeout(() => void goOn(), Math.min(wait, longestHold));
    reply.raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!safeMethods.has(request.method) && isRefused(reply)) shares.use(visitorOf(request.ip));
    done();
  });
}

/** `gap`: the milliseconds that each refusal takes of its address's share. */
function createShares(gap: number) {
  /** By address, the one that was refused last at the end: up to when its refusals have used its share. */
  const usedUpTo = new Map<string, number>();
  return {
    /** Milliseconds until the address has a share again; 0 or less where it has one. */
    waitOf: (address: string) => (usedUpTo.get(address) ?? never) - performance.now(),
    use(address: string): void {
      const used = Math.max(usedUpTo.get(address) ?? never, performance.now() - refusalsAtOnce * gap) + gap;
      usedUpTo.delete(address);
      usedUpTo.set(address, used);
      const [oldest] = usedUpTo.keys();
      if (usedUpTo.size > rememberedAddresses && oldest !== undefined) usedUpTo.delete(oldest);
    },
  };
}

/** Who leaves before the answer counts as well: the work was done. */
function isRefused({ raw, statusCode }: FastifyReply): boolean {
  return statusCode >= 400 || !raw.writableFinished;
}
