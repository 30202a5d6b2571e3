import type { FastifyInstance } from 'fastify';

import { recoveryCodeSchema } from '#contract/workspace.ts';
import type { Workspace } from '#contract/workspace.ts';
import { ProblemError } from '#core/problem/problem.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import { readRecoveryCode, writeRecoveryCode } from '#server/workspace/recovery-code.ts';
import { workspaceIdOf } from '#server/workspace/secret.ts';

import { refuseOtherMethods } from './methods.ts';
import type { Workspaces } from './workspaces.ts';

type Parts = { readonly links: LinkStore; readonly ledger: Ledger; readonly workspaces: Workspaces };

/** What a visitor can do with their workspace as a whole. The one that everybody shares can only be looked at. */
export function addWorkspaceRoutes(app: FastifyInstance, { links, ledger, workspaces }: Parts): void {
  const { kind } = workspaces;

  app.get('/api/workspace', async (request, reply): Promise<Workspace> => {
    const exists = kind === 'shared' || workspaces.secretOf(request) !== null;
    return { kind, exists, links: await links.count(workspaces.of(request, reply)) };
  });

  app.put('/api/workspace', async (request, reply): Promise<Workspace> => {
    requireOwn();
    const secret = readRecoveryCode(recoveryCodeSchema.parse(request.body).code);
    const count = await links.count(workspaceIdOf(secret));
    workspaces.remember(request, reply, secret);
    return { kind, exists: true, links: count };
  });

  app.delete('/api/workspace', async (request, reply) => {
    requireOwn();
    const workspace = workspaces.of(request, reply);
    await ledger.forget(workspace);
    await links.removeAll(workspace);
    workspaces.forget(request, reply);
    return reply.code(204).send();
  });

  app.post('/api/workspace/recovery-code', (request) => {
    requireOwn();
    const secret = workspaces.secretOf(request);
    if (secret === null) throw new ProblemError('not-found');
    return { code: writeRecoveryCode(secret) };
  });

  function requireOwn(): void {
    if (kind === 'shared') throw new ProblemError('not-found');
  }

  refuseOtherMethods(app, '/api/workspace', ['GET', 'PUT', 'DELETE']);
  refuseOtherMethods(app, '/api/workspace/recovery-code', ['POST']);
}
