import type { FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';
import type { Config } from '#server/config/config.ts';
import { visitorOf as addressOf } from '#server/generations/visitor-of.ts';
import { dayOf } from '#server/generations/ledger/clock.ts';
import { createSecret, workspaceIdOf } from '#server/workspaces/secret.ts';
import type { Secret } from '#server/workspaces/secret.ts';
import { sharedWorkspace } from '#server/workspaces/workspace-store.ts';
import type { WorkspaceStore } from '#server/workspaces/workspace-store.ts';

import {
  clearWorkspaceCookie,
  readWorkspaceCookie,
  setWorkspaceCookie,
  workspaceCookieOf,
} from './workspace-cookie.ts';
import type { WorkspaceCookie } from './workspace-cookie.ts';

/** Nothing is ever saved here, so a visitor without a workspace is answered as one who asks for what is not there. */
const emptyId = '';
const keptVisitors = 1000;

/** Whose links a request is about. */
export type Workspaces = {
  readonly kind: Config['workspace'];
  /** The id of the workspace that the request may see and change. */
  of(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /** Saves in it as the address of the request: a visitor without a workspace, or whose own has ended, is given one. */
  save<T>(request: FastifyRequest, reply: FastifyReply, work: Save<T>): Promise<T>;
  /** The id that the cookie stands for, whether or not there is such a workspace. */
  idOf(request: FastifyRequest): string | null;
  /** The secret of a workspace that exists. */
  secretOf(request: FastifyRequest): Promise<Secret | null>;
  /** Lets the browser keep this secret from now on. Throws 'recovery-code-unknown' where it opens nothing. */
  open(request: FastifyRequest, reply: FastifyReply, secret: Secret): Promise<string>;
  forget(request: FastifyRequest, reply: FastifyReply): void;
};

type Save<T> = (workspace: string, address: string) => Promise<T>;

type Visitor = WorkspaceCookie & { readonly workspace: string };

/** One list for everybody, or for each visitor their own, by a cookie. */
export function createWorkspaces(kind: Config['workspace'], store: WorkspaceStore): Workspaces {
  const isShared = kind === 'shared';
  const visitorOf = createVisitorReader();

  /**
   * Once a day is enough to keep a cookie and its workspace alive, and an answer that comes late brings no left
   * workspace back. On the same day it is not asked whether there is one: where there is none, nothing is found, and
   * nothing is saved.
   */
  async function known(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    if (isShared) return sharedWorkspace;
    const visitor = visitorOf(request);
    if (visitor === null) return null;
    if (visitor.day === today()) return visitor.workspace;
    if (!(await store.use(visitor.workspace))) return null;
    return remember(request, reply, visitor.secret);
  }

  async function make(request: FastifyRequest, reply: FastifyReply, address: string): Promise<string> {
    const secret = createSecret();
    await store.make(workspaceIdOf(secret), address);
    return remember(request, reply, secret);
  }

  return {
    kind,
    of: async (request, reply) => (await known(request, reply)) ?? emptyId,
    async save(request, reply, work) {
      const address = addressOf(request.ip);
      const workspace = await known(request, reply);
      if (workspace === null) return work(await make(request, reply, address), address);
      try {
        return await work(workspace, address);
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== 'workspace-deleted') throw error;
        return work(await make(request, reply, address), address);
      }
    },
    idOf: (request) => (isShared ? sharedWorkspace : (visitorOf(request)?.workspace ?? null)),
    async secretOf(request) {
      const visitor = isShared ? null : visitorOf(request);
      return visitor !== null && (await store.use(visitor.workspace)) ? visitor.secret : null;
    },
    async open(request, reply, secret) {
      if (!(await store.use(workspaceIdOf(secret)))) throw new ProblemError('recovery-code-unknown');
      return remember(request, reply, secret);
    },
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
  return dayOf(Date.now());
}
