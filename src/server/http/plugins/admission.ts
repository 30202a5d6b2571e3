import type { FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';
import { visitorOf } from '#server/generations/visitor-of.ts';
import type { WorkPlace, WorkerPool } from '#server/worker-pool/worker-pool.ts';

import type { Workspaces } from './workspaces.ts';

/** Who asks for work that takes long, and the place that they have for it. */
type Visit = { readonly visitor: string; readonly place: WorkPlace };

export type Admission = {
  /**
   * Takes a place for the request, before any of its body is read, and gives it up when the request ends before it is
   * taken. Throws 'rate-limited' and 'server-busy'.
   */
  open(request: FastifyRequest, reply: FastifyReply): void;
  /** The place, once for a request: whoever takes it gives it up. */
  take(request: FastifyRequest): Visit;
};

export function createAdmission(workerPool: WorkerPool, workspaces: Workspaces): Admission {
  const visits = new WeakMap<FastifyRequest, Visit>();
  return {
    open(request, reply) {
      const visitor = visitorOf(request.ip);
      // Visitors of a list that all share are told apart by their addresses alone.
      const workspace = workspaces.kind === 'own' ? workspaces.idOf(request) : null;
      const own = workspace === null ? [] : [`workspace ${workspace}`];
      const place = workerPool.enter([`address ${visitor}`, ...own]);
      visits.set(request, { visitor, place });
      reply.raw.once('close', () => {
        if (visits.delete(request)) place.giveUp();
      });
    },
    take(request) {
      const visit = visits.get(request);
      if (visit === undefined) throw new ProblemError('stopped');
      visits.delete(request);
      return visit;
    },
  };
}
