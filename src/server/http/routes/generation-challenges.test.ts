import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { challengeSchema } from '#contract/visitor.ts';
import { testCall } from '#core/generation/test-job.ts';
import type { ModelPiece } from '#core/generation/generation-client.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import { createProofOfWork } from '#server/proof-of-work/proof-of-work.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';

const reply = 'VERSION: SAFE\nOne two three.';
async function* say(): AsyncGenerator<ModelPiece> {
  yield await Promise.resolve({ type: 'text', text: reply } as const);
}

const model: ChatModel = {
  write: (_request, { take }) => testCall(say(), take),
};

const littleWork = { rounds: 10, tries: { min: 10, max: 20 } };

let app: FastifyInstance;
let linkIds: string[];
beforeEach(async () => {
  const proofOfWork = createProofOfWork('a secret of sixteen', littleWork);
  const opened = await openTestApp({ proofOfWork, model });
  ({ app } = opened);
  const { id } = await opened.links.create('shared', { url: 'https://a.example/', description: 'boots' });
  linkIds = [id];
});
afterEach(() => app.close());

function generate(headers: Readonly<Record<string, string>>, more: object = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/generations',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    payload: JSON.stringify({ content: 'One two three.', linkIds, ...more }),
  });
}

async function workForProof(): Promise<string> {
  const answer = await app.inject('/api/challenge');
  expect(answer.headers['cache-control']).toBe('no-store');
  const challenge = challengeSchema.parse(answer.json());
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

test('a generation by the model costs a proof of work, and each proof is valid once', async () => {
  expect((await problemOf(generate({}))).slice(0, 2)).toEqual([403, 'proof-required']);
  expect((await problemOf(generate({ altcha: 'made up' }))).slice(0, 2)).toEqual([403, 'proof-invalid']);
  const altcha = await workForProof();
  expect((await generate({ altcha })).statusCode).toBe(200);
  expect((await problemOf(generate({ altcha }))).slice(0, 2)).toEqual([403, 'proof-invalid']);
});

test('a repeated request needs no further proof', async () => {
  const headers = { altcha: await workForProof(), 'idempotency-key': 'click-of-a-visitor' };
  const first = await generate(headers);
  expect(first.statusCode).toBe(200);
  expect((await generate(headers)).json()).toEqual(first.json());
});

test('the built-in writer costs nothing and needs no proof', async () => {
  expect((await generate({}, { writer: 'built-in' })).statusCode).toBe(200);
});

test('without proof of work there is no challenge', async () => {
  const other = await openTestApp();
  expect((await other.app.inject('/api/challenge')).statusCode).toBe(404);
  await other.app.close();
});
