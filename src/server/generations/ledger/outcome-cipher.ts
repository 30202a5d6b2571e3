import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const purpose = 'linkweft outcome 1';
const [saltLength, nonceLength, tagLength] = [16, 12, 16];
const headLength = saltLength + nonceLength + tagLength;

/** Encrypts what only those may read who know the key of the request: the database holds no more than its hash. */
export function sealOutcome(outcome: Uint8Array, idempotencyKey: string): Uint8Array {
  const salt = randomBytes(saltLength);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, deriveKey(idempotencyKey, salt), nonce);
  const body = Buffer.concat([cipher.update(outcome), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), body]);
}

/** Null where the key is another one, or a byte has changed. */
export function openOutcome(sealed: Uint8Array, idempotencyKey: string): Uint8Array | null {
  if (sealed.length < headLength) return null;
  const salt = sealed.subarray(0, saltLength);
  const nonce = sealed.subarray(saltLength, saltLength + nonceLength);
  const decipher = createDecipheriv(algorithm, deriveKey(idempotencyKey, salt), nonce, {
    authTagLength: tagLength,
  });
  decipher.setAuthTag(sealed.subarray(saltLength + nonceLength, headLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()]);
  } catch {
    return null;
  }
}

function deriveKey(idempotencyKey: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', idempotencyKey, salt, purpose, 32));
}
