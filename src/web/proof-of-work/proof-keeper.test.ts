import { beforeEach, expect, test } from 'vitest';

import type { Challenge, Proof } from '#contract/challenge.ts';
import { apiError } from '#web/api/api-error.ts';

import { createProofKeeper } from './proof-keeper.ts';

const signal = new AbortController().signal;
let clock: number;
let asked: number;
let patience: AbortController;
let solvers: { resolve(proof: Proof): void; reject(reason: unknown): void }[];
let proofs: ReturnType<typeof createProofKeeper>;
beforeEach(() => {
  clock = 0;
  patience = new AbortController();
  asked = 0;
  solvers = [];
  proofs = createProofKeeper({
    now: () => clock,
    patience: () => patience.signal,
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

test('what was prepared is there at once, and is given once', async () => {
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

test('who comes too early waits', async () => {
  const header = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(1);
  solvers[0]?.resolve(proofOf('1'));
  expect(readHeader(await header)).toEqual(proofOf('1'));
});

test('a proof that has lain too long is not shown; another is made', async () => {
  proofs.prepare();
  await expect.poll(() => solvers.length).toBe(1);
  solvers[0]?.resolve(proofOf('1'));
  clock = 480_000;
  proofs.prepare();
  await expect.poll(() => solvers.length).toBe(2);
  solvers[1]?.resolve(proofOf('2'));
  expect(readHeader(await proofs.take(signal))).toEqual(proofOf('2'));
});

test('who stops does not wait, and the work goes on for the next', async () => {
  const controller = new AbortController();
  const stopped = proofs.take(controller.signal);
  await expect.poll(() => solvers.length).toBe(1);
  controller.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  solvers[0]?.resolve(proofOf('1'));
  expect(readHeader(await proofs.take(signal))).toEqual(proofOf('1'));
});

test('work that never ends is given up, and begins anew for the next', async () => {
  const waiting = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(1);
  patience.abort(new DOMException('Too long.', 'TimeoutError'));
  await expect(waiting).rejects.toMatchObject({ code: 'proof-required' });
  patience = new AbortController();
  const header = proofs.take(signal);
  await expect.poll(() => solvers.length).toBe(2);
  solvers[1]?.resolve(proofOf('2'));
  expect(readHeader(await header)).toEqual(proofOf('2'));
});

test('a worker that fails is told as an unfinished check, a server that fails in its own words; then it begins anew', async () => {
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
