import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect, test } from 'vitest';

import { linkSchema } from '#contract/links.ts';
import { jsonBodies, naughtyStrings, scriptVectors, some, testUrls } from '#provider/corpus/hostile.ts';
import { countCases } from '#scripts/count-cases.ts';
import { openTestPostgres } from '#server/db/test-databases.ts';
import { openTestApp } from '#server/test-app.ts';

/** Deep enough to overflow the stack of a recursive function. */
const deep = ['['.repeat(10_000), `${'['.repeat(10_000)}${']'.repeat(10_000)}`, '{"a":'.repeat(10_000)];
const bodies = [...some(jsonBodies, 50), ...deep.map((text) => Buffer.from(text))];
const strings = some(
  [...naughtyStrings, ...scriptVectors, ...testUrls].filter((text) => !/\p{Surrogate}/u.test(text)),
  30,
);
const someId = '00000000-0000-7000-8000-000000000000';

const bodyRoutes = [
  ['POST', '/api/links'],
  ['PATCH', `/api/links/${someId}`],
  ['DELETE', `/api/links/${someId}`],
  ['POST', '/api/links/import'],
  ['POST', '/api/generations'],
  ['POST', '/api/suggestions'],
  ['PUT', '/api/workspace'],
] as const;

/** Opens the server once on each database. */
async function openBoth() {
  const postgres = await openTestPostgres();
  const apps = [await openTestApp(), await openTestApp({ databaseUrl: postgres.settings.databaseUrl })];
  return {
    apps: apps.map(({ app }) => app),
    async close() {
      for (const { app } of apps) await app.close();
      await postgres.close();
    },
  };
}

/** Returns the answers of both servers, without times, ids and cursors. */
async function answersOf(apps: readonly FastifyInstance[], question: InjectOptions): Promise<string[]> {
  const answers = await Promise.all(apps.map((app) => app.inject(question)));
  return answers.map(({ statusCode, body }) => {
    const said = body.replaceAll(/"(?:requestId|createdAt|updatedAt|nextCursor|id)":"[^"]*"/gu, '""');
    return `${statusCode} ${said.slice(0, 2000)}`;
  });
}

async function faultsOf(
  apps: readonly FastifyInstance[],
  questions: readonly InjectOptions[],
): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const question of questions) {
    const [first = '', second = ''] = await answersOf(apps, question);
    if (first !== second || first.startsWith('5')) faults.push({ question, first, second });
  }
  return faults;
}

test('no body breaks a route, and both databases give the same answers', async ({ task }) => {
  const { apps, close } = await openBoth();
  const questions = bodies.flatMap((payload) =>
    bodyRoutes.map(([method, url]): InjectOptions => ({
      method,
      url,
      payload,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })),
  );
  countCases({ task }, questions.length * 2);
  expect(await faultsOf(apps, questions)).toEqual([]);
  await close();
});

/** Puts the text into each text field. `id` is the id of a saved link. */
function questionsOf(text: string, id: string): InjectOptions[] {
  return [
    { method: 'POST', url: '/api/links', payload: { url: text, description: text } },
    { method: 'POST', url: '/api/links', payload: { id: text, url: 'https://a.example', description: '' } },
    {
      method: 'PATCH',
      url: `/api/links/${id}`,
      payload: { url: `https://a.example/${text}`, description: text },
    },
    { method: 'PATCH', url: `/api/links/${encodeURIComponent(text)}`, payload: { url: text } },
    { method: 'GET', url: '/api/links', query: { limit: '3' } },
    { method: 'GET', url: '/api/links', query: { cursor: text, limit: text } },
    { method: 'GET', url: '/api/links/changes', query: { since: text } },
    { method: 'POST', url: '/api/suggestions', payload: { content: text, limit: 2 } },
    {
      method: 'POST',
      url: '/api/generations',
      payload: { content: text, linkIds: [id, text] },
      headers: { accept: 'application/json' },
    },
    { method: 'PUT', url: '/api/workspace', payload: { code: text, recoveryCode: text } },
    {
      method: 'GET',
      url: '/api/workspace',
      headers: { cookie: `workspace=${encodeURIComponent(text)}` },
    },
  ];
}

/** Saved texts make each search longer, so a new server takes over after this number. */
const textsEach = 250;

test('no field value breaks a route, and both databases give the same answers', async ({ task }) => {
  let cases = 0;
  for (let from = 0; from < strings.length; from += textsEach) {
    const { apps, close } = await openBoth();
    const id = crypto.randomUUID();
    const link = { id, url: 'https://a.example/', description: 'A knife' };
    for (const app of apps)
      linkSchema.parse((await app.inject({ method: 'POST', url: '/api/links', payload: link })).json());
    const questions = strings.slice(from, from + textsEach).flatMap((text) => questionsOf(text, id));
    cases += questions.length * 2;
    expect(await faultsOf(apps, questions)).toEqual([]);
    await close();
  }
  countCases({ task }, cases);
});
