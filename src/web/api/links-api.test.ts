import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { fieldsOf } from '#core/links/link.ts';
import { testFields, testLink } from '#core/links/test-link.ts';
import { createLinksApi } from './links-api.ts';

const link = testLink({
  id: 'a/b',
  url: 'https://a.example/',
  description: 'A',
  createdAt: '1',
  updatedAt: '1',
});
const closing: Array<() => void> = [];

afterEach(() => closing.splice(0).forEach((close) => close()));

async function apiOver(answer: (call: { method: string; url: string; body: string }) => [number, unknown]) {
  const calls: string[] = [];
  const server = createServer((message: IncomingMessage, response: ServerResponse) => {
    void respond(message, response);
  });
  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(message);
    const call = { method: message.method ?? '', url: message.url ?? '', body };
    calls.push(`${call.method} ${call.url} ${body}`.trim());
    const [status, data] = answer(call);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(data === undefined ? '' : JSON.stringify(data));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { api: createLinksApi(`http://127.0.0.1:${portOf(server.address())}`), calls };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

const problem = (status: number, code: string, detail: string) => ({
  type: 'about:blank',
  title: 't',
  status,
  code,
  detail,
});

test('a page is requested by limit and cursor', async () => {
  const page = { links: [link], nextCursor: null, hasMore: false };
  const { api, calls } = await apiOver(() => [200, page]);
  expect(await api.list({ cursor: null, limit: 5 })).toEqual(page);
  await api.list({ cursor: 'x&y', limit: 100 });
  expect(calls).toEqual(['GET /api/links?limit=5', 'GET /api/links?limit=100&cursor=x%26y']);
});

test('links are created, changed and deleted at their addresses', async () => {
  const { api, calls } = await apiOver(({ method }) =>
    method === 'DELETE' ? [204, undefined] : [200, link],
  );
  const fields = fieldsOf(link);
  expect(await api.create(fields)).toEqual(link);
  expect(await api.update('a/b', fields)).toEqual(link);
  await api.remove('a/b', { keepalive: true });
  const body = JSON.stringify(fields);
  expect(calls).toEqual([
    `POST /api/links ${body}`,
    `PATCH /api/links/a%2Fb ${body}`,
    'DELETE /api/links/a%2Fb',
  ]);
});

test('a refusal has the message of the server', async () => {
  const { api } = await apiOver(() => [400, problem(400, 'url-required', 'URL is required')]);
  await expect(api.create(testFields({}))).rejects.toMatchObject({
    code: 'url-required',
    status: 400,
    message: 'URL is required',
  });
});

test('a failure without a name has a message of the page', async () => {
  const { api } = await apiOver(() => [502, 'Bad gateway']);
  await expect(api.create(testFields({ url: 'u', description: 'd' }))).rejects.toThrow(
    'Failed to create link. Please try again.',
  );
  await expect(api.update('a', testFields({ url: 'u', description: 'd' }))).rejects.toThrow(
    'An unexpected error occurred. Please try again.',
  );
});

test('an answer of another version of the server asks the user to reload', async () => {
  const answers: [number, unknown][] = [
    [200, { links: 'many' }],
    [404, problem(404, 'not-found', 'There is nothing at this address.')],
    [405, problem(405, 'method-refused', 'This address doesn’t accept this kind of request.')],
  ];
  for (const answer of answers) {
    const { api } = await apiOver(() => answer);
    await expect(api.list({ cursor: null, limit: 5 })).rejects.toMatchObject({
      code: 'page-outdated',
      status: answer[0],
      message: expect.stringContaining('Please reload the page'),
    });
  }
});

test('a link that is gone already counts as deleted, any other refusal does not', async () => {
  const { api } = await apiOver(({ url }) =>
    url.endsWith('/gone')
      ? [404, problem(404, 'link-not-found', 'Link not found')]
      : [503, problem(503, 'storage-failed', 'No.')],
  );
  await expect(api.remove('gone')).resolves.toBeUndefined();
  await expect(api.remove('here')).rejects.toThrow('No.');
});

test('a server that cannot be reached is a network failure', async () => {
  const api = createLinksApi('http://127.0.0.1:1');
  await expect(api.list({ cursor: null, limit: 5 })).rejects.toMatchObject({
    code: 'network-failed',
    status: null,
  });
});

test('a deletion counts only when the server itself says so', async () => {
  const { api } = await apiOver(() => [200, 'Welcome to our network. Please log in.']);
  await expect(api.remove('a')).rejects.toMatchObject({ code: 'page-outdated', status: 200 });
});
