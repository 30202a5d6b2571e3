import { expect } from 'vitest';

import { pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { hang } from '#provider/steps.ts';

import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(() => startModelServer(streamed(sampleAnswer), { WORKSPACE: 'own' }));

async function makeReady(desk: Workbench): Promise<void> {
  await desk.content.fill(sampleContent);
  for (const { description } of sampleLinks) await desk.tick(description);
}

test('a page that is loaded anew asks for what it has paid for, until Reset; what the reload ended is begun anew', async ({
  server,
  open,
}) => {
  const { provider } = server;
  const desk = await open({ links: sampleLinks });
  await makeReady(desk);
  await desk.generate.dblclick();
  await desk.waitForResult();
  const text = await desk.versionText();
  expect(provider.calls).toHaveLength(1);

  await desk.page.reload();
  await makeReady(desk);
  await desk.generate.click();
  await desk.waitForResult();
  expect(await desk.versionText()).toBe(text);
  expect(provider.calls).toHaveLength(1);

  await desk.reset.click();
  // The first edit is certain once the second one says something.
  const firstEdit = sampleAnswer.slice(0, sampleAnswer.indexOf(' lies an'));
  provider.answerWith(inOrder(streamHead, pieces(firstEdit), hang));
  await makeReady(desk);
  await desk.generate.click();
  await desk.page.getByText('Cooking begins').waitFor();
  expect(provider.calls).toHaveLength(2);

  await desk.page.reload();
  await expect.poll(() => provider.calls[1]?.abortedAt).not.toBeNull();
  provider.answerWith(streamed(sampleAnswer));
  await makeReady(desk);
  await desk.generate.click();
  await desk.waitForResult();
  expect(provider.calls).toHaveLength(3);
  // The browser tells of the first answer to the old key, which the page has met with a new one.
  await desk.takeFaults(/status of 409/);
});
