import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { EventLoopScheduler } from '#server/event-loop-scheduler.ts';
import { visitorOf } from '#server/generations/ledger/visitors.ts';
import type { WorkerPool } from '#server/worker-pool/worker-pool.ts';

import { safeMethods } from './request-checks.ts';
import type { Workspaces } from './workspaces.ts';

export type Admission = ReturnType<typeof createAdmission>;

/** Gives each request for long work a place in the worker pool before any of its body is read. */
export function createAdmission(workerPool: WorkerPool, workspaces: Workspaces) {
  const admitted = new WeakMap<
    FastifyRequest,
    { readonly visitor: string; readonly place: ReturnType<WorkerPool['enter']> }
  >();
  return {
    /**
     * Takes a place in the worker pool. Gives it back if the request ends before `take` is called. Throws 'rate-limited'
     * and 'server-busy'.
     */
    open(request: FastifyRequest, reply: FastifyReply): void {
      const visitor = visitorOf(request.ip);
      // Visitors of a shared list are distinguished only by their addresses.
      const workspace = workspaces.kind === 'own' ? workspaces.idOf(request) : null;
      const own = workspace === null ? [] : [`workspace ${workspace}`];
      const place = workerPool.enter([`address ${visitor}`, ...own]);
      admitted.set(request, { visitor, place });
      reply.raw.once('close', () => {
        if (admitted.delete(request)) place.giveUp();
      });
    },
    /** Returns the visitor and the place, once per request. The caller must give the place back. */
    take(request: FastifyRequest) {
      const taken = admitted.get(request);
      if (taken === undefined) throw new ProblemError('stopped');
      admitted.delete(request);
      return taken;
    },
  };
}

/** The refusals of one address in a row that cause no delay. */
const burst = 30;
/** The longest delay of a request, in milliseconds. */
const longestDelay = 5_000;
/** The largest number of addresses in memory. Above it, the address with the oldest refusal is forgotten. */
const rememberedAddresses = 10_000;

/**
 * Delays the requests of an address that are refused again and again, before any of their body is read. Passes
 * `perSecond` of them a second, so that they do not delay other visitors. Requests that only read are never delayed.
 */
export function paceRefusals(app: FastifyInstance, perSecond: number, scheduler: EventLoopScheduler): void {
  /** The milliseconds that each refusal adds to the delay. */
  const gap = 1000 / perSecond;
  /** The time up to which an address has used its allowance. The address that was refused last is at the end. */
  const usedUpTo = new Map<string, number>();

  function countRefusal(address: string): void {
    const full = performance.now() - burst * gap;
    const used = Math.max(usedUpTo.get(address) ?? full, full) + gap;
    usedUpTo.delete(address);
    usedUpTo.set(address, used);
    const [oldest] = usedUpTo.keys();
    if (usedUpTo.size > rememberedAddresses && oldest !== undefined) usedUpTo.delete(oldest);
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (safeMethods.has(request.method)) return done();
    const wait = (usedUpTo.get(visitorOf(request.ip)) ?? 0) - performance.now();
    if (wait <= 0) return done();
    const goOn = async () => {
      await scheduler.yield();
      done();
    };
    const timer = setTimeout(() => void goOn(), Math.min(wait, longestDelay));
    reply.raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!safeMethods.has(request.method) && isRefused(reply)) countRefusal(visitorOf(request.ip));
    done();
  });
}

/** A visitor who left before the answer counts as refused, because the server did the work. */
function isRefused({ raw, statusCode }: FastifyReply): boolean {
  return statusCode >= 400 || !raw.writableFinished;
}
