import { readSecret, writeSecret } from '#server/workspaces/secret.ts';
import type { Secret } from '#server/workspaces/secret.ts';

import { cameByTls, isOnLoopback } from './came-by-tls.ts';
import type { Asking } from './came-by-tls.ts';
import { cookieOf } from './cookies.ts';

const secureName = '__Host-workspace';
/** 400 days, in seconds: the longest that browsers keep a cookie. */
const lifetime = 34_560_000;

/** The secret that a request brings, and the day on which the browser was given it. */
export type WorkspaceCookie = { readonly secret: Secret; readonly day: number };

/** The value of the cookie that opens a workspace here. Null where there is none. */
export function workspaceCookieOf(asking: Asking): string | null {
  return cookieOf(asking.headers.cookie, cookieNameFor(asking));
}

/** Null for whatever this server cannot have written. */
export function readWorkspaceCookie(value: string): WorkspaceCookie | null {
  const [, text, day] = /^([\w-]{43})\.(\d{1,6})$/.exec(value) ?? [];
  const secret = text === undefined ? null : readSecret(text);
  return secret === null ? null : { secret, day: Number(day) };
}

/** What to answer with so that the browser keeps the secret for 400 days. */
export function setWorkspaceCookie(asking: Asking, { secret, day }: WorkspaceCookie): string {
  return cookie(asking, `${writeSecret(secret)}.${day}`, lifetime);
}

/** What to answer with so that the browser forgets the secret. */
export function clearWorkspaceCookie(asking: Asking): string {
  return cookie(asking, '', 0);
}

function cookie(asking: Asking, value: string, maxAge: number): string {
  const name = cookieNameFor(asking);
  const secure = name === secureName ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** Cookies know no ports: without the port in its name, one local server would overwrite the cookie of another. */
function cookieNameFor(asking: Asking): string {
  if (isSecure(asking)) return secureName;
  const [, port = '80'] = /:(\d{1,5})$/.exec(asking.headers.host ?? '') ?? [];
  return `workspace-${port}`;
}

/** A cookie named `__Host-` comes by https or not at all. */
function isSecure(asking: Asking): boolean {
  if (cameByTls(asking)) return true;
  return !isOnLoopback(asking) && cookieOf(asking.headers.cookie, secureName) !== null;
}
