import { expect, test } from 'vitest';

import type { LinkImport } from '#contract/link-requests.ts';
import type { Link } from '#core/links/link.ts';

import { createImportDesk } from './import-store.ts';
import type { ImportDesk } from './import-store.ts';
import type { ImportView } from './import-view.ts';

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
      return found.map((link) => ({ ...link, description: '', createdAt: '', updatedAt: '' }));
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

function stepOf<Step extends ImportView['step']>(desk: ImportDesk, step: Step) {
  const view = desk.view();
  if (!isAt(view, step)) throw new Error(`The desk is at ${view.step}: ${JSON.stringify(view)}`);
  return view;
}

function isAt<Step extends ImportView['step']>(
  view: ImportView,
  step: Step,
): view is Extract<ImportView, { step: Step }> {
  return view.step === step;
}

async function ended(desk: ImportDesk): Promise<void> {
  await expect.poll(() => stepOf(desk, 'import').run.progress().phase).not.toBe('running');
}

const id = '01890000-0000-7000-8000-000000000001';

test('a text is looked at, and only what the user wants is sent, oldest first', async () => {
  const server = createServer([{ id: 'old', url: 'https://saved.example' }]);
  let saved = 0;
  const desk = createImportDesk(server, () => (saved += 1));
  await desk.open(
    'https://a.example A\nhttps://saved.example\nhttps://b.example B\nhttps://a.example\nnothing',
  );

  const { plan, check } = stepOf(desk, 'preview');
  expect(check).toEqual({ kind: 'done' });
  expect(plan.counts).toEqual({ new: 2, saved: 1, twice: 1, refused: 1 });
  expect(server.batches).toEqual([]);

  desk.begin(['new']);
  await ended(desk);
  const [sent = []] = server.batches;
  expect(sent.map(({ url, description }) => [url, description])).toEqual([
    ['https://b.example', 'B'],
    ['https://a.example', 'A'],
  ]);
  expect([...sent].map((link) => link.id).sort()).toEqual(sent.map((link) => link.id));
  expect(stepOf(desk, 'import').run.progress()).toMatchObject({ phase: 'finished', created: 2, done: 2 });
  expect(saved).toBe(1);
});

test('a link of an own file keeps its id and its times, but not an id that is taken', async () => {
  const server = createServer([{ id, url: 'https://elsewhere.example' }]);
  const desk = createImportDesk(server, () => {});
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: 'yesterday' };
  const link = { id, url: 'https://a.example', description: '', ...times };
  const other = { ...link, id: id.replace(/1$/, '2'), url: 'https://b.example' };
  await desk.open(JSON.stringify({ format: 'linkweft-links', version: 1, links: [link, other] }));
  expect(stepOf(desk, 'preview').plan.rows.map(({ kind }) => kind)).toEqual(['saved', 'new']);
  desk.begin(['new', 'saved']);
  await ended(desk);
  const [sent = []] = server.batches;
  expect(sent[0]).toEqual({ id: other.id, url: other.url, description: '', createdAt: times.createdAt });
  expect(sent[1]?.id).not.toBe(id);
});

test('an answer that is lost is made up for by sending the same again', async () => {
  const server = createServer();
  const desk = createImportDesk(server, () => {});
  const lines = Array.from({ length: 2500 }, (_, index) => `https://a.example/${index}`);
  await desk.open(lines.join('\n'));
  server.fail(1);
  desk.begin(['new']);
  await ended(desk);
  expect(stepOf(desk, 'import').run.progress()).toMatchObject({
    phase: 'failed',
    done: 0,
    failure: 'No network.',
  });

  await desk.goOn();
  expect(stepOf(desk, 'import').run.progress()).toMatchObject({
    phase: 'finished',
    done: 2500,
    created: 2500,
    kept: 0,
  });
  expect(server.urls()).toEqual(lines.toReversed());
  expect(server.batches.map((batch) => batch.length)).toEqual([1000, 1000, 1000, 500]);
});

test('Stop takes effect between two requests, and what was refused is told', async () => {
  const server = createServer();
  const desk = createImportDesk(server, () => {});
  const lines = Array.from({ length: 1200 }, (_, index) => `https://refuse.example/${index} R`);
  await desk.open(lines.join('\n'));
  desk.begin(['new']);
  desk.stop();
  await ended(desk);
  const progress = stepOf(desk, 'import').run.progress();
  expect(progress).toMatchObject({ phase: 'stopped', done: 1000, total: 1200 });
  expect(progress.refused[0]).toEqual({
    row: 1200,
    url: 'https://refuse.example/1199',
    description: 'R',
    reason: 'No.',
  });
});

test('nothing can be imported before it is known what is saved; it can be asked again', async () => {
  const server = createServer();
  const desk = createImportDesk(server, () => {});
  server.fail(1);
  await desk.open('https://a.example');
  expect(stepOf(desk, 'preview').check).toEqual({ kind: 'failed', message: 'No network.' });
  await desk.preview(null);
  expect(stepOf(desk, 'preview').check).toEqual({ kind: 'done' });
});

test('what cannot be read is told where it was chosen', async () => {
  const desk = createImportDesk(createServer(), () => {});
  const open = async (file: File | string) => {
    await desk.open(file);
    return stepOf(desk, 'source').failure;
  };
  expect(await open('  ')).toBe('Please paste at least one link.');
  expect(await open(new File([], 'a.csv'))).toBe('This file is empty.');
  expect(await open(new File(['{"links": []}'], 'a.json'))).toContain('was exported here');
  expect(await open(new File(['url,title\r\n'], 'a.csv'))).toBe('There is no row with a link in this file.');
  expect(await open(new File([new Uint8Array(51 * 1024 * 1024)], 'a.csv'))).toContain('larger than 50 MB');
});

test('ends of short links become links once the site is told', async () => {
  const desk = createImportDesk(createServer(), () => {});
  const file = new File(['id,url,slug,name,redirect_type\n1,https://a.example,knife,Knife,307\n'], 'a.csv');
  await desk.open(file);
  const { choices, plan } = stepOf(desk, 'preview');
  expect(plan.rows).toMatchObject([{ url: 'https://a.example', description: 'Knife', kind: 'new' }]);
  if (choices === null) throw new Error('A table has choices.');

  await desk.preview({ ...choices, url: 2 });
  expect(stepOf(desk, 'preview').plan.rows).toEqual([]);
  await desk.preview({ ...choices, url: 2, urlStart: 'https://blog.example' });
  expect(stepOf(desk, 'preview').plan.rows).toMatchObject([{ url: 'https://blog.example/knife' }]);
});
