import { describe, expect, test } from 'vitest';

import { readProviderError } from '#llm-client/errors/provider-error.ts';
import { messageOfWait, readWait, requestTimeoutMs, retryDelay } from './waits.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  [{}, null],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '2', 'retry-after-ms': '30' }, 30],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, null],
  [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, null],
  [{ 'retry-after': '9'.repeat(400) }, null],
  [{ 'retry-after': '-1' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-1 s' }, null],
  [{ 'retry-after-ms': 'x', 'retry-after': '1' }, 1000],
])('%j asks to wait %s ms', (headers, milliseconds) => {
  const known = new Map(Object.entries(headers));
  expect(readWait((name) => known.get(name) ?? null, null, now)).toBe(milliseconds);
});

test.each([
  ['Please try again in 9m38.016s. Need more tokens?', 578_016],
  ['Please try again in 20ms.', 20],
  ['Please try again in 1h2m3s.', 3_723_000],
  ['Please retry in 38.5s.', 38_500],
  ['Please wait 45 seconds before the next request.', 45_000],
  ['The quota will reset in 2 hours, 5 minutes.', 7_500_000],
  ['Retry after 3 days.', 259_200_000],
  ['Please try again later.', null],
  ['Please try again in 400 days.', null],
  ['You have 5 tries. Retry.', null],
])('the words %j ask to wait %s ms', (message, milliseconds) => {
  const error = readProviderError({ error: { message } });
  expect(readWait(() => null, error, now)).toBe(milliseconds);
});

test.each([
  [{ message: 'Slow down.', details: [{ retryDelay: '38s' }] }, 38_000],
  [{ message: 'Slow down.', metadata: { headers: { 'X-RateLimit-Reset': String(now + 5000) } } }, 5000],
  [{ message: 'Slow down.', metadata: { headers: { 'X-RateLimit-Reset': String(now - 5000) } } }, null],
])('the details %j ask to wait %s ms', (error, milliseconds) => {
  expect(readWait(() => null, readProviderError({ error }), now)).toBe(milliseconds);
});

test('a header counts before the words', () => {
  const error = readProviderError({ error: { message: 'Try again in 9 s.' } });
  expect(readWait((name) => (name === 'retry-after' ? '2' : null), error, now)).toBe(2000);
});

test.each([
  [
    'provider-day-limit',
    7200,
    false,
    'The AI provider’s limit for today is reached. Please try again in 2 hours.',
  ],
  [
    'provider-day-limit',
    7200,
    true,
    'Your daily limit with the AI provider is reached. Please try again in 2 hours.',
  ],
  ['provider-day-limit', 38, true, undefined],
  // A visitor with an own key is not told of the quota of a site.
  [
    'provider-quota',
    7200,
    true,
    'Your quota with the AI provider is used up. Please check your account there and try again.',
  ],
] as const)('%s with a wait of %i s, own: %s', (code, seconds, isOwn, message) => {
  expect(messageOfWait(code, seconds, isOwn)).toBe(message);
});

const lowest = () => 0;
const first = { retries: 0, status: 500, retryAfterMs: null };

describe('a failed call', () => {
  test('may take ten minutes and is tried again twice', () => {
    expect(requestTimeoutMs).toBe(600_000);
    expect(retryDelay({ ...first, retries: 1 }, lowest)).not.toBeNull();
    expect(retryDelay({ ...first, retries: 2 }, lowest)).toBeNull();
  });

  test.each([408, 409, 429, 500, 502, 503, 520, 599])('with status %i is tried again', (status) => {
    expect(retryDelay({ ...first, status }, lowest)).toBe(500);
  });

  test('without an answer is tried again', () => {
    expect(retryDelay({ ...first, status: null }, lowest)).toBe(500);
  });

  test.each([301, 400, 401, 403, 404, 413, 422])('with status %i is final', (status) => {
    expect(retryDelay({ ...first, status }, lowest)).toBeNull();
  });

  test('waits half a second, then twice that, less up to a quarter', () => {
    expect(retryDelay({ ...first, retries: 1 }, lowest)).toBe(1000);
    expect(retryDelay(first, () => 0.999_999)).toBeCloseTo(375, 2);
  });

  test('waits as long as the answer asks, when that is under a minute', () => {
    expect(retryDelay({ ...first, retryAfterMs: 59_999 }, lowest)).toBe(59_999);
    expect(retryDelay({ ...first, retryAfterMs: 0 }, lowest)).toBe(0);
    expect(retryDelay({ ...first, retryAfterMs: -1 }, lowest)).toBe(500);
  });

  test('is final when the answer asks for a minute or more', () => {
    expect(retryDelay({ ...first, retryAfterMs: 60_000 }, lowest)).toBeNull();
    expect(retryDelay({ ...first, status: 503, retryAfterMs: 3_600_000 }, lowest)).toBeNull();
  });
});
