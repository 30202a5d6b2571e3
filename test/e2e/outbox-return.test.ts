import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

import { atScale } from '#scripts/at-scale.ts';
import { countCases, noteSlowest } from '#scripts/count-cases.ts';

import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { leaveNetwork, saved, secondTab } from './harness/tabs.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }), { keepsPage: true });
const link = (description: string) => ({ url: `https://shop.example/${description.length}`, description });

const rounds = atScale(1, 12);
const queued = atScale(20, 60);
/**
 * Limits in milliseconds after the network returns. They apply only at full scale, where the machine runs nothing else.
 */
const within = {
  oneLeft: atScale(Number.POSITIVE_INFINITY, 2000),
  queue: atScale(Number.POSITIVE_INFINITY, 10_000),
};

/** Records the saves of the page and the time of the last answer. */
function watchSaves(page: Page) {
  const sent: string[] = [];
  let answeredAt = Number.NaN;
  const isSave = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/links');
  const descriptionOf = (request: Request) => String(request.postDataJSON().description);
  // A try without a network gets no answer.
  page.on('response', (response) => {
    const request = response.request();
    if (!isSave(request)) return;
    sent.push(descriptionOf(request));
    answeredAt = performance.now();
  });
  return { taken: () => sent.splice(0), answeredAt: () => answeredAt };
}

/** Restores the network and returns the time, in milliseconds. */
async function rejoinNetwork({ page }: AppPage): Promise<number> {
  const now = performance.now();
  await page.context().setOffline(false);
  return now;
}

test(`${queued} offline changes are all sent when the network returns, in order and each once`, async ({
  cleanApp: app,
  task,
}) => {
  countCases({ task }, rounds * queued);
  const { page } = app;
  const saves = watchSaves(page);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const descriptions = Array.from({ length: queued }, (_, index) => `Queued ${index} in round ${round}`);
    await leaveNetwork(app);
    for (const description of descriptions) await app.addLink(link(description));
    saves.taken();
    const returnedAt = await rejoinNetwork(app);
    await expect.poll(() => page.locator('.unsaved-note').count()).toBe(0);
    const own = new RegExp(`in round ${round}$`, 'u');
    await expect.poll(() => saved(page, own).then(({ length }) => length)).toBe(queued);
    expect(saves.taken()).toEqual(descriptions);
    times.push(saves.answeredAt() - returnedAt);
    app.faults.length = 0;
  }
  expect(noteSlowest({ task }, times)).toBeLessThanOrEqual(within.queue);
});

test('an open tab sends the changes of a closed tab when the network returns', async ({ open, task }) => {
  countCases({ task }, rounds);
  const app = await open({ path: 'about:blank' });
  const { page } = app;
  // The open tab gets no messages from the other one, like a tab that the browser has suspended.
  await page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {};
  });
  await page.goto('/');
  await app.button('Add Link').first().waitFor();
  const saves = watchSaves(page);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const other = await secondTab(app);
    await leaveNetwork(other);
    await other.addLink(link(`Left by a closed tab in round ${round}`));
    await other.page.close();
    const returnedAt = await rejoinNetwork(app);
    const own = new RegExp(`in round ${round}$`, 'u');
    await expect.poll(() => saved(page, own).then(({ length }) => length)).toBe(1);
    await expect.poll(saves.answeredAt).toBeGreaterThan(returnedAt);
    times.push(saves.answeredAt() - returnedAt);
    app.faults.length = 0;
  }
  expect(noteSlowest({ task }, times)).toBeLessThanOrEqual(within.oneLeft);
});
