import type { FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';
import { visitorOf } from '#server/generations/ledger/visitors.ts';
import type { WorkPlace, WorkerPool } from '#server/worker-pool/worker-pool.ts';

import type { Workspaces } from './workspaces.ts';

/** A visitor and the place in the worker pool that their request holds. */
type Admitted = { readonly visitor: string; readonly place: WorkPlace };

export type Admission = {
  /**
   * Takes a place in the worker pool before any of the body is read. Gives it back if the request ends before `take` is
   * called. Throws 'rate-limited' and 'server-busy'.
   */
  open(request: FastifyRequest, reply: FastifyReply): void;
  /** Returns the place, once per request. The caller must give it back. */
  take(request: FastifyRequest): Admitted;
};

export function createAdmission(workerPool: WorkerPool, workspaces: Workspaces): Admission {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  return {
    open(request, reply) {
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
    take(request) {
      const taken = admitted.get(request);
      if (taken === undefined) throw new ProblemError('stopped');
      admitted.delete(request);
      return taken;
    },
  };
}
