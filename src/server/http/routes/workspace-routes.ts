import type { FastifyInstance, FastifyRequest } from 'fastify';

import { recoveryCodeSchema, type Workspace } from '#contract/visitor.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { readRecoveryCode, writeRecoveryCode } from '#server/http/plugins/workspaces.ts';
import { removeWorkspace } from '#server/cleanup/cleanup.ts';

import type { RouteServices } from './route-services.ts';

/** A shared workspace can only be read. `stop` ends the generations of a workspace. */
export function addWorkspaceRoutes(
  app: FastifyInstance,
  services: RouteServices,
  stop: (id: string) => Promise<void>,
): void {
  const { links, workspaces } = services;
  const { kind } = workspaces;

  app.get('/api/workspace', async (request, reply): Promise<Workspace> => {
    return {
      kind: workspaces.kindOf(request),
      exists: await workspaces.exists(request),
      links: await links.count(await workspaces.of(request, reply)),
    };
  });

  app.put('/api/workspace', async (request, reply): Promise<Workspace> => {
    requireCookie(request);
    const secret = readRecoveryCode(recoveryCodeSchema.parse(request.body).code);
    const workspace = await workspaces.open(request, reply, secret);
    return { kind, exists: true, links: await links.count(workspace) };
  });

  app.delete('/api/workspace', async (request, reply) => {
    if (kind === 'shared') throw new ProblemError('not-found');
    const workspace = workspaces.idOf(request);
    if (workspace !== null) await removeWorkspace(services, workspace, stop);
    if (request.identity === null) workspaces.forget(request, reply);
    return reply.code(204).send();
  });

  app.post('/api/workspace/recovery-code', async (request, _reply) => {
    requireCookie(request);
    const secret = await workspaces.secretOf(request);
    if (secret === null) throw new ProblemError('not-found');
    return { code: writeRecoveryCode(secret) };
  });

  /** Only a workspace that a cookie opens has a recovery code. */
  function requireCookie({ identity }: FastifyRequest): void {
    if (kind === 'shared' || identity !== null) throw new ProblemError('not-found');
  }
}
