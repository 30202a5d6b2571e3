import { expect } from 'vitest';

import { done, pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import { createGate, end, hang } from '#provider/steps.ts';

import { journeyOn } from './harness/journey.ts';
import { expectWork, makeReady, storedOrders, ticked } from './harness/last-work.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import { secondTab } from './harness/tabs.ts';
import { createAppPage } from './harness/app-page.ts';

const test = journeyOn(() => startModelServer(streamed(sampleAnswer), { WORKSPACE: 'own' }));

test('after a reload the page requests the paid generation again, until Reset; a generation that was running at the reload is the same one; a generation that was stopped starts again', async ({
  server,
  open,
}) => {
  const { provider } = server;
  const app = await open({ links: sampleLinks });
  await makeReady(app);
  await app.generate.dblclick();
  await app.waitForResult();
  const text = await app.versionText();
  expect(provider.calls).toHaveLength(1);

  await app.page.reload();
  await makeReady(app);
  await app.generate.click();
  await app.waitForResult();
  expect(await app.versionText()).toBe(text);
  expect(provider.calls).toHaveLength(1);

  await app.reset.click();
  // The first version is whole, and shown, once the second one has begun.
  const firstVersion = sampleAnswer.slice(
    0,
    sampleAnswer.indexOf('INSERT', sampleAnswer.indexOf('INTERESTING')),
  );
  provider.answerWith(inOrder(streamHead, pieces(firstVersion), hang));
  await makeReady(app);
  await app.generate.click();
  await app.page.getByText('Cooking begins').waitFor();
  expect(provider.calls).toHaveLength(2);

  await app.page.reload();
  await makeReady(app);
  await app.generate.click();
  await app.page.getByText('Cooking begins').waitFor();
  expect(provider.calls).toHaveLength(2);
  expect(provider.calls[1]?.abortedAt).toBeNull();

  const key = await app.page.evaluate(() => sessionStorage.getItem('lastClick'));
  await app.page.reload();
  await app.page.evaluate(async (entry) => {
    const headers = { 'idempotency-key': entry?.split(' ')[0] ?? '' };
    await fetch('/api/generations', { method: 'DELETE', headers });
  }, key);
  await expect.poll(() => provider.calls[1]?.abortedAt).not.toBeNull();
  provider.answerWith(streamed(sampleAnswer));
  await makeReady(app);
  await app.generate.click();
  await app.waitForResult();
  expect(provider.calls).toHaveLength(3);
  // The browser logs the 409 for the old key. After it, the page used a new key.
  await app.takeFaults(/status of 409/);
});

test('Generate directly after Stop waits for the settlement of the stopped call, and pays once', async ({
  open,
}) => {
  const provider = await startProvider(inOrder(streamHead, pieces('Give'), hang));
  const limited = await startServer({
    WORKSPACE: 'own',
    LIMIT_RUNNING_PER_WORKSPACE: '1',
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'local',
    OPENAI_CONTEXT_WINDOW: '1000000',
    OPENAI_MAX_OUTPUT: '500000',
  });
  try {
    const app = await open({ origin: limited.url, links: sampleLinks });
    await makeReady(app);
    for (let round = 0; round < 3; round += 1) {
      provider.answerWith(inOrder(streamHead, pieces('Give'), hang));
      await app.generate.click();
      await expect.poll(() => provider.calls.length).toBe(2 * round + 1);
      provider.answerWith(streamed(sampleAnswer));
      await app.stop.click();
      await app.generate.click();
      await app.waitForResult();
      expect(provider.calls).toHaveLength(2 * round + 2);
      expect(provider.calls.at(2 * round)?.abortedAt).not.toBeNull();
      await app.reset.click();
      await makeReady(app);
    }
    expect(app.alerts).toEqual([]);
    // The browser logs a request that came before the settlement.
    const refused = app.faults.filter((fault) => /status of 429/.test(fault));
    expect(app.faults.splice(0)).toEqual(refused);
  } finally {
    await limited.stop();
    await provider.close();
  }
});

test('Reset in a duplicated tab ends no generation that the first tab watches', async ({
  server: { provider },
  open,
}) => {
  const app = await open({ links: sampleLinks });
  await makeReady(app);
  const writeOn = createGate();
  provider.answerWith(
    inOrder(streamHead, pieces('VERSION: SAFE'), writeOn.step, pieces(sampleAnswer), done, end),
  );
  const before = provider.calls.length;
  await app.generate.click();
  await expect.poll(() => provider.calls.length).toBe(before + 1);
  // The page stores a change a little later.
  await expect.poll(() => storedOrders(app)).toEqual([sampleContent]);
  // The new tab gets a copy of the session storage, as a duplicated one does.
  const popup = app.page.waitForEvent('popup');
  await app.page.evaluate(() => void window.open(location.href));
  const other = createAppPage({ ...app, page: await popup });
  // Screen readers hear of it before the line is there, and Undo belongs to the line.
  await other.page.locator('.paste-notice', { hasText: 'Your generation is still running.' }).waitFor();
  await other.reset.click();
  await other.button('Everything cleared. Undo').waitFor();
  await other.page.close();
  writeOn.open();
  await app.waitForResult();
  expect(provider.calls[before]?.abortedAt).toBeNull();
});

test('Reset in one tab leaves the ticks of another tab, also when the first one goes on', async ({
  open,
}) => {
  const app = await open({ links: sampleLinks });
  await makeReady(app);
  const other = await secondTab(app);
  await other.content.fill('A text of the other tab.');
  await expect.poll(() => ticked(other).count()).toBe(2);
  await app.reset.click();
  await expectWork(app, '', 0);
  await app.tick(sampleLinks[0].description);
  await expect.poll(() => ticked(app).count()).toBe(1);
  await expectWork(other, 'A text of the other tab.');
  expect(await other.generate.getAttribute('aria-disabled')).toBeNull();
  // What is unticked there is unticked here, as before.
  await app.page.getByRole('checkbox', { name: sampleLinks[0].description }).uncheck();
  await expect.poll(() => ticked(other).count()).toBe(1);
});
