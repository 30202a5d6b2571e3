import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Config } from '#server/config/config.ts';
import { visitorOf } from '#server/lib/visitors-and-days.ts';

import { valuesOf } from './security.ts';
import { createProxyTrust } from './trusted-proxies.ts';

/** Who sends a request, if it says so: a program with a token of the operator, or a user whom a proxy has signed in. */
type Identity = { readonly kind: 'token' | 'user'; readonly workspace: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: a visitor, whose cookie opens a workspace. */
    identity: Identity | null;
  }
}

/** Finds the identity of each request of the API. Refuses unknown tokens with 401 'token-unknown'. */
export function addIdentities(
  app: FastifyInstance,
  { apiTokens, authHeader, trustedProxies }: Pick<Config, 'apiTokens' | 'authHeader' | 'trustedProxies'>,
): void {
  const isTrusted = createProxyTrust(trustedProxies);
  app.decorateRequest('identity', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done();
    const token = apiTokens.length > 0 ? bearerOf(request.raw) : null;
    if (token !== null) {
      const name = nameOfToken(token, apiTokens);
      if (name === null) {
        reply.header('www-authenticate', 'Bearer');
        return done(new ProblemError('token-unknown'));
      }
      request.identity = { kind: 'token', workspace: workspaceOf('token', name) };
    } else if (authHeader !== null && isTrusted(request.raw.socket)) {
      const user = userOf(request.raw, authHeader);
      if (user !== null) request.identity = { kind: 'user', workspace: workspaceOf('user', user) };
    }
    done();
  });
}

/** Returns for whom the limits of visitors count a request: a user or an address. Null: they do not count it. */
export function countedVisitor({ identity, ip }: Pick<FastifyRequest, 'identity' | 'ip'>): string | null {
  if (identity === null) return visitorOf(ip);
  return identity.kind === 'token' ? null : identity.workspace;
}

/**
 * Returns the token of `Authorization: Bearer`, or null. Other schemes are for a proxy before the server. A token that is
 * missing is an unknown one: otherwise a program without its token would save as a new visitor again and again.
 */
function bearerOf({ headers }: IncomingMessage): string | null {
  const [, rest] = /^bearer(?=\s|$)(.*)$/i.exec(headers.authorization?.trim() ?? '') ?? [];
  return rest?.trim() ?? null;
}

/** Compares with all tokens, so that the time does not tell which one is similar. */
function nameOfToken(token: string, known: Config['apiTokens']): string | null {
  const given = hash('sha256', token, 'buffer');
  const compared = known.map(({ name, digest }) => (timingSafeEqual(digest, given) ? name : null));
  return compared.find((name) => name !== null) ?? null;
}

const longestUser = 200;

/** Throws for two headers: a proxy that adds its header to one of the visitor must not sign in anybody. */
function userOf({ rawHeaders }: IncomingMessage, header: string): string | null {
  const [user = '', ...others] = valuesOf(rawHeaders, header);
  if (others.length > 0 || user.length > longestUser) throw new ProblemError('request-invalid');
  return user === '' ? null : user;
}

/** Returns the id of the workspace of a name. An HMAC is never the hash of a secret, so no cookie opens it. */
function workspaceOf(kind: Identity['kind'], name: string): string {
  return createHmac('sha256', `linkweft workspace of a ${kind}`).update(name).digest('base64url');
}
