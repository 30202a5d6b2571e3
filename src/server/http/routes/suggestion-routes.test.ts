import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { linkSchema } from '#contract/links.ts';
import { suggestionsSchema } from '#contract/suggestions.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openTestApp({ workspace: 'own' }));
});
afterAll(() => app.close());

const content = 'It rained.\n\nA sharp knife changed more than any recipe.';

function send(path: string, payload: object, cookie = '') {
  return app.inject({ method: 'POST', url: path, headers: { host: 'localhost:3000', cookie }, payload });
}

async function openVisitor(description: string) {
  const saved = await send('/api/links', { url: 'https://shop.example/1', description });
  const cookie = String(saved.headers['set-cookie']).split(';', 1).join();
  return { link: linkSchema.parse(saved.json()), cookie };
}

test('a visitor gets suggestions from their own links only, with the passage of their text', async () => {
  const mine = await openVisitor('Santoku knife');
  const theirs = await openVisitor('Chef’s knife');
  const answer = await send('/api/suggestions', { content }, mine.cookie);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { suggestions, searched } = suggestionsSchema.parse(answer.json());
  expect(searched).toBe(1);
  expect(suggestions).toEqual([
    {
      link: mine.link,
      score: expect.any(Number),
      isStrong: expect.any(Boolean),
      passage: { start: 12, end: 55 },
      sentence: { start: 12, end: 55 },
    },
  ]);
  expect((await send('/api/suggestions', { content }, theirs.cookie)).body).not.toContain('Santoku');
  expect((await send('/api/suggestions', { content })).json()).toEqual({ suggestions: [], searched: 0 });
});

test.each([
  [{ content: ' \n' }, 400, 'content-empty'],
  [{}, 400, 'request-invalid'],
  [{ content: 1 }, 400, 'request-invalid'],
  [{ content, limit: 0 }, 400, 'request-invalid'],
  [{ content, limit: 51 }, 400, 'request-invalid'],
  [{ content: 'a'.repeat(1024 * 1024) }, 413, 'body-too-large'],
] as const)('%j is refused', async (payload, status, code) => {
  const problem = await problemOf(send('/api/suggestions', payload));
  expect(problem.slice(0, 2)).toEqual([status, code]);
});

test('other methods are refused', async () => {
  const answer = await app.inject({ url: '/api/suggestions', headers: { host: 'localhost:3000' } });
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
});

test('a request whose client leaves is stopped, and its place is free again', async () => {
  const longContent = { MAX_CONTENT_CHARS: '1000000' };
  const { app: own, links } = await openTestApp({ environment: longContent });
  onTestFinished(() => own.close());
  await links.create('shared', { url: 'https://shop.example/1', description: 'Bread knife' });
  const url = await own.listen({ port: 0, host: '127.0.0.1' });
  const long = JSON.stringify({ content: 'A sharp knife changed it. '.repeat(35_000) });
  const leave = Array.from({ length: 4 }, async () => {
    const controller = new AbortController();
    const answer = fetch(`${url}/api/suggestions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: long,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 30);
    await expect(answer).rejects.toThrow(/abort/);
  });
  await Promise.all(leave);
  const ask = () => own.inject({ method: 'POST', url: '/api/suggestions', payload: { content } });
  await expect.poll(async () => (await ask()).statusCode).toBe(200);
});

test('a search that still runs when the server stops is ended', async () => {
  const { app: own, links } = await openTestApp();
  const link = await links.create('shared', { url: 'https://shop.example/1', description: 'Bread knife' });
  let read = 0;
  // The list has no end, so the search still runs.
  links.all = async function* () {
    for (; ; read += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      yield [link];
    }
  };
  const url = await own.listen({ port: 0, host: '127.0.0.1' });
  const answer = fetch(`${url}/api/suggestions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ content }),
  });
  await expect.poll(() => read).toBeGreaterThan(0);
  await own.close();
  const stopped = await answer;
  const problem = await stopped.json();
  expect([problem.status, problem.code]).toEqual([503, 'server-stopping']);
  expect(stopped.headers.get('retry-after')).toBe('30');
});
