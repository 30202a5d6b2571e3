import { request as requestFrom } from 'node:http';

import { expect } from 'vitest';

import { startFront } from './harness/front.ts';
import type { Answer } from './harness/front.ts';
import { journeyOn } from './harness/journey.ts';
import { kept } from './harness/kept.ts';
import { startServer } from './harness/server.ts';

const limit = 1_048_576;
const test = journeyOn(() => startServer({ WORKSPACE: 'own', LOCAL_CACHE_BYTES: String(limit) }));

const large = (index: number) => ({
  url: `https://shop.example/${index}?${'x'.repeat(8000)}`,
  description: `Large ${index}`,
});

test('the cache keeps to its limit: links seen longest ago make room, and what is unsent stays', async ({
  open,
}) => {
  const desk = await open({ links: Array.from({ length: 45 }, (_, index) => large(index)) });
  const { page } = desk;
  await expect
    .poll(async () => (await kept(page)).links.map(({ description }) => description))
    .toContain('Large 44');
  await page.route('**/api/links', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await desk.addLink({ url: 'https://shop.example/unsent', description: 'Unsent' });
  for (const count of [11, 16, 46]) {
    await desk.button('Show more').click();
    await expect.poll(() => desk.rows.count()).toBe(count);
  }
  await expect
    .poll(async () => (await kept(page)).links.map(({ description }) => description))
    .toContain('Large 0');
  const { links, outbox } = await kept(page);
  const bytes = links.reduce((sum, link) => sum + link.bytes, 0);
  expect(bytes).toBeLessThanOrEqual(limit);
  expect(bytes).toBeGreaterThan(limit * 0.9);
  expect(links.map(({ description }) => description)).not.toContain('Large 35');
  expect(outbox).toMatchObject([{ link: { description: 'Unsent' } }]);
  desk.faults.length = 0;
});

/** Passes on as a browser would see it that keeps no cookies. */
function withoutCookies(url: string): Answer {
  return (call, response) => {
    const { cookie: _cookie, ...headers } = call.headers;
    const onward = requestFrom(new URL(call.url ?? '/', url), { method: call.method, headers }, (answer) => {
      const { 'set-cookie': _set, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    call.pipe(onward);
  };
}

test('a browser that keeps no cookie is told, in words, that its links cannot be found again', async ({
  server,
  open,
}) => {
  const front = await startFront(withoutCookies(server.url));
  const desk = await open({ origin: front.url });
  await desk.button('Add Link').first().click();
  await desk.dialog.getByLabel('Affiliate URL').fill('https://shop.example/');
  await desk.dialog.getByLabel("What's this link about").fill('Lost knife');
  await desk.dialog.getByRole('button', { name: 'Add Link' }).click();
  await desk.page.getByRole('alert').filter({ hasText: 'does not keep this site’s cookie' }).waitFor();
  await desk.page.close();
  await front.stop();
});

test('a newer page that takes over the database, and one that clears it, leave this one working', async ({
  open,
}) => {
  const desk = await open();
  const { page } = desk;
  await desk.addLink({ url: 'https://shop.example/1', description: 'Before' });
  const replace = (version: number | null) =>
    page.evaluate(
      (next) =>
        new Promise<string>((resolve) => {
          const request =
            next === null ? indexedDB.deleteDatabase('linkweft') : indexedDB.open('linkweft', next);
          request.addEventListener('blocked', () => resolve('blocked'));
          request.addEventListener('success', () => {
            if (request.result instanceof IDBDatabase) request.result.close();
            resolve('done');
          });
        }),
      version,
    );
  expect(await replace(null)).toBe('done');
  await desk.addLink({ url: 'https://shop.example/2', description: 'After it was cleared' });
  await expect.poll(async () => (await kept(page)).links.length).toBeGreaterThan(0);
  expect(await replace(2)).toBe('done');
  await desk.addLink({ url: 'https://shop.example/3', description: 'Beside a newer page' });
  await page.reload();
  await page.getByRole('checkbox', { name: 'Beside a newer page' }).waitFor();
  await page.getByRole('checkbox', { name: 'After it was cleared' }).waitFor();
});
