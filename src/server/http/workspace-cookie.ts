import type { IncomingHttpHeaders } from 'node:http';

import { hostNameOf } from '#server/config/allowed-hosts.ts';
import { readSecret, writeSecret } from '#server/workspace/secret.ts';
import type { Secret } from '#server/workspace/secret.ts';

import { cookieOf } from './cookies.ts';

const secureName = '__Host-workspace';
/** 400 days, in seconds: the longest that browsers keep a cookie. */
const lifetime = 34_560_000;
const loopbackName = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The secret that a request brings, and the day on which the browser was given it. */
export type WorkspaceCookie = { readonly secret: Secret; readonly day: number };

/** The value of the cookie that opens a workspace here. Null where there is none. */
export function workspaceCookieOf(headers: IncomingHttpHeaders): string | null {
  return cookieOf(headers.cookie, cookieNameFor(headers));
}

/** Null for whatever this server cannot have written. */
export function readWorkspaceCookie(value: string): WorkspaceCookie | null {
  const [, text, day] = /^([\w-]{43})\.(\d{1,6})$/.exec(value) ?? [];
  const secret = text === undefined ? null : readSecret(text);
  return secret === null ? null : { secret, day: Number(day) };
}

/** What to answer with so that the browser keeps the secret for 400 days. */
export function setWorkspaceCookie(headers: IncomingHttpHeaders, { secret, day }: WorkspaceCookie): string {
  return cookie(headers, `${writeSecret(secret)}.${day}`, lifetime);
}

/** What to answer with so that the browser forgets the secret. */
export function clearWorkspaceCookie(headers: IncomingHttpHeaders): string {
  return cookie(headers, '', 0);
}

function cookie(headers: IncomingHttpHeaders, value: string, maxAge: number): string {
  const name = cookieNameFor(headers);
  const secure = name === secureName ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** Cookies know no ports: without the port in its name, one local server would overwrite the cookie of another. */
function cookieNameFor(headers: IncomingHttpHeaders): string {
  if (isSecure(headers)) return secureName;
  const [, port = '80'] = /:(\d{1,5})$/.exec(headers.host ?? '') ?? [];
  return `workspace-${port}`;
}

/**
 * Behind a proxy that ends TLS the browser alone says so: it sends `Sec-Fetch-Site` to https and loopback only, an
 * older one `Origin` with changes, and a cookie named `__Host-` comes by https or not at all.
 */
function isSecure(headers: IncomingHttpHeaders): boolean {
  if (loopbackName.test(hostNameOf(headers.host ?? ''))) return false;
  if (headers['sec-fetch-site'] !== undefined) return true;
  return headers.origin?.startsWith('https://') === true || cookieOf(headers.cookie, secureName) !== null;
}
