import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';

const [knife] = sampleLinks;
const test = journeyOn(() => startServer({ WORKSPACE: 'own', BASE_PATH: '/linkweft' }), { keepsPage: true });

test('below a path the page saves, generates, exports and opens without a network', async ({
  open,
  server,
}) => {
  const app = await open({ path: '/linkweft?from=bookmark' });
  const { page } = app;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  expect(new URL(page.url()).pathname).toBe('/linkweft/');
  await app.addLink(knife);
  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.waitForResult();
  expect(await app.anchors()).toEqual(expect.arrayContaining([expect.objectContaining({ href: knife.url })]));
  expect(asked.filter((path) => !path.startsWith('/linkweft/'))).toEqual([]);

  const bookmarklet = await page.evaluate(() => `${location.origin}${location.pathname}`);
  expect(bookmarklet).toBe(`${server.url}/linkweft/`);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return link === null ? null : (await fetch(link.href)).json();
  });
  expect(manifest).toMatchObject({ start_url: './' });

  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.match('/linkweft/', { ignoreVary: true })) !== undefined),
    )
    .toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Free Link Integrator' }).waitFor();
  await app.takeFaults(/ERR_INTERNET_DISCONNECTED/u);
  await page.context().setOffline(false);
});

test('a proxy may keep the path or cut it off, and other paths do not exist', async ({ server }) => {
  const statusOf = async (path: string) =>
    (await fetch(`${server.url}${path}`, { redirect: 'manual' })).status;
  expect(await statusOf('/linkweft/api/links')).toBe(200);
  expect(await statusOf('/api/links')).toBe(200);
  expect(await statusOf('/linkweft/readyz')).toBe(200);
  expect(await statusOf('/other/api/links')).toBe(404);
  expect(await statusOf('/linkweftx/api/links')).toBe(404);
  const { status, headers } = await fetch(`${server.url}/linkweft?url=a`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([308, '/linkweft/?url=a']);
  const missing = await fetch(`${server.url}/linkweft/none`, { headers: { accept: 'text/html' } });
  const page = await missing.text();
  const styles = /<link rel="stylesheet"[^>]* href="([^"]+)"/u.exec(page)?.[1];
  expect(page).toContain('href="/linkweft/">');
  expect(await statusOf(styles ?? '')).toBe(200);
});
