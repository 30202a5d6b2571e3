import { hash, randomBytes } from 'node:crypto';

import { ProblemError } from '#core/errors/problem-messages.ts';

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
