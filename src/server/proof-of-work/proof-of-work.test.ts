import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Challenge, Proof } from '#contract/visitor.ts';

import { createProofOfWork, createUsedProofs } from './proof-of-work.ts';

const littleWork = { rounds: 10, tries: { min: 10, max: 20 } };
const server = createProofOfWork('a secret of sixteen', littleWork);
let challenge: Challenge;
let proof: Proof;
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  challenge = await server.challenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('There was no time for a solution.');
  proof = { challenge, solution };
});

const headerOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const invalid = { code: 'proof-invalid' };

test('the usual work takes thousands of tries, and its proof is accepted', async () => {
  const usual = createProofOfWork('a secret of sixteen');
  const given = await usual.challenge();
  const solution = await solveChallenge({ challenge: given, deriveKey });
  expect(solution?.counter).toBeGreaterThanOrEqual(1000);
  await expect(usual.take(headerOf({ challenge: given, solution }))).resolves.toBeUndefined();
});

test('a proof is accepted once', async () => {
  await expect(server.take(headerOf(proof))).resolves.toBeUndefined();
  await expect(server.take(headerOf(proof))).rejects.toMatchObject(invalid);
  await expect(server.take(headerOf({ ...proof, more: 1 }))).rejects.toMatchObject(invalid);
});

test('of a hundred requests with the same proof, one is accepted', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => server.take(headerOf(proof))));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('servers with the same secret accept each other’s proofs, others do not', async () => {
  await expect(createProofOfWork('another secret..', littleWork).take(headerOf(proof))).rejects.toMatchObject(
    invalid,
  );
  await expect(
    createProofOfWork('a secret of sixteen', littleWork).take(headerOf(proof)),
  ).resolves.toBeUndefined();
});

test('work that was not done, or was made easier, is refused', async () => {
  const { solution } = proof;
  const { parameters } = challenge;
  for (const made of [
    { challenge, solution: { ...solution, counter: solution.counter + 1, derivedKey: '00'.repeat(32) } },
    { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
    {
      challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 } },
      solution,
    },
    { challenge: { ...challenge, signature: '' }, solution },
    { challenge },
    [],
    null,
  ])
    await expect(server.take(headerOf(made))).rejects.toMatchObject(invalid);
  await expect(server.take(headerOf(proof))).resolves.toBeUndefined();
});

test('a missing proof has its own code, and any other bytes are refused', async () => {
  for (const header of [undefined, ''])
    await expect(server.take(header)).rejects.toMatchObject({ code: 'proof-required' });
  for (const header of ['x', '{}', 'e30=', 'A'.repeat(5000), '%%%'])
    await expect(server.take(header)).rejects.toMatchObject(invalid);
});

test('a proof expires', async () => {
  vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
  await expect(server.take(headerOf(proof))).rejects.toMatchObject(invalid);
});

test('used proofs are forgotten when they expire, and their number is limited', () => {
  const now = Math.floor(Date.now() / 1000);
  const take = createUsedProofs(3);
  expect(['a', 'b', 'c', 'a'].map((name) => take(name, now + 600))).toEqual([true, true, true, false]);
  expect(take('d', now + 600)).toBe(true);
  vi.useFakeTimers({ now: (now + 601) * 1000, toFake: ['Date'] });
  expect(take('d', now + 600)).toBe(true);
});
