import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  createSecret,
  readRecoveryCode,
  readSecret,
  workspaceIdOf,
  writeRecoveryCode,
  writeSecret,
} from './workspaces.ts';

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
])('%j is not a secret', (text) => expect(readSecret(text)).toBeNull());

const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

test('a code is 14 groups of 4 letters without look-alike letters', () => {
  expect(writeRecoveryCode(createSecret())).toMatch(/^[\dA-HJKMNP-TV-Z]{4}(-[\dA-HJKMNP-TV-Z]{4}){13}$/);
});

test('every secret can be read from its code, also with zeros at both ends', () => {
  fc.assert(fc.property(secrets, (secret) => readRecoveryCode(writeRecoveryCode(secret)).equals(secret)));
  for (const byte of [0, 255]) {
    const secret = Buffer.alloc(32, byte);
    expect(readRecoveryCode(writeRecoveryCode(secret))).toEqual(secret);
  }
});

test('the code of a secret never changes, because visitors have it on paper', () => {
  const secret = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
  expect(writeRecoveryCode(secret)).toMatchInlineSnapshot(
    `"000G-40R4-0M30-E209-185G-R38E-1W81-24GK-2GAH-C5RR-34D1-P70X-3RFH-DTTF"`,
  );
});

test('case, spaces, line breaks, dashes of any kind and look-alike letters do not matter', () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const sloppy = writeRecoveryCode(secret)
        .toLowerCase()
        .replace('-', '')
        .replace('-', ' – ')
        .replace('-', '\u00a0\n')
        .replaceAll('0', 'o')
        .replace('1', 'l')
        .replaceAll('1', 'I');
      expect(readRecoveryCode(`\t${sloppy} \r\n`)).toEqual(secret);
    }),
  );
});

test('each wrong letter and each swap of neighbours is found', () => {
  const code = writeRecoveryCode(createSecret()).replaceAll('-', '');
  for (let place = 0; place < code.length; place += 1) {
    for (const letter of letters) {
      if (letter === code[place]) continue;
      const typo = code.slice(0, place) + letter + code.slice(place + 1);
      expect(() => readRecoveryCode(typo)).toThrow('This is not a recovery code.');
    }
    const [one = '', two = ''] = code.slice(place, place + 2);
    if (one === two || two === '') continue;
    const swapped = code.slice(0, place) + two + one + code.slice(place + 2);
    expect(() => readRecoveryCode(swapped)).toThrow('This is not a recovery code.');
  }
});

test.each([
  '',
  '-',
  'U'.repeat(56),
  '0'.repeat(55),
  '0'.repeat(57),
  '0'.repeat(56),
  '０'.repeat(56),
  'ß'.repeat(28),
])('%j is no code', (text) => expect(() => readRecoveryCode(text)).toThrow('This is not a recovery code.'));
