import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { createSecret, readSecret, workspaceIdOf, writeSecret } from './secret.ts';

test('a secret has 32 bytes, is new each time, and can be written and read', () => {
  const secret = createSecret();
  expect(secret).toHaveLength(32);
  expect(createSecret()).not.toEqual(secret);
  expect(writeSecret(secret)).toMatch(/^[\w-]{43}$/);
  expect(readSecret(writeSecret(secret))).toEqual(secret);
});

test('the id is the SHA-256 of the secret', () => {
  const secret = createSecret();
  expect(workspaceIdOf(secret)).toBe(createHash('sha256').update(secret).digest('base64url'));
  expect(workspaceIdOf(secret)).not.toBe(writeSecret(secret));
});

test.each([
  '',
  'A',
  'A'.repeat(42),
  'A'.repeat(44),
  `${'A'.repeat(42)}B`,
  `${'A'.repeat(42)}=`,
  `${'A'.repeat(42)}+`,
  ` ${'A'.repeat(43)}`,
  `"${'A'.repeat(43)}"`,
  'A'.repeat(10_000),
])('%j is no secret', (text) => expect(readSecret(text)).toBeNull());
