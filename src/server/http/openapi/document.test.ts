import { readFile } from 'node:fs/promises';

import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { problemMessages } from '#core/errors/problem-messages.ts';
import { openTestApp } from '#server/test-app.ts';

const documentSchema = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

let app: FastifyInstance;
let routes: readonly { readonly method: string; readonly url: string }[];
let text: string;
beforeAll(async () => {
  ({ app, routes } = await openTestApp());
  const answer = await app.inject({ url: '/api/openapi.json', headers: { host: 'localhost' } });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  text = answer.body;
});
afterAll(() => app.close());

/** The page, its files and its manifest are for browsers. */
const ofPage = new Set(['/', '/*', '/manifest.webmanifest', '/.well-known/security.txt']);

test('the document has every route of the server, and no other', async () => {
  const served: string[] = [];
  for (const { method, url } of routes) {
    if (method === 'HEAD' || method === 'OPTIONS' || ofPage.has(url)) continue;
    const path = url.replace(':id', 'none');
    const { statusCode } = await app.inject({
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).parse(method),
      url: path,
      headers: { host: 'localhost' },
    });
    if (statusCode !== 405) served.push(`${method} ${url.replace(':id', '{id}')}`);
  }
  const { paths } = documentSchema.parse(JSON.parse(text));
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(served.toSorted());
});

test('the page of the documents has a row for each route', async () => {
  const page = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  const { paths } = documentSchema.parse(JSON.parse(text));
  const missing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map((method) => `| \`${method.toUpperCase()} ${path}\` `)
      .filter((row) => !page.includes(row)),
  );
  expect(missing).toEqual([]);
});

async function complaintsAbout(source: string) {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const found = await lintFromString({ source, config });
  return found.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`);
}

test('a linter has no complaint about the document', async () => {
  expect(await complaintsAbout(text)).toEqual([]);
});

test('the linter finds a route without a name, and a reference to nothing', async () => {
  const broken = text.replace('"operationId":"listLinks",', '').replace('schemas/LinkPage"', 'schemas/None"');
  const complaints = (await complaintsAbout(broken)).join('\n');
  expect(complaints).toMatch(/^operation-operationId /m);
  expect(complaints).toMatch(/^no-unresolved-refs /m);
});

test('a problem has one of the codes of the server', () => {
  const { schemas } = documentSchema.parse(JSON.parse(text)).components;
  expect(schemas['Problem']).toMatchObject({
    properties: { code: { enum: Object.keys(problemMessages) }, link: { $ref: '#/components/schemas/Link' } },
  });
});

test('a field with a default may be missing in a request', () => {
  const { schemas } = documentSchema.parse(JSON.parse(text)).components;
  expect(schemas['SuggestionRequest']).toMatchObject({ required: ['content'] });
});
