import { beforeEach, expect, test } from 'vitest';

import type { Challenge, Proof } from '#contract/visitor.ts';
import { apiError } from '#web/api/send.ts';

import { createProofs } from './proofs.ts';

const signal = new AbortController().signal;
let clock: number;
let asked: number;
let timeout: AbortController;
let solvers: { resolve(proof: Proof): void; reject(reason: unknown): void }[];
let proofs: ReturnType<typeof createProofs>;
beforeEach(() => {
  clock = 0;
  timeout = new AbortController();
  asked = 0;
  solvers = [];
  proofs = createProofs({
    now: () => clock,
    timeout: () => timeout.signal,
    ask: async () => {
      asked += 1;
      return challengeOf(`${asked}`);
    },
    solve: () => new Promise((resolve, reject) => solvers.push({ resolve, reject })),
  });
});

function challengeOf(signature: string): Challenge {
  const algorithm = 'PBKDF2/SHA-256';
  const parameters = {
    nonce: '',
    salt: '',
    cost: 1,
    keyLength: 32,
    keyPrefix: '',
    keySignature: '',
    expiresAt: 0,
  };
  return { parameters: { algorithm, ...parameters }, signature };
}

function proofOf(signature: string): Proof {
  return { challenge: challengeOf(signature), solution: { counter: 1, derivedKey: '00' } };
}

const readHeader = (header: string): Proof => JSON.parse(atob(header));

test('a prepared proof is returned at once, and only once', async () => {
  proofs.prepare();
  proofs.prepare();
  await expect.poll(() => solvers.length).toBe(1);
  solvers[0]?.resolve(proofOf('1'));
  expect(readHeader(await proofs.take(signal))).toEqual(proofOf('1'));
  const next = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(2);
  solvers[1]?.resolve(proofOf('2'));
  expect(readHeader(await next)).toEqual(proofOf('2'));
});

test('an early caller waits for the proof', async () => {
  const header = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(1);
  solvers[0]?.resolve(proofOf('1'));
  expect(readHeader(await header)).toEqual(proofOf('1'));
});

test('an old proof is not used, and another is made', async () => {
  proofs.prepare();
  await expect.poll(() => solvers.length).toBe(1);
  solvers[0]?.resolve(proofOf('1'));
  clock = 480_000;
  proofs.prepare();
  await expect.poll(() => solvers.length).toBe(2);
  solvers[1]?.resolve(proofOf('2'));
  expect(readHeader(await proofs.take(signal))).toEqual(proofOf('2'));
});

test('a caller that stops does not wait, and the work goes on for the next one', async () => {
  const controller = new AbortController();
  const stopped = proofs.take(controller.signal);
  await expect.poll(() => solvers.length).toBe(1);
  controller.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  solvers[0]?.resolve(proofOf('1'));
  expect(readHeader(await proofs.take(signal))).toEqual(proofOf('1'));
});

test('work that takes too long is ended, and starts again for the next caller', async () => {
  const waiting = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(1);
  timeout.abort(new DOMException('Too long.', 'TimeoutError'));
  await expect(waiting).rejects.toMatchObject({ code: 'proof-required' });
  timeout = new AbortController();
  const header = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(2);
  solvers[1]?.resolve(proofOf('2'));
  expect(readHeader(await header)).toEqual(proofOf('2'));
});

test('a failed worker is a missing proof, a failed request keeps its message, and both can be tried again', async () => {
  const failed = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(1);
  solvers[0]?.reject(new Error('no worker'));
  await expect(failed).rejects.toMatchObject({
    code: 'proof-required',
    message: expect.stringMatching(/has not finished/),
  });
  const away = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(2);
  solvers[1]?.reject(apiError('network-failed'));
  await expect(away).rejects.toMatchObject({ code: 'network-failed' });
  const header = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(3);
  solvers[2]?.resolve(proofOf('3'));
  expect(readHeader(await header)).toEqual(proofOf('3'));
});
