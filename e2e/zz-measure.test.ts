import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }), { keepsPage: true });

test('measure', async ({ open }) => {
  const times: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const desk = await open();
    const { page } = desk;
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await desk.addLink({ url: 'https://shop.example/x', description: 'First one' });
    await page.context().setOffline(true);
    for (let index = 0; index < 60; index += 1)
      await desk.addLink({ url: `https://shop.example/${index}`, description: `Queued ${index}.` });
    const responses: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/api/links'))
        responses.push(Date.now());
    });
    const start = Date.now();
    await page.context().setOffline(false);
    await expect.poll(() => responses.length, { interval: 20 }).toBe(60);
    times.push(`${((responses[0] ?? 0) - start) / 1000}/${((responses.at(-1) ?? 0) - start) / 1000}`);
    console.log('ROUND', times.at(-1));
    desk.faults.length = 0;
    await page.close();
  }
}, 900_000);
