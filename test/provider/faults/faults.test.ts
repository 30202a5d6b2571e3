import { connect } from 'node:net';

import { request } from 'undici';
import { expect, test } from 'vitest';

import type { FaultWay } from './fault.ts';
import { faults } from './faults.ts';
import { openFault } from './open-fault.ts';

const reply = 'VERSION: SAFE\nOne.\nVERSION: INTERESTING\nTwo.\nVERSION: CRAZY\nThree.\n';
const body = JSON.stringify({
  model: 'm',
  messages: [
    { role: 'system', content: 'a' },
    { role: 'user', content: 'b' },
  ],
});

async function open(name: string, way: FaultWay = 'streamed') {
  const fault = faults.find((entry) => entry.name === name);
  if (fault === undefined) throw new Error(`There is no fault of the name ${name}.`);
  return openFault(fault, way, reply);
}

/** Returns the code of undici's error for a call without an answer. */
async function codeOf(name: string): Promise<unknown> {
  const site = await open(name);
  const failure: unknown = await request(`${site.baseUrl}/chat/completions`, {
    method: 'POST',
  }).catch((error: unknown) => error);
  await site.close();
  if (!(failure instanceof Error)) throw new Error('The call was answered.');
  return 'code' in failure ? failure.code : failure.name;
}

test('there are 83 kinds of faults, one of them in three forms, and each has its own name', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(85);
  expect(faults).toHaveLength(85);
});

test.concurrent.each([
  ['DNS failure', /ENOTFOUND|EAI_AGAIN/],
  ['refused', /ECONNREFUSED/],
  ['TLS error', /DEPTH_ZERO_SELF_SIGNED_CERT/],
] as const)('%s is what it says', async (name, code) => {
  expect(String(await codeOf(name))).toMatch(code);
});

test('a black hole does not accept a connection', async () => {
  const site = await open('black hole');
  const socket = connect(Number(new URL(site.baseUrl).port), '127.0.0.1').on('error', () => undefined);
  const isConnected = await new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    setTimeout(resolve, 400, false);
  });
  expect(isConnected).toBe(false);
  socket.destroy();
  await site.close();
});

test.each(['streamed', 'at-once'] as const)(
  'the bomb (%s) is far larger than its compressed size',
  async (way) => {
    const site = await open('compressed bomb', way);
    const leave = new AbortController();
    const answer = await fetch(`${site.baseUrl}/chat/completions`, {
      method: 'POST',
      body,
      signal: leave.signal,
    });
    let inflated = 0;
    for await (const chunk of answer.body ?? []) {
      inflated += chunk.length;
      if (inflated >= 100_000_000) break;
    }
    leave.abort();
    expect(inflated).toBeGreaterThanOrEqual(100_000_000);
    await site.close();
  },
);

test('pages of other origins may send requests if the provider allows it', async () => {
  const site = await open('500');
  const asked = await fetch(`${site.baseUrl}/chat/completions`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://page.example',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'authorization,content-type',
  ]);
  expect(site.provider?.calls).toHaveLength(0);
  const answer = await fetch(`${site.baseUrl}/chat/completions`, { method: 'POST', body });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([500, '*']);
  await answer.text();
  await site.close();
});
