import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { ownKeyMessages } from '#core/errors/problem-messages.ts';
import { chunk, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder, inTurn } from '#provider/exchange.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { hang, refuse, respond } from '#provider/steps.ts';

import { accessibilityFaults, colorFaults } from './harness/axe.ts';
import { passTo, startProxy, type Answer } from './harness/proxy.ts';
import { journeyOn, type OpenApp } from './harness/journey.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import { tabNames, type AppPage } from './harness/app-page.ts';

const secretKey = 'sk-own-0123456789abcdef';

const base = journeyOn(async () => {
  const server = await startServer({ LOG_LEVEL: 'trace', ALLOWED_HOSTS: 'links.example' });
  await server.saveLinks(sampleLinks);
  return server;
});

const test = base
  .extend('provider', async ({}, { onCleanup }) => {
    const provider = await startProvider(streamed(sampleAnswer));
    onCleanup(() => provider.close());
    return provider;
  })
  .extend('elsewhere', async ({}, { onCleanup }) => {
    const elsewhere = await startProvider(refuse(418));
    onCleanup(() => elsewhere.close());
    return elsewhere;
  });

/** Passes requests on with another host name than that of the visitor's own machine. */
const elsewhereThan =
  (url: string): Answer =>
  (call, response) => {
    call.headers.host = 'links.example';
    passTo(url)(call, response);
  };

/** Opens a page that is ready to generate and records all requests to our server. */
async function openReady(open: OpenApp, provider: Provider) {
  const app = await open({ asks: [provider.baseUrl] });
  const asked: string[] = [];
  app.page.on('request', (request) => {
    if (!request.url().startsWith(provider.baseUrl))
      asked.push(JSON.stringify([request.method(), request.url(), request.headers(), request.postData()]));
  });
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);
  return { app, asked };
}

/** Completes the dialog by keyboard alone, with all possible mistakes. */
async function enterByKeyboard({ page, button, dialog }: AppPage, baseUrl: string): Promise<void> {
  const { keyboard } = page;
  const mistakes = dialog.getByRole('alert');
  await button('Use your own key').press('Enter');
  await dialog.getByLabel('Provider').waitFor();
  await keyboard.press('Tab');
  await keyboard.type('https://evil.example/v1');
  await keyboard.press('Enter');
  await mistakes.getByText('This page may not call evil.example.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await keyboard.press('ControlOrMeta+A');
  // The address as in a provider's manual, with a space that was copied too.
  await keyboard.insertText(`${baseUrl}/chat/completions/ `);
  await keyboard.press('Tab');
  await keyboard.press('Backspace');
  await keyboard.press('Enter');
  await mistakes.getByText('Please enter the name of a model').waitFor();
  await keyboard.type('gpt-4');
  await keyboard.press('Tab');
  await keyboard.insertText(` Bearer ${secretKey} `);
  await keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`Own key: gpt-4 at ${new URL(baseUrl).host}`).waitFor();
}

/** Returns an answer that puts in only this link. */
const answerFor = (url: string) =>
  ['SAFE', 'INTERESTING', 'CRAZY']
    .map((marker) => `VERSION: ${marker}\nINSERT 6: The peelings go into [[a bowl]]((${url})).\n`)
    .join('');

async function enter(app: AppPage, baseUrl: string): Promise<void> {
  await app.button('Use your own key').click();
  await app.dialog.getByLabel('Base URL').fill(baseUrl);
  await app.dialog.getByLabel('Model').fill('gpt-4');
  await app.dialog.getByLabel('Key', { exact: true }).fill(secretKey);
  await app.dialog.getByRole('checkbox', { name: 'Remember it on this device' }).check();
  await app.dialog.getByRole('button', { name: 'Use this key' }).click();
  await app.dialog.waitFor({ state: 'detached' });
}

/** Returns all that the browser stores for the page, as text. */
function storedIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    const finish = <Value>(asked: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finish(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        stored.push(await finish(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(stored);
  });
}

test('an own key goes from the browser to the provider, and nowhere else', async ({
  server,
  open,
  provider,
  elsewhere,
}) => {
  const { app, asked } = await openReady(open, provider);
  await enterByKeyboard(app, provider.baseUrl);

  const begun = `It begins with [[a knife]]((${sampleLinks[0].url})).`;
  const half = `VERSION: SAFE\nINSERT 3: ${begun}\nVERSION: INTERESTING\nINSERT 3: It goes`;
  provider.answerWith(inOrder(streamHead, chunk({ content: half }), hang));
  await app.generate.click();
  await app.page.getByText('1 of 2 links added').waitFor();
  await app.stop.click();
  await app.page.getByText('It begins').waitFor();
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();

  provider.answerWith(respond(302, 'text/plain', '', { location: `${elsewhere.baseUrl}/chat/completions` }));
  await app.generate.click();
  expect(await app.takeAlert()).toBe(ownKeyMessages['provider-moved']);
  expect(elsewhere.calls).toEqual([]);
  // Chromium reports the target of a redirect before it refuses it.
  await app.takeFaults(/^foreign request/);

  provider.answerWith(refuse(401, { message: `Incorrect API key provided: ${secretKey}` }));
  await app.generate.click();
  expect(await app.takeAlert()).toBe(ownKeyMessages['provider-unauthorized']);
  expect(await app.takeFaults(/401/)).toHaveLength(1);

  provider.answerWith(streamed(sampleAnswer));
  await app.generate.click();
  await app.waitForResult();
  // Who pays sees what the generation took, in the dialog of the export alone.
  expect(await app.page.getByText('tokens in').count()).toBe(0);
  await app.button('Export').click();
  await app.dialog.getByText(/^This generation: [\d,]+ tokens in, [\d,]+ out/u).waitFor();
  await app.page.keyboard.press('Escape');
  await expect
    .poll(async () => (await app.anchors()).map(({ href }) => href))
    .toEqual(sampleLinks.map(({ url }) => url));

  expect(provider.calls).toHaveLength(4);
  for (const { path, headers, body } of provider.calls) {
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${secretKey}`]);
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    expect(JSON.stringify(body)).toContain('Learning to cook again');
  }
  expect(asked.join('\n')).toContain('/api/links');
  expect(asked.join('\n')).not.toContain('/api/generations');
  expect(asked.join('\n')).not.toContain(secretKey);
  await expect.poll(server.log).toContain('/api/links');
  expect(server.log()).not.toMatch(new RegExp(`${secretKey}|/api/generations`, 'u'));

  expect(await storedIn(app.page)).not.toContain(secretKey);
  await app.page.reload();
  await app.button('Use your own key').waitFor();
});

test('a remembered key survives a reload, works without our server, and is deleted everywhere when it is forgotten', async ({
  open,
  provider,
}) => {
  const { app, asked } = await openReady(open, provider);
  const siteWriter = app.page.getByText('No AI model connected');
  await siteWriter.waitFor();
  await enter(app, provider.baseUrl);
  await siteWriter.waitFor({ state: 'detached' });
  await app.page.reload();
  await app.button('Change').waitFor();
  await app.rows.first().waitFor();
  const other = await app.page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Change' }).waitFor();

  // The page has cached links, and one that no server has yet.
  await app.page.route('**/api/**', (route) => route.abort());
  const unsent = { url: 'https://shop.example/bowl?unsent', description: 'A bowl that is not saved yet' };
  await app.addLink(unsent);
  await app.content.fill(sampleContent);
  // The first answer lacks the unsent link.
  provider.answerWith(inTurn(streamed(sampleAnswer), streamed(answerFor(unsent.url))));
  await app.generate.click();
  await app.waitForResult();
  const woven = [unsent, ...sampleLinks].map(({ url }) => url);
  for (const name of tabNames) {
    await app.tab(name).click();
    expect((await app.anchors()).map(({ href }) => href)).toEqual(woven);
  }
  const [first, repair, ...more] = provider.calls.map(({ body }) => JSON.stringify(body));
  // No query of a URL reaches a model.
  for (const { description } of [unsent, ...sampleLinks]) expect(first).toContain(description);
  expect(first).not.toContain('?unsent');
  expect(repair).toContain(unsent.description);
  for (const { description } of sampleLinks) expect(repair).not.toContain(description);
  expect(more).toEqual([]);
  await app.page.unroute('**/api/**');

  expect(await storedIn(app.page)).toContain(secretKey);
  await app.button('Change').click();
  await app.dialog.getByRole('button', { name: 'Forget key' }).click();
  await app.button('Use your own key').waitFor();
  await siteWriter.waitFor();
  await other.getByRole('button', { name: 'Use your own key' }).waitFor();
  expect(await storedIn(app.page)).not.toContain(secretKey);
  expect(asked.join('\n')).not.toContain(secretKey);
  await app.takeFaults(/ERR_FAILED/);
});

test('a text of more than 20,000 words is worked on in a worker, which ends with the generation', async ({
  open,
  provider,
}) => {
  const { app } = await openReady(open, provider);
  await enter(app, provider.baseUrl);
  const workers: string[] = [];
  app.page.on('worker', (worker) => workers.push(worker.url()));
  const running = () => app.page.workers().filter((worker) => worker.url().includes('/task-worker-'));

  // The call that is stopped shows that the worker has planned it.
  provider.answerWith(inOrder(streamHead, hang));
  await app.content.fill(`${sampleContent}\n\n${'It is so. '.repeat(7000)}`);
  await app.generate.click();
  await expect.poll(() => provider.calls.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(workers.filter((url) => url.includes('/task-worker-'))).toHaveLength(1);
  await app.stop.click();
  await expect.poll(running).toEqual([]);

  provider.answerWith(streamed(sampleAnswer));
  await app.generate.click();
  await app.waitForResult();
  await expect
    .poll(async () => (await app.anchors()).map(({ href }) => href))
    .toEqual(sampleLinks.map(({ url }) => url));
  expect(workers.filter((url) => url.includes('/task-worker-'))).toHaveLength(2);
  await expect.poll(running).toEqual([]);
});

test('a page from another origin calls this device only if the visitor opened it for that', async ({
  server,
  open,
  provider,
  onTestFinished,
}) => {
  const proxy = await startProxy(elsewhereThan(server.url));
  onTestFinished(() => proxy.stop());
  const app = await open({ origin: proxy.url, asks: [provider.baseUrl] });
  const { page, dialog } = app;
  const reach = () =>
    page.evaluate((url) => fetch(url, { mode: 'no-cors' }).then(() => 'called', String), provider.baseUrl);
  expect(await reach()).toContain('Failed to fetch');
  expect(provider.calls).toEqual([]);
  await app.takeFaults(/Content Security Policy/);

  await app.button('Use your own key').click();
  await dialog.getByLabel('Base URL').fill(provider.baseUrl);
  await dialog.getByLabel('Model').fill('gpt-4');
  await dialog.getByRole('button', { name: 'Use this model' }).click();
  await dialog.getByRole('alert').getByText('This page was opened without access to this device.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const opening = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'open this page with access to this device' }).click();
  const opened = await opening;
  expect(opened.url()).toBe(`${proxy.url}/?this-device`);
  await opened.close();

  await page.goto('/?this-device');
  await enter(app, provider.baseUrl);
  // The next visit is redirected there.
  await page.goto('/');
  await page.waitForURL('/?this-device');
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.waitForResult();
  expect(provider.calls.length).toBeGreaterThan(0);
});
