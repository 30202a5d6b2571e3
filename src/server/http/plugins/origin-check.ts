import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';
import { hostNameOf } from '#server/config/allowed-hosts.ts';

import { safeMethods } from './methods.ts';

const loggedHostsLimit = 20;

/** Refuses requests for other host names (DNS rebinding), and changes that a page of another site requests. */
export function checkOrigins(app: FastifyInstance, allowedHosts: ReadonlySet<string>): void {
  const loggedHosts = new Set<string>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.isProbe === true) return done();
    const host = hostNameOf(request.headers.host ?? '');
    if (!allowedHosts.has(host)) {
      if (loggedHosts.size < loggedHostsLimit && !loggedHosts.has(host)) {
        loggedHosts.add(host);
        request.log.warn(
          { host },
          'Refused a request for this host. If it is yours, add it to ALLOWED_HOSTS.',
        );
      }
      return done(new ProblemError('host-refused'));
    }
    if (!safeMethods.has(request.method) && !isFromOwnPage(request))
      return done(new ProblemError('cross-site-refused'));
    done();
  });
}

/**
 * Browsers send Sec-Fetch-Site. Older browsers send at least Origin. Programs send neither, and they do not carry the
 * cookies of a visitor.
 */
function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
