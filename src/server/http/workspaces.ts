import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#server/config/config.ts';
import { createSecret, workspaceIdOf } from '#server/workspace/secret.ts';
import type { Secret } from '#server/workspace/secret.ts';

import {
  clearWorkspaceCookie,
  readWorkspaceCookie,
  setWorkspaceCookie,
  workspaceCookieOf,
} from './workspace-cookie.ts';
import type { WorkspaceCookie } from './workspace-cookie.ts';

const sharedId = 'shared';
/** Nothing is ever saved here, so a visitor without a workspace is answered as one who asks for what is not there. */
const emptyId = '';
const millisecondsADay = 86_400_000;
const keptVisitors = 1000;

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

type Visitor = WorkspaceCookie & { readonly workspace: string };

/** One list for everybody, or for each visitor their own, by a cookie. */
export function createWorkspaces(kind: Config['workspace']): Workspaces {
  const isShared = kind === 'shared';
  const visitorOf = createVisitorReader();

  /** Once a day is enough to keep a cookie alive, and an answer that comes late brings no left workspace back. */
  function known(request: FastifyRequest, reply: FastifyReply): string | null {
    if (isShared) return sharedId;
    const visitor = visitorOf(request);
    if (visitor === null) return null;
    return visitor.day === today() ? visitor.workspace : remember(request, reply, visitor.secret);
  }

  return {
    kind,
    of: (request, reply) => known(request, reply) ?? emptyId,
    forSaving: (request, reply) => known(request, reply) ?? remember(request, reply, createSecret()),
    secretOf: (request) => (isShared ? null : (visitorOf(request)?.secret ?? null)),
    remember,
    forget: (request, reply) => {
      reply.header('set-cookie', clearWorkspaceCookie(request));
    },
  };
}

/** Reads a cookie once for many requests: to check and hash it costs more than all else that lets a request in. */
function createVisitorReader() {
  const visitors = new Map<string, Visitor>();
  return (request: FastifyRequest): Visitor | null => {
    const value = workspaceCookieOf(request);
    if (value === null) return null;
    const known = visitors.get(value);
    if (known !== undefined) return known;
    const cookie = readWorkspaceCookie(value);
    if (cookie === null) return null;
    const visitor = { ...cookie, workspace: workspaceIdOf(cookie.secret) };
    if (visitors.size >= keptVisitors) visitors.clear();
    visitors.set(value, visitor);
    return visitor;
  };
}

function remember(request: FastifyRequest, reply: FastifyReply, secret: Secret): string {
  reply.header('set-cookie', setWorkspaceCookie(request, { secret, day: today() }));
  return workspaceIdOf(secret);
}

function today(): number {
  return Math.floor(Date.now() / millisecondsADay);
}
