import { hash, randomBytes } from 'node:crypto';

export const secretLength = 32;

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
