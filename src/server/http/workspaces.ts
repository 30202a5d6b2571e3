import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#server/config.ts';
import { createSecret, workspaceIdOf } from '#server/workspace/secret.ts';
import type { Secret } from '#server/workspace/secret.ts';

import { clearWorkspaceCookie, readWorkspaceCookie, setWorkspaceCookie } from './workspace-cookie.ts';

const sharedId = 'shared';
/** Nothing is ever saved here, so a visitor without a workspace is answered as one who asks for what is not there. */
const emptyId = '';
const millisecondsADay = 86_400_000;

/** Whose links a request is about. */
export type Workspaces = {
  readonly kind: Config['workspace'];
  /** The id of the workspace that the request may see and change. */
  of(request: FastifyRequest, reply: FastifyReply): string;
  /** The same where something is saved: a visitor without a workspace is given one. */
  forSaving(request: FastifyRequest, reply: FastifyReply): string;
  secretOf(request: FastifyRequest): Secret | null;
  /** Lets the browser keep this secret from now on. */
  remember(request: FastifyRequest, reply: FastifyReply, secret: Secret): void;
  forget(request: FastifyRequest, reply: FastifyReply): void;
};

/** One list for everybody, or for each visitor their own, by a cookie. */
export function createWorkspaces(kind: Config['workspace']): Workspaces {
  const isShared = kind === 'shared';

  /** Once a day is enough to keep a cookie alive, and an answer that comes late brings no left workspace back. */
  function known(request: FastifyRequest, reply: FastifyReply): string | null {
    if (isShared) return sharedId;
    const found = readWorkspaceCookie(request.headers);
    if (found === null) return null;
    return found.day === today() ? workspaceIdOf(found.secret) : remember(request, reply, found.secret);
  }

  return {
    kind,
    of: (request, reply) => known(request, reply) ?? emptyId,
    forSaving: (request, reply) => known(request, reply) ?? remember(request, reply, createSecret()),
    secretOf: (request) => (isShared ? null : (readWorkspaceCookie(request.headers)?.secret ?? null)),
    remember,
    forget: (request, reply) => {
      reply.header('set-cookie', clearWorkspaceCookie(request.headers));
    },
  };
}

function remember(request: FastifyRequest, reply: FastifyReply, secret: Secret): string {
  reply.header('set-cookie', setWorkspaceCookie(request.headers, { secret, day: today() }));
  return workspaceIdOf(secret);
}

function today(): number {
  return Math.floor(Date.now() / millisecondsADay);
}
