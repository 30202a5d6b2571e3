import { hash, randomBytes } from 'node:crypto';

export const secretLength = 32;

/** What opens a workspace: 32 random bytes that only the visitor keeps. */
export type Secret = Buffer;

export function createSecret(): Secret {
  return randomBytes(secretLength);
}

/** Text for a cookie: 43 characters of base64url. */
export function writeSecret(secret: Secret): string {
  return secret.toString('base64url');
}

/** Null for everything that `writeSecret` cannot have written. */
export function readSecret(text: string): Secret | null {
  const secret = Buffer.from(text, 'base64url');
  return secret.length === secretLength && writeSecret(secret) === text ? secret : null;
}

/** The name under which the database keeps a workspace's rows. It opens nothing: nobody can reckon back from it. */
export function workspaceIdOf(secret: Secret): string {
  return hash('sha256', secret, 'base64url');
}
