import { expect, test } from 'vitest';

import type { LinkImport } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import { testFields, testLink } from '#core/links/test-link.ts';

import { createImportStore, type ImportStore, type PreviewState } from './import-store.ts';

type Sent = LinkImport['links'];

/** A server in memory that knows links by id, as the real one does. */
function createServer(saved: readonly Pick<Link, 'id' | 'url'>[] = []) {
  const links = new Map(saved.map((link) => [link.id, link]));
  const batches: Sent[] = [];
  let failures = 0;
  return {
    batches,
    fail: (times: number) => (failures = times),
    urls: () => [...links.values()].map(({ url }) => url),
    async lookUp({ ids, urls }: { ids: readonly string[]; urls: readonly string[] }): Promise<Link[]> {
      if (failures-- > 0) throw new Error('No network.');
      const found = [...links.values()].filter(({ id, url }) => ids.includes(id) || urls.includes(url));
      return found.map(testLink);
    },
    async importLinks(sent: Sent) {
      batches.push(sent);
      const results = sent.map(({ id, url }) => {
        if (url.includes('refuse')) return { id, status: 'refused' as const, code: 'x', detail: 'No.' };
        const status = links.has(id) ? ('kept' as const) : ('created' as const);
        links.set(id, { id, url });
        return { id, status };
      });
      // The links are saved, and the answer is lost.
      if (failures-- > 0) throw new Error('No network.');
      return results;
    },
  };
}

function previewOf(store: ImportStore): PreviewState {
  const state = store.get();
  if (state.step !== 'preview') throw new Error(`There is no preview: ${JSON.stringify(state)}`);
  return state;
}

async function ended(store: ImportStore): Promise<void> {
  await expect.poll(() => store.get().step).not.toBe('importing');
}

const id = '01890000-0000-7000-8000-000000000001';

test('only the rows that the user wants are sent, the oldest first', async () => {
  const server = createServer([{ id: 'old', url: 'https://saved.example' }]);
  const told: (readonly string[])[] = [];
  const store = createImportStore(server, (ids) => told.push(ids));
  await store.open(
    'https://a.example A\nhttps://saved.example\nhttps://b.example B\nhttps://a.example\nnothing',
  );

  const { plan, lookup } = previewOf(store);
  expect(lookup).toEqual({ phase: 'done' });
  expect(plan.counts).toEqual({ new: 2, saved: 1, twice: 1, refused: 1 });
  expect(server.batches).toEqual([]);

  store.start(['new']);
  await ended(store);
  const [sent = []] = server.batches;
  expect(sent.map(({ url, description }) => [url, description])).toEqual([
    ['https://b.example', 'B'],
    ['https://a.example', 'A'],
  ]);
  expect([...sent].map((link) => link.id).sort()).toEqual(sent.map((link) => link.id));
  expect(store.get()).toMatchObject({ step: 'done', done: 2 });
  // Exactly the created links may be ticked.
  expect(told).toEqual([sent.map((link) => link.id)]);
  expect(store.get()).toMatchObject({ ids: told[0], ticked: 1 });
});

test('a link of our own file keeps its id and its times, but not an id that is taken', async () => {
  const server = createServer([{ id, url: 'https://elsewhere.example' }]);
  const store = createImportStore(server, () => 0);
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: 'yesterday' };
  const link = { id, url: 'https://a.example', description: '', ...times };
  const other = { ...link, id: id.replace(/1$/, '2'), url: 'https://b.example' };
  await store.open(JSON.stringify({ format: 'linkweft-links', version: 1, links: [link, other] }));
  expect(previewOf(store).plan.rows.map(({ kind }) => kind)).toEqual(['saved', 'new']);
  store.start(['new', 'saved']);
  await ended(store);
  const [sent = []] = server.batches;
  expect(sent[0]).toEqual({ id: other.id, ...testFields({ url: other.url }), createdAt: times.createdAt });
  expect(sent[1]?.id).not.toBe(id);
});

test('after a lost answer the same links are sent again', async () => {
  const server = createServer();
  const told: (readonly string[])[] = [];
  const store = createImportStore(server, (ids) => told.push(ids));
  const lines = Array.from({ length: 2500 }, (_, index) => `https://a.example/${index}`);
  await store.open(lines.join('\n'));
  server.fail(1);
  store.start(['new']);
  await ended(store);
  expect(store.get()).toMatchObject({
    step: 'failed',
    done: 0,
    message: 'No network.',
  });

  await store.resume();
  expect(store.get()).toMatchObject({
    step: 'done',
    done: 2500,
    ids: { length: 2500 },
    kept: 0,
  });
  expect(server.urls()).toEqual(lines.toReversed());
  expect(told.map((ids) => new Set(ids).size)).toEqual([0, 2500]);
  expect(server.batches.map((batch) => batch.length)).toEqual([1000, 1000, 1000, 500]);
});

test('Stop takes effect between two requests, and refused rows are listed', async () => {
  const server = createServer();
  const store = createImportStore(server, () => 0);
  const lines = Array.from({ length: 1200 }, (_, index) => `https://refuse.example/${index} R`);
  await store.open(lines.join('\n'));
  store.start(['new']);
  store.stop();
  await ended(store);
  const state = store.get();
  expect(state).toMatchObject({ step: 'stopped', done: 1000, total: 1200 });
  expect('refused' in state && state.refused[0]).toEqual({
    row: 1200,
    ...testFields({ url: 'https://refuse.example/1199', description: 'R' }),
    reason: 'No.',
  });
});

test('nothing can be imported while it is unknown what is saved, and the user can try again', async () => {
  const server = createServer();
  const store = createImportStore(server, () => 0);
  server.fail(1);
  await store.open('https://a.example');
  expect(previewOf(store).lookup).toEqual({ phase: 'failed', message: 'No network.' });
  await store.choose({});
  expect(previewOf(store).lookup).toEqual({ phase: 'done' });
});

test('a source that cannot be read has a message where it was chosen', async () => {
  const store = createImportStore(createServer(), () => 0);
  const open = async (file: File | string) => {
    await store.open(file);
    const state = store.get();
    return state.step === 'empty' ? state.failure : null;
  };
  expect(await open('  ')).toBe('Please paste at least one link.');
  expect(await open(new File([], 'a.csv'))).toBe('This file is empty.');
  expect(await open(new File(['{"links": []}'], 'a.json'))).toContain('was exported here');
  expect(await open(new File(['url,title\r\n'], 'a.csv'))).toBe('No links were found in this file.');
  expect(await open(new File([new Uint8Array(51 * 1024 * 1024)], 'a.csv'))).toContain('larger than 50 MB');
});

test('ends of short links become links when the site is known', async () => {
  const store = createImportStore(createServer(), () => 0);
  const file = new File(['id,url,slug,name,redirect_type\n1,https://a.example,knife,Knife,307\n'], 'a.csv');
  await store.open(file);
  const { choices, plan } = previewOf(store);
  expect(plan.rows).toMatchObject([{ url: 'https://a.example', description: 'Knife', kind: 'new' }]);
  if (choices === null) throw new Error('A table has choices.');

  await store.choose({ choices: { ...choices, url: 2 } });
  expect(previewOf(store).plan.rows).toEqual([]);
  await store.choose({ choices: { ...choices, url: 2, urlStart: 'https://blog.example' } });
  expect(previewOf(store).plan.rows).toMatchObject([{ url: 'https://blog.example/knife' }]);
});

test('escaped addresses are imported as they are, or unescaped with one choice', async () => {
  const store = createImportStore(createServer(), () => 0);
  await store.open(new File(['Name,URL\nPan,https://a.example/?a=1&amp;b=2\n'], 'a.csv'));
  const first = previewOf(store);
  expect(first.plan.rows).toMatchObject([{ url: 'https://a.example/?a=1&amp;b=2', kind: 'new' }]);
  expect(first.plan.doubts.escaped.new).toBe(1);
  await store.choose({ isUnescaped: true });
  expect(previewOf(store).plan.rows).toMatchObject([{ url: 'https://a.example/?a=1&b=2' }]);
  expect(previewOf(store).plan.doubts.escaped.new).toBe(0);
  // Another choice keeps it.
  await store.choose({ choices: first.choices });
  expect(previewOf(store).plan.rows).toMatchObject([{ url: 'https://a.example/?a=1&b=2' }]);
});

test('nothing is planned until the user has said which column is the link', async () => {
  const store = createImportStore(createServer(), () => 0);
  await store.open(new File(['Name,DE,US\nPan,https://a.example/1,https://b.example/1\n'], 'a.csv'));
  const { choices, plan, source } = previewOf(store);
  expect(source).toMatchObject({ candidates: [1, 2] });
  expect(plan.rows).toEqual([]);
  if (choices === null) throw new Error('A table has choices.');
  await store.choose({ choices: { ...choices, url: 2 } });
  expect(previewOf(store).plan.rows).toMatchObject([{ url: 'https://b.example/1', description: 'Pan' }]);
});

test('an address of another kind is refused, but our own files are read as they are', async () => {
  const store = createImportStore(createServer(), () => 0);
  await store.open('mailto:me@shop.example');
  expect(previewOf(store).plan.rows).toMatchObject([
    { kind: 'refused', reason: expect.stringContaining('Only addresses that start with') },
  ]);
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const link = { id, url: 'mailto:me@shop.example', description: '', ...times };
  await store.open(JSON.stringify({ format: 'linkweft-links', version: 1, links: [link] }));
  expect(previewOf(store).plan.rows).toMatchObject([{ kind: 'new', url: link.url }]);
});

test('a file of ours that lacks something is read like that of another program', async () => {
  const store = createImportStore(createServer(), () => 0);
  const links = [{ url: 'https://a.example/', description: 'Pan' }];
  await store.open(JSON.stringify({ format: 'linkweft-links', version: 1, links }));
  expect(previewOf(store).plan.rows).toMatchObject(links);
});

test('a refused row is refused again until it is corrected', async () => {
  const store = createImportStore(createServer(), () => 0);
  const rows = ['"2","mailto:me@shop.example","Me","x"', `"3","https://a.example/","''quoted","x"`];
  await store.open(
    new File([['"row","url","description","reason"', ...rows].join('\n')], 'refused-links.csv'),
  );
  expect(previewOf(store).plan.rows).toMatchObject([
    { kind: 'refused' },
    { kind: 'new', url: 'https://a.example/', description: "'quoted" },
  ]);
});
