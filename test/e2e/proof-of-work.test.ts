import { expect } from 'vitest';

import { createGate } from '#provider/steps.ts';

import { streamed } from '#provider/completion-steps.ts';

import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';

const test = journeyOn(() =>
  startModelServer(streamed(sampleAnswer), {
    WORKSPACE: 'own',
    ALTCHA: 'on',
    ALTCHA_SECRET: 'a secret of sixteen',
  }),
);

test('with proof of work the browser works in the background, shows that it waits, and requests a new challenge after a refusal', async ({
  server,
  open,
}) => {
  const app = await open({ links: sampleLinks });
  const { page } = app;
  for (const { description } of sampleLinks) await app.tick(description);
  const worker = page.waitForEvent('worker');
  await app.content.fill(sampleContent);
  expect((await worker).url()).toContain('/assets/proof-worker');
  await app.generate.click();
  await app.waitForResult();
  expect(server.provider.calls).toHaveLength(1);

  // The challenge does not arrive, so the click waits. Stop ends the wait.
  const challenge = createGate();
  await page.route('**/api/challenge', async (route) => {
    await challenge.opened;
    await route.continue();
  });
  await app.reset.click();
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);
  await app.generate.click();
  await page.getByText('A short check keeps robots away.').waitFor();
  await app.stop.click();
  await page.getByText('A short check keeps robots away.').waitFor({ state: 'detached' });
  expect(server.provider.calls).toHaveLength(1);

  let tries = 0;
  await page.route('**/api/generations', async (route) => {
    tries += 1;
    const headers = await route.request().allHeaders();
    await route.continue({ headers: tries === 1 ? { ...headers, altcha: 'expired' } : headers });
  });
  challenge.open();
  await app.generate.click();
  await app.waitForResult();
  expect(await app.takeFaults(/403/)).toHaveLength(1);
  expect([tries, server.provider.calls.length]).toEqual([2, 2]);
});
