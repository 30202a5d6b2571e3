import { expect } from 'vitest';

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
  const desk = await open({ links: sampleLinks });
  const { page } = desk;
  for (const { description } of sampleLinks) await desk.tick(description);
  const worker = page.waitForEvent('worker');
  await desk.content.fill(sampleContent);
  expect((await worker).url()).toContain('/assets/proof-worker');
  await desk.generate.click();
  await desk.waitForResult();
  expect(server.provider.calls).toHaveLength(1);

  // The challenge does not come: the click waits, and Stop ends the wait.
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/challenge', async (route) => {
    await held;
    await route.continue();
  });
  await desk.reset.click();
  for (const { description } of sampleLinks) await desk.tick(description);
  await desk.content.fill(sampleContent);
  await desk.generate.click();
  await page.getByText('A short check keeps robots away.').waitFor();
  await desk.stop.click();
  await page.getByText('A short check keeps robots away.').waitFor({ state: 'detached' });
  expect(server.provider.calls).toHaveLength(1);

  let tries = 0;
  await page.route('**/api/generations', async (route) => {
    tries += 1;
    const headers = await route.request().allHeaders();
    await route.continue({ headers: tries === 1 ? { ...headers, altcha: 'expired' } : headers });
  });
  letThrough();
  await desk.generate.click();
  await desk.waitForResult();
  expect(await desk.takeFaults(/403/)).toHaveLength(1);
  expect([tries, server.provider.calls.length]).toEqual([2, 2]);
});
