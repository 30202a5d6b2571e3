import { hash, randomBytes } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Config } from '#server/config/config.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';
import { sharedWorkspace, type WorkspaceStore } from '#server/workspaces/workspace-store.ts';

import { countedVisitor } from './identities.ts';
import { cameByTls, isOnLoopback, type RequestTransport } from './security.ts';

/** The id for visitors without a workspace. It has no links, and nothing is ever saved in it. */
const emptyId = '';

export type Workspaces = ReturnType<typeof createWorkspaces>;

/**
 * `kind` is 'shared' for one list for everybody, or 'own' for a list per visitor, found by the identity of the request or
 * by a cookie.
 */
export function createWorkspaces(kind: Config['workspace'], store: WorkspaceStore) {
  const isShared = kind === 'shared';
  const find = isShared
    ? async () => sharedWorkspace
    : (request: FastifyRequest, reply: FastifyReply) => findOwn(store, request, reply);
  const idOf = (request: FastifyRequest) => (isShared ? sharedWorkspace : idOfOwn(request));
  return {
    kind,
    /** Returns who opens the workspace of the request: its cookie, its identity, or everybody. */
    kindOf: ({ identity }: FastifyRequest) => (isShared || identity === null ? kind : 'user'),
    /** Returns the id of the workspace that the request may read and change. */
    of: async (request: FastifyRequest, reply: FastifyReply) => (await find(request, reply)) ?? emptyId,
    /**
     * Calls `work` with the workspace and the visitor whom quotas count, or null. Makes a workspace if there is none, and
     * keeps it only if something was saved in it.
     */
    async save<T>(request: FastifyRequest, reply: FastifyReply, work: Save<T>): Promise<T> {
      const workspace = await find(request, reply);
      try {
        if (workspace !== null) return await work(workspace, countedVisitor(request));
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== 'workspace-deleted') throw error;
      }
      return saveInNew(store, request, reply, work);
    },
    /** Returns the id that belongs to the identity or the cookie, even if there is no such workspace. */
    idOf,
    /** Returns whether the workspace of the request exists. */
    async exists(request: FastifyRequest): Promise<boolean> {
      const id = idOf(request);
      return isShared || (id !== null && (await store.use(id)));
    },
    /** Returns the secret of the visitor's workspace. Null: it does not exist, or an identity opens it. */
    async secretOf(request: FastifyRequest): Promise<Secret | null> {
      const visitor = isShared || request.identity !== null ? null : ownerOf(request);
      return visitor !== null && (await store.use(visitor.workspace)) ? visitor.secret : null;
    },
    /** Makes the browser keep this secret, and returns the id. Throws 'recovery-code-unknown'. */
    async open(request: FastifyRequest, reply: FastifyReply, secret: Secret): Promise<string> {
      if (!(await store.use(workspaceIdOf(secret)))) throw new ProblemError('recovery-code-unknown');
      return keepSecret(request, reply, secret);
    },
    forget(request: FastifyRequest, reply: FastifyReply): void {
      reply.header('set-cookie', clearWorkspaceCookie(request));
    },
  };
}

/**
 * Returns the id of the visitor's workspace, or null. Renews the cookie and the expiry only once a day, so that a late
 * answer hardly ever restores an old cookie. Later calls of the day do not check whether the workspace of a cookie exists:
 * if it does not, reads find nothing and saves fail.
 */
async function findOwn(
  store: WorkspaceStore,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const { identity } = request;
  if (identity !== null) return (await store.use(identity.workspace)) ? identity.workspace : null;
  const visitor = ownerOf(request);
  if (visitor === null) return null;
  if (visitor.day === today()) return visitor.workspace;
  return (await store.use(visitor.workspace)) ? keepSecret(request, reply, visitor.secret) : null;
}

type Save<T> = (workspace: string, visitor: string | null) => Promise<T>;

async function saveInNew<T>(
  store: WorkspaceStore,
  request: FastifyRequest,
  reply: FastifyReply,
  work: Save<T>,
): Promise<T> {
  const { identity } = request;
  const visitor = countedVisitor(request);
  const secret = createSecret();
  const id = identity?.workspace ?? workspaceIdOf(secret);
  await store.make(id, visitor);
  if (identity !== null) return work(id, visitor);
  try {
    return await work(id, visitor);
  } finally {
    // If the database cannot tell, the link may be there: then the browser keeps the secret.
    const isUnused = await store.unmake(id, visitor).catch(() => false);
    if (!isUnused) keepSecret(request, reply, secret);
  }
}

/** The secret of a workspace, and the day (days since 1970) on which the browser received it. */
type WorkspaceCookie = { readonly secret: Secret; readonly day: number };

function idOfOwn(request: FastifyRequest): string | null {
  return (request.identity ?? ownerOf(request))?.workspace ?? null;
}

function ownerOf(request: FastifyRequest) {
  const cookie = readWorkspaceCookie(request);
  return cookie && { ...cookie, workspace: workspaceIdOf(cookie.secret) };
}

/** Makes the browser keep this secret, and returns the id of its workspace. */
function keepSecret(request: FastifyRequest, reply: FastifyReply, secret: Secret): string {
  reply.header('set-cookie', setWorkspaceCookie(request, { secret, day: today() }));
  return workspaceIdOf(secret);
}

function today(): number {
  return dayOf(Date.now());
}

const secureName = '__Host-workspace';
/** 400 days, in seconds. Browsers keep no cookie longer. */
const lifetime = 34_560_000;

/** Returns null without a cookie that this server can have written. */
export function readWorkspaceCookie(request: RequestTransport): WorkspaceCookie | null {
  const value = cookieOf(request.headers.cookie, cookieNameFor(request)) ?? '';
  const [, text = '', day] = /^([\w-]{43})\.(\d{1,6})$/.exec(value) ?? [];
  const secret = readSecret(text);
  return secret === null ? null : { secret, day: Number(day) };
}

/** Returns a `Set-Cookie` value that makes the browser keep the secret for 400 days. */
export function setWorkspaceCookie(request: RequestTransport, { secret, day }: WorkspaceCookie): string {
  return writeCookie(request, `${writeSecret(secret)}.${day}`, lifetime);
}

export function clearWorkspaceCookie(request: RequestTransport): string {
  return writeCookie(request, '', 0);
}

/** Returns the value of a cookie; null if it is missing, or there twice, because then one of them is forged. */
export function cookieOf(header: string | undefined, name: string): string | null {
  const start = `${name}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const [found, ...others] = pairs.filter((pair) => pair.startsWith(start));
  return found === undefined || others.length > 0 ? null : found.slice(start.length);
}

function writeCookie(request: RequestTransport, value: string, maxAge: number): string {
  const name = cookieNameFor(request);
  const secure = name === secureName ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns the name of the cookie. Browsers accept a name that begins with `__Host-` only by https. */
function cookieNameFor(request: RequestTransport): string {
  const { cookie, host = '' } = request.headers;
  if (cameByTls(request) || (!isOnLoopback(request) && cookieOf(cookie, secureName) !== null))
    return secureName;
  // Cookies ignore ports. Without the port in its name, one local server would overwrite the cookie of another.
  const [, port = '80'] = /:(\d{1,5})$/.exec(host) ?? [];
  return `workspace-${port}`;
}

const secretLength = 32;

/** 32 random bytes that open a workspace. Only the visitor keeps them. */
export type Secret = Buffer;

export function createSecret(): Secret {
  return randomBytes(secretLength);
}

/** Returns 43 characters of base64url, for a cookie. */
export function writeSecret(secret: Secret): string {
  return secret.toString('base64url');
}

/** Returns null for any text that `writeSecret` cannot have written. */
export function readSecret(text: string): Secret | null {
  const secret = Buffer.from(text, 'base64url');
  return secret.length === secretLength && writeSecret(secret) === text ? secret : null;
}

/** Returns the id of a workspace in the database. The secret cannot be computed from it. */
export function workspaceIdOf(secret: Secret): string {
  return hash('sha256', secret, 'base64url');
}

/** Crockford's base32: no I, L and O, which are misread, and no U, so that fewer codes contain words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** In bytes. */
const checksumLength = 3;
/** In letters of 5 bits: the secret and the checksum have 35 bytes. */
const codeLength = 56;
const codePattern = new RegExp(`^[${alphabet}]{${codeLength}}$`);

/** Returns the secret as 14 groups of 4 letters. */
export function writeRecoveryCode(secret: Secret): string {
  const letters = encode(Buffer.concat([secret, checksumOf(secret)]));
  return letters.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** Ignores case, spaces, dashes and look-alike letters. Throws 'recovery-code-invalid' for any other fault. */
export function readRecoveryCode(text: string): Secret {
  const letters = text
    .toUpperCase()
    .replaceAll(/[\s\p{Dash_Punctuation}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (!codePattern.test(letters)) throw new ProblemError('recovery-code-invalid');
  const bytes = decode(letters);
  const secret = bytes.subarray(0, secretLength);
  if (!bytes.subarray(secretLength).equals(checksumOf(secret)))
    throw new ProblemError('recovery-code-invalid');
  return secret;
}

function checksumOf(secret: Secret): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from('recovery code '), secret]), 'buffer').subarray(
    0,
    checksumLength,
  );
}

function encode(bytes: Buffer): string {
  const digits = BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(codeLength, '0');
  return digits.replaceAll(/./g, (digit) => alphabet.charAt(Number.parseInt(digit, 32)));
}

function decode(letters: string): Buffer {
  let value = 0n;
  for (const letter of letters) value = value * 32n + BigInt(alphabet.indexOf(letter));
  return Buffer.from(value.toString(16).padStart((secretLength + checksumLength) * 2, '0'), 'hex');
}
