import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { linkPageSchema } from '#contract/link-pages.ts';
import { linkSchema } from '#contract/links.ts';
import { problemSchema } from '#contract/problem.ts';
import { requestErrorsSchema } from '#server/http/plugins/problems.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';

let app: FastifyInstance;
let webRoot: string;
beforeAll(async () => {
  ({ app, webRoot } = await openTestApp());
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const url = 'https://a.example/?ref=1';

function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  return app.inject({ method, url: path, headers: json, ...payload });
}

async function saveLink() {
  return linkSchema.parse((await send('POST', '/api/links', { url, description: 'boots' })).json());
}

test('a link is saved, listed, changed and removed', async () => {
  const saved = await send('POST', '/api/links', { url: ` ${url} `, description: 'boots' });
  expect(saved.statusCode).toBe(201);
  const link = linkSchema.parse(saved.json());
  expect(link).toMatchObject({ url, description: 'boots' });
  expect(linkPageSchema.parse((await app.inject('/api/links')).json()).links).toContainEqual(link);
  const changed = await send('PATCH', `/api/links/${link.id}`, { description: 'warm boots' });
  expect(changed.json()).toMatchObject({ ...link, description: 'warm boots', updatedAt: expect.any(String) });
  const removed = await send('DELETE', `/api/links/${link.id}`);
  expect([removed.statusCode, removed.body]).toEqual([204, '']);
  expect((await app.inject('/api/links')).body).not.toContain(link.id);
});

test('a missing description becomes an empty one', async () => {
  expect((await send('POST', '/api/links', { url })).json()).toMatchObject({ description: '' });
});

test('links come in pages of 5 with a cursor to the next', async () => {
  for (let count = 0; count < 7; count += 1) await saveLink();
  const first = linkPageSchema.parse((await app.inject('/api/links')).json());
  expect([first.links.length, first.hasMore]).toEqual([5, true]);
  const all = linkPageSchema.parse((await app.inject('/api/links?limit=100')).json());
  expect([first.total, all.total]).toEqual([all.links.length, all.links.length]);
  const next = await app.inject({ url: '/api/links', query: { limit: '1', cursor: first.nextCursor ?? '' } });
  const second = linkPageSchema.parse(next.json());
  expect(second.links).toHaveLength(1);
  expect(second.total).toBeUndefined();
  expect(first.links).not.toContainEqual(second.links[0]);
});

test('what has changed since a version is answered, and nothing for a version that is not known', async () => {
  const kept = await saveLink();
  const gone = await saveLink();
  const { version = '' } = linkPageSchema.parse((await app.inject('/api/links')).json());
  const ask = (since: string) => app.inject({ url: '/api/links/changes', query: { since } });
  expect((await ask(version)).json()).toEqual({ changes: { version, links: [], deleted: [] } });
  const changed = (await send('PATCH', `/api/links/${kept.id}`, { description: 'changed' })).json();
  await send('DELETE', `/api/links/${gone.id}`);
  const { changes } = (await ask(version)).json();
  expect(changes).toMatchObject({ links: [changed], deleted: [gone.id] });
  expect((await ask(changes.version)).json()).toMatchObject({ changes: { links: [], deleted: [] } });
  expect((await ask('1-of-another-workspace')).json()).toEqual({ changes: null });
  expect((await problemOf(app.inject('/api/links/changes')))[1]).toBe('request-invalid');
});

test('a link with an id is saved once, however often it is sent, and not again after its deletion', async () => {
  const body = { id: '01890a5d-ac96-774b-bcce-b302099a8057', url, description: 'once' };
  const first = await send('POST', '/api/links', body);
  await send('PATCH', `/api/links/${body.id}`, { description: 'twice' });
  const again = await send('POST', '/api/links', body);
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toMatchObject({ ...body, description: 'twice' });
  await send('DELETE', `/api/links/${body.id}`);
  expect((await problemOf(send('POST', '/api/links', body))).slice(0, 2)).toEqual([410, 'link-deleted']);
  expect(await problemOf(send('POST', '/api/links', { ...body, id: 'mine' }))).toContain('request-invalid');
});

test('a change of an old version is refused with the current link, but a repeated change is not', async () => {
  const { id, updatedAt } = await saveLink();
  const theirs = linkSchema.parse(
    (await send('PATCH', `/api/links/${id}`, { description: 'theirs' })).json(),
  );
  const mine = await send('PATCH', `/api/links/${id}`, { description: 'mine', ifUpdatedAt: updatedAt });
  expect([mine.statusCode, mine.headers['content-type'], mine.headers['cache-control']]).toEqual([
    409,
    'application/problem+json; charset=utf-8',
    'no-store',
  ]);
  expect(problemSchema.parse(mine.json())).toMatchObject({ status: 409, code: 'link-changed', link: theirs });
  const repeated = await send('PATCH', `/api/links/${id}`, { description: 'theirs', ifUpdatedAt: updatedAt });
  expect([repeated.statusCode, repeated.json()]).toEqual([200, theirs]);
});

test('a deletion of an old version is refused with the current link; without a version it is done', async () => {
  const { id, updatedAt } = await saveLink();
  const path = `/api/links/${id}`;
  const theirs = linkSchema.parse((await send('PATCH', path, { description: 'theirs' })).json());
  const seen = `${path}?ifUpdatedAt=${encodeURIComponent(updatedAt)}`;
  const refused = await send('DELETE', seen);
  expect(refused.statusCode).toBe(409);
  expect(problemSchema.parse(refused.json())).toMatchObject({ code: 'link-changed', link: theirs });
  const now = `${path}?ifUpdatedAt=${encodeURIComponent(theirs.updatedAt)}`;
  expect((await send('DELETE', now)).statusCode).toBe(204);
  expect((await problemOf(send('DELETE', now)))[1]).toBe('link-not-found');
  const { id: other } = await saveLink();
  await send('PATCH', `/api/links/${other}`, { description: 'theirs' });
  expect((await problemOf(send('DELETE', `${seen}&ifUpdatedAt=1`)))[1]).toBe('request-invalid');
  expect((await send('DELETE', `/api/links/${other}`)).statusCode).toBe(204);
});

test.each([
  ['POST', '/api/links', { url: ' ' }, 400, 'url-required', 'URL is required'],
  [
    'POST',
    '/api/links',
    { url: 'a'.repeat(8193) },
    400,
    'url-too-long',
    'The URL is too long. The limit is 8,192 characters.',
  ],
  [
    'POST',
    '/api/links',
    { url, description: 'a\0' },
    400,
    'text-invalid',
    'The text contains characters that can’t be saved. Please remove them and try again.',
  ],
  ['PATCH', '/api/links/none', { url }, 404, 'link-not-found', 'Link not found'],
  ['PATCH', '/api/links/none', { url: '' }, 404, 'link-not-found', 'Link not found'],
  ['POST', '/api/links', { description: 'boots' }, 400, 'url-required', 'URL is required'],
  ['POST', '/api/links', {}, 400, 'url-required', 'URL is required'],
  ['DELETE', '/api/links/none', undefined, 404, 'link-not-found', 'Link not found'],
  ['DELETE', '/api/links/%00', undefined, 404, 'link-not-found', 'Link not found'],
] as const)('%s %s with %j answers %i %s', async (method, path, body, ...expected) => {
  expect(await problemOf(send(method, path, body))).toEqual(expected);
});

test.each([{ url: 1 }, [], 'text', null, { url, description: 5 }])(
  'the link %j is refused as invalid',
  async (body) => {
    expect((await problemOf(send('POST', '/api/links', body)))[1]).toBe('request-invalid');
  },
);

test.each([
  ['POST', '/api/links', '{"url":5}', '/url', 'expected string, received number'],
  [
    'POST',
    '/api/links/import',
    '{"links":[{"url":"a secret","description":""}]}',
    '/links/0/id',
    'expected string',
  ],
  ['GET', '/api/links?limit=1001', undefined, '/limit', 'must match pattern'],
  ['GET', '/api/links/changes', undefined, '/since', 'expected string'],
  ['POST', '/api/links', '{"url":', '', 'not valid JSON'],
] as const)('%s %s with %j is refused, and %j is named', async (method, path, payload, pointer, words) => {
  const answer = await app.inject({
    method,
    url: path,
    headers: json,
    ...(payload !== undefined && { payload }),
  });
  expect(answer.statusCode).toBe(400);
  expect(requestErrorsSchema.parse(answer.json().errors)).toEqual([
    { pointer, detail: expect.stringContaining(words) },
  ]);
  expect(answer.body).not.toContain('secret');
});

test.each([
  'limit=0',
  'limit=1001',
  'limit=-1',
  'limit=x',
  'limit=1&limit=2',
  'cursor=x',
  'cursor=a&cursor=b',
])('the page %s is refused as invalid', async (query) => {
  expect((await problemOf(app.inject(`/api/links?${query}`)))[1]).toBe('request-invalid');
});

test('errors of the database are reported without their messages', async () => {
  const broken = await openTestApp();
  await broken.database.close();
  const create = broken.app.inject({ method: 'POST', url: '/api/links', payload: { url } });
  expect(await problemOf(create)).toEqual([
    503,
    'link-create-failed',
    'Failed to create link. Please try again.',
  ]);
  expect((await problemOf(broken.app.inject('/api/links'))).slice(0, 2)).toEqual([503, 'storage-failed']);
  await broken.app.close();
});

test('while another program writes, links are listed, and a save is finally answered with a time to retry', async () => {
  const other = new DatabaseSync(join(webRoot, '../linkweft.sqlite'));
  other.exec('begin immediate');
  const saving = send('POST', '/api/links', { url });
  expect((await app.inject('/api/links')).statusCode).toBe(200);
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  const saved = await saving;
  expect([saved.statusCode, saved.headers['retry-after']]).toEqual([503, '5']);
  expect(problemSchema.parse(saved.json())).toMatchObject({
    code: 'server-busy',
    detail: 'The server is busy. Please try again in a moment.',
  });
  other.close();
  expect((await send('POST', '/api/links', { url })).statusCode).toBe(201);
});
