import { assert, constantFrom, integer, property, string, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';

import { sealOutcome, openOutcome, repeatOrder } from './idempotency-key.ts';

test('an outcome that was stored in another form counts as lost, so that the next request starts anew', async () => {
  const text = 'an idempotency key';
  const old = Buffer.from(JSON.stringify({ type: 'result', generation: { text: 'A' } }));
  const find = async () => ({ state: 'done', record: sealOutcome(old, text) }) as const;
  const key = { text, keyHash: '', bodyHash: '' };
  await expect(repeatOrder({ find }, key, new AbortController().signal)).rejects.toMatchObject({
    code: 'generation-interrupted',
  });
});

const keys = string({ minLength: 8, maxLength: 200 });

test('the key decrypts an outcome unchanged', () => {
  assert(
    property(uint8Array({ maxLength: 5000 }), keys, (outcome, key) => {
      const opened = openOutcome(sealOutcome(outcome, key), key);
      expect(opened === null ? null : new Uint8Array(opened)).toEqual(outcome);
    }),
  );
});

test('another key decrypts nothing', () => {
  assert(
    property(uint8Array(), keys, keys, (outcome, key, other) => {
      if (key !== other) expect(openOutcome(sealOutcome(outcome, key), other)).toBeNull();
    }),
  );
});

test('an outcome with a changed bit, or one that was cut, is not decrypted', () => {
  assert(
    property(
      uint8Array({ minLength: 1 }),
      keys,
      integer({ min: 0 }),
      constantFrom(1, 2, 4, 8, 16, 32, 64, 128),
      (outcome, key, position, bit) => {
        const sealed = Uint8Array.from(sealOutcome(outcome, key));
        const place = position % sealed.length;
        expect(openOutcome(sealed.subarray(0, place), key)).toBeNull();
        sealed[place] = (sealed[place] ?? 0) ^ bit;
        expect(openOutcome(sealed, key)).toBeNull();
      },
    ),
  );
});

test('the same outcome is encrypted differently each time, and its content is not visible', () => {
  const outcome = new TextEncoder().encode('The tent is worth its price. '.repeat(20));
  const [first, second] = [
    sealOutcome(outcome, 'one-and-the-same'),
    sealOutcome(outcome, 'one-and-the-same'),
  ];
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(false);
  expect(Buffer.from(first).toString('latin1')).not.toContain('tent');
});
