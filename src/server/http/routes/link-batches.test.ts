import { randomUUID } from 'node:crypto';

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { linkPageSchema } from '#contract/link-pages.ts';
import { linkImportResultSchema } from '#contract/links.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openTestApp());
});
afterAll(() => app.close());

function importLinks(payload: object) {
  return app.inject({ method: 'POST', url: '/api/links/import', payload });
}

test('an import returns a result for each link, and a second import changes nothing', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  const links = [
    { id: one, url: 'https://a.example/1', description: 'One', createdAt: '2025-02-03T04:05:06.007Z' },
    { id: two, url: ' ', description: '' },
  ];
  const resultsOf = async () => linkImportResultSchema.parse((await importLinks({ links })).json()).results;
  const refused = { id: two, status: 'refused', code: 'url-required', detail: 'URL is required' };
  expect(await resultsOf()).toEqual([{ id: one, status: 'created' }, refused]);
  expect(await resultsOf()).toEqual([{ id: one, status: 'kept' }, refused]);
  const page = linkPageSchema.parse((await app.inject('/api/links?limit=1000')).json());
  expect(page.links).toContainEqual({ ...links[0], updatedAt: '2025-02-03T04:05:06.007Z' });
});

test('a request may have a thousand links with the longest texts, and not one more', async () => {
  const long = { url: `https://c.example/${'x'.repeat(8170)}`, description: 'é'.repeat(2000) };
  const links = Array.from({ length: 1000 }, () => ({ id: randomUUID(), ...long }));
  const { results } = linkImportResultSchema.parse((await importLinks({ links })).json());
  expect(results.filter(({ status }) => status === 'created')).toHaveLength(1000);
  const more = [...links, { id: randomUUID(), url: 'https://c.example/', description: '' }];
  expect(await problemOf(importLinks({ links: more }))).toContain('request-invalid');
  const tooLarge = { links, more: 'x'.repeat(2_000_000) };
  expect((await problemOf(importLinks(tooLarge))).slice(0, 2)).toEqual([413, 'body-too-large']);
});

test.each([
  {},
  { links: [{ url: 'https://a.example/', description: '' }] },
  { links: [{ id: 'x', url: 'https://a.example/', description: '' }] },
  { links: [{ id: randomUUID(), url: 'https://a.example/', description: '', createdAt: 'yesterday' }] },
  [],
])('the import %j is refused as invalid', async (body) => {
  expect((await problemOf(importLinks(body)))[1]).toBe('request-invalid');
});

test.each(['{},', '[', '1,', '{"a":'])(
  'a body of nothing but %s is refused before it fills the memory',
  async (part) => {
    const payload = `{"links":[${part.repeat((11 * 1024 * 1024) / part.length)}`;
    const parse = vi.spyOn(JSON, 'parse');
    const answer = app.inject({
      method: 'POST',
      url: '/api/links/import',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(await problemOf(answer)).toContain('request-invalid');
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();
    expect(longest).toBeLessThan(1000);
  },
);

test('texts of brackets, commas and quotes are accepted', async () => {
  const text = '{[,"\\'.repeat(400);
  const links = Array.from({ length: 1000 }, () => ({ id: randomUUID(), url: text, description: text }));
  const results = linkImportResultSchema.parse((await importLinks({ links })).json()).results;
  expect(results.filter(({ status }) => status === 'created')).toHaveLength(1000);
});
