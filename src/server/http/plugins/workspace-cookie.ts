import { readSecret, writeSecret, type Secret } from '#server/workspaces/secret.ts';

import { cameByTls, isOnLoopback, type RequestTransport } from './transport.ts';

const secureName = '__Host-workspace';
/** 400 days, in seconds. Browsers keep no cookie longer. */
const lifetime = 34_560_000;

/** The secret of a workspace, and the day (days since 1970) on which the browser received it. */
export type WorkspaceCookie = { readonly secret: Secret; readonly day: number };

/** Returns the value of the workspace cookie of a request, or null. */
export function workspaceCookieOf(request: RequestTransport): string | null {
  return cookieOf(request.headers.cookie, cookieNameFor(request));
}

/** Returns null for a value that this server cannot have written. */
export function readWorkspaceCookie(value: string): WorkspaceCookie | null {
  const [, text, day] = /^([\w-]{43})\.(\d{1,6})$/.exec(value) ?? [];
  const secret = text === undefined ? null : readSecret(text);
  return secret === null ? null : { secret, day: Number(day) };
}

/** Returns a `Set-Cookie` value that makes the browser keep the secret for 400 days. */
export function setWorkspaceCookie(request: RequestTransport, { secret, day }: WorkspaceCookie): string {
  return setCookie(request, `${writeSecret(secret)}.${day}`, lifetime);
}

/** Returns a `Set-Cookie` value that makes the browser delete the secret. */
export function clearWorkspaceCookie(request: RequestTransport): string {
  return setCookie(request, '', 0);
}

/** Returns the value of a cookie in a `Cookie` header. Null if it is missing, or if it is there twice: one is forged. */
export function cookieOf(header: string | undefined, name: string): string | null {
  const start = `${name}=`;
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  const [value] = values;
  return value === undefined || values.length > 1 ? null : value.slice(start.length);
}

function setCookie(request: RequestTransport, value: string, maxAge: number): string {
  const name = cookieNameFor(request);
  const secure = name === secureName ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** Cookies ignore ports. Without the port in its name, one local server would overwrite the cookie of another. */
function cookieNameFor(request: RequestTransport): string {
  if (isSecure(request)) return secureName;
  const [, port = '80'] = /:(\d{1,5})$/.exec(request.headers.host ?? '') ?? [];
  return `workspace-${port}`;
}

/** Browsers send a cookie named `__Host-` only by https. */
function isSecure(request: RequestTransport): boolean {
  if (cameByTls(request)) return true;
  return !isOnLoopback(request) && cookieOf(request.headers.cookie, secureName) !== null;
}
