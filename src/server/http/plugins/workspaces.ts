import type { FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';
import type { Config } from '#server/config/config.ts';
import { visitorOf as addressOf } from '#server/generations/ledger/visitors.ts';
import { dayOf } from '#server/generations/ledger/clock.ts';
import { createSecret, workspaceIdOf, type Secret } from '#server/workspaces/secret.ts';
import { sharedWorkspace, type WorkspaceStore } from '#server/workspaces/workspace-store.ts';

import {
  clearWorkspaceCookie,
  readWorkspaceCookie,
  setWorkspaceCookie,
  workspaceCookieOf,
  type WorkspaceCookie,
} from './workspace-cookie.ts';

/** The id for visitors without a workspace. It has no links, and nothing is ever saved in it. */
const emptyId = '';
const cachedVisitors = 1000;

/** Finds the workspace that a request is about. */
export type Workspaces = {
  readonly kind: Config['workspace'];
  /** Returns the id of the workspace that the request may read and change. */
  of(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /**
   * Calls `work` with the id of the workspace and the address of the visitor. Makes a workspace if the visitor has none,
   * or if theirs was deleted.
   */
  save<T>(request: FastifyRequest, reply: FastifyReply, work: Save<T>): Promise<T>;
  /** Returns the id that belongs to the cookie, even if there is no such workspace. */
  idOf(request: FastifyRequest): string | null;
  /** Returns the secret of the visitor's workspace, or null if it does not exist. */
  secretOf(request: FastifyRequest): Promise<Secret | null>;
  /** Makes the browser keep this secret, and returns the id. Throws 'recovery-code-unknown' if there is no workspace. */
  open(request: FastifyRequest, reply: FastifyReply, secret: Secret): Promise<string>;
  /** Makes the browser delete the secret. */
  forget(request: FastifyRequest, reply: FastifyReply): void;
};

type Save<T> = (workspace: string, address: string) => Promise<T>;

type Visitor = WorkspaceCookie & { readonly workspace: string };

/** `kind` is 'shared' for one list for everybody, or 'own' for a list per visitor, found by a cookie. */
export function createWorkspaces(kind: Config['workspace'], store: WorkspaceStore): Workspaces {
  const isShared = kind === 'shared';
  const visitorOf = createVisitorReader();

  /**
   * Renews the cookie and the expiry of its workspace once a day, so that a late answer does not set the cookie of a
   * workspace that was left. On the same day it does not check whether the workspace exists: if it does not, reads find
   * nothing and saves fail.
   */
  async function find(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    if (isShared) return sharedWorkspace;
    const visitor = visitorOf(request);
    if (visitor === null) return null;
    if (visitor.day === today()) return visitor.workspace;
    if (!(await store.use(visitor.workspace))) return null;
    return setCookie(request, reply, visitor.secret);
  }

  async function make(request: FastifyRequest, reply: FastifyReply, address: string): Promise<string> {
    const secret = createSecret();
    await store.make(workspaceIdOf(secret), address);
    return setCookie(request, reply, secret);
  }

  return {
    kind,
    of: async (request, reply) => (await find(request, reply)) ?? emptyId,
    async save(request, reply, work) {
      const address = addressOf(request.ip);
      const workspace = await find(request, reply);
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
      return setCookie(request, reply, secret);
    },
    forget: (request, reply) => {
      reply.header('set-cookie', clearWorkspaceCookie(request));
    },
  };
}

/** Caches visitors by cookie: checking and hashing a cookie costs more than all other checks of a request. */
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
    if (visitors.size >= cachedVisitors) visitors.clear();
    visitors.set(value, visitor);
    return visitor;
  };
}

function setCookie(request: FastifyRequest, reply: FastifyReply, secret: Secret): string {
  reply.header('set-cookie', setWorkspaceCookie(request, { secret, day: today() }));
  return workspaceIdOf(secret);
}

function today(): number {
  return dayOf(Date.now());
}
