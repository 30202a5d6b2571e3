import { expect } from 'vitest';

import { done, pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { createGate, end, hang } from '#provider/steps.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import {
  comeBack,
  expectWork,
  makeReady,
  makeResult,
  restore,
  startCall,
  stored,
} from './harness/last-work.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { leaveNetwork, secondTab } from './harness/tabs.ts';
import { pressWords, textOf } from './harness/version-text.ts';
import { confirmDeleteAll, openData } from './harness/your-data.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startModelServer(streamed(sampleAnswer), { WORKSPACE: 'own' }), {
  keepsPage: true,
});

const bothLinks = { links: sampleLinks };
const undo = (app: AppPage) => app.button('Everything cleared. Undo');
const offered = (app: AppPage) => app.page.locator('.paste-notice q').allTextContents();
const found = (app: AppPage, message: string) => app.page.locator('.paste-notice', { hasText: message });

/** Takes the knife out of the shown version. Returns the text without it. */
async function takeOut(app: AppPage): Promise<string> {
  const before = await textOf(app);
  await pressWords(app, 'Cooking begins');
  await app.page.getByRole('toolbar').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => textOf(app)).not.toBe(before);
  return textOf(app);
}

test('Undo after Reset brings the text, the ticks and the edited versions back, by click and by keys', async ({
  open,
}) => {
  const app = await open(bothLinks);
  await makeResult(app);
  const edited = await takeOut(app);
  await app.page.evaluate(() => window.addEventListener('resetApp', () => document.body.append('RESET')));

  await app.reset.click();
  await app.page.getByText('RESET').waitFor();
  await expectWork(app, '', 0);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await undo(app).click();
  await expectWork(app);
  await expect.poll(() => textOf(app)).toBe(edited);
  // The history of the changes is back too.
  await app.button('Undo').click();
  await expect.poll(() => textOf(app)).toContain('Cooking begins');
  await app.button('Redo').click();

  await app.reset.click();
  await expectWork(app, '', 0);
  await app.page.keyboard.press('ControlOrMeta+z');
  await expectWork(app);
  await expect.poll(() => textOf(app)).toBe(edited);
});

test('Reset during a generation ends the call, and Undo brings the text and the ticks back', async ({
  server,
  open,
}) => {
  const app = await open(bothLinks);
  await makeReady(app);
  server.provider.answerWith(inOrder(streamHead, pieces('VERSION: SAFE'), hang));
  await startCall(app, server);
  await app.reset.click();
  await expect.poll(() => server.provider.calls.at(-1)?.abortedAt).not.toBeNull();
  await undo(app).click();
  await expectWork(app);
  server.provider.answerWith(streamed(sampleAnswer));
  await app.generate.click();
  await app.waitForResult();
});

test('eight seconds after Reset the text is forgotten; words written in the meantime stay, and come back with Undo of Undo', async ({
  open,
}) => {
  const app = await open(bothLinks);
  await makeReady(app);
  await app.reset.click();
  await undo(app).waitFor();
  // Undo is offered at once, and the database stores the text a moment later.
  await expect.poll(() => stored(app)).toEqual([sampleContent]);
  await undo(app).waitFor({ state: 'detached' });
  await expect.poll(() => stored(app)).toEqual([]);
  await app.page.reload();
  await app.content.waitFor();
  await app.page.waitForLoadState('networkidle');
  expect(await restore(app).count()).toBe(0);

  await makeReady(app);
  await app.reset.click();
  await app.content.fill('New words.');
  await undo(app).click();
  await expectWork(app);
  await app.button('Your text is back. It replaced another one. Undo').click();
  await expectWork(app, 'New words.');
});

test('a reload at any moment loses nothing: one click brings the text, the ticks and the edited versions back', async ({
  server,
  open,
}) => {
  const app = await open(bothLinks);
  // Before anything was written, there is nothing to restore.
  await app.page.reload();
  await app.rows.first().waitFor();
  expect(await restore(app).count()).toBe(0);

  // While typing: the last letter comes back, too.
  await app.content.pressSequentially('I cook');
  await comeBack(app);
  await expectWork(app, 'I cook', 0);

  // While ticking.
  await app.content.fill(sampleContent);
  await app.tick(sampleLinks[0].description);
  await comeBack(app);
  await expectWork(app, sampleContent, 1);
  await app.tick(sampleLinks[1].description);

  // While a generation runs: before the first words, in the middle and near the end. It goes on.
  for (const part of [0.1, 0.5, 0.9]) {
    const at = Math.floor(part * sampleAnswer.length);
    const writing = createGate();
    server.provider.answerWith(
      inOrder(
        streamHead,
        pieces(sampleAnswer.slice(0, at)),
        writing.step,
        pieces(sampleAnswer.slice(at)),
        done,
        end,
      ),
    );
    const before = await startCall(app, server);
    // The text may be changed in the meantime.
    const typed = part === 0.1 ? `${sampleContent} More.` : sampleContent;
    await app.content.fill(typed);
    await app.page.reload();
    await found(app, 'Your generation is still running.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    // The generation is found while it runs, after its end, and before the page knows of it.
    if (part === 0.5) writing.open();
    if (part === 0.5) await found(app, 'Your generation is finished.').waitFor();
    if (part === 0.9) await app.page.reload();
    await restore(app).click();
    if (part !== 0.5) await app.stop.waitFor();
    writing.open();
    await app.waitForResult();
    await expectWork(app, typed);
    expect(await textOf(app)).toContain('Cooking begins');
    expect(server.provider.calls.slice(before).map(({ abortedAt }) => abortedAt)).toEqual([null]);
    await app.reset.click();
    await makeReady(app);
  }

  // Stop ends a generation that was found again. So does Reset before it was brought back.
  for (const kind of ['Stop', 'Reset'] as const) {
    server.provider.answerWith(inOrder(streamHead, pieces('VERSION: SAFE'), hang));
    const before = await startCall(app, server);
    await app.page.reload();
    await found(app, 'Your generation is still running.').waitFor();
    if (kind === 'Stop') await restore(app).click();
    expect(server.provider.calls[before]?.abortedAt).toBeNull();
    await app.button(kind).click();
    await expect.poll(() => server.provider.calls[before]?.abortedAt).not.toBeNull();
    if (kind === 'Reset') {
      // Undo offers the ticks that Reset has cleared. After that, the earlier text is offered again.
      await undo(app).waitFor();
      await restore(app).waitFor();
      await restore(app).click();
    }
    await expectWork(app);
  }

  // The reloads after the generation: while a version is edited, and without a network.
  server.provider.answerWith(streamed(sampleAnswer));
  await app.generate.click();
  await app.waitForResult();
  const safe = await textOf(app);
  await comeBack(app);
  await expectWork(app);
  await expect.poll(() => textOf(app)).toBe(safe);
  const edited = await takeOut(app);
  await comeBack(app);
  await expect.poll(() => textOf(app)).toBe(edited);
  await app.button('Undo').click();
  await expect.poll(() => textOf(app)).toBe(safe);
  await app.button('Redo').click();
  await leaveNetwork(app);
  await comeBack(app);
  await expectWork(app);
  await expect.poll(() => textOf(app)).toBe(edited);
  await app.page.context().setOffline(false);
  app.faults.splice(0);
});

test('an open tab replaces no stored text; deleted links are not ticked again, and "Your data" forgets the text', async ({
  open,
}) => {
  const app = await open(bothLinks);
  await makeReady(app);
  await expect.poll(() => stored(app)).toEqual([sampleContent]);
  const other = await secondTab(app);
  await other.content.fill('Another text of the other tab.');
  await expect.poll(() => stored(app)).toContain('Another text of the other tab.');
  // A reload restores the text that was on screen, although another tab has written since.
  await comeBack(app);
  await expectWork(app);
  expect(await stored(app)).toContain('Another text of the other tab.');
  await other.content.fill('Another text of the other tab.');
  await other.content.press('Space');
  await expect.poll(() => stored(app)).toContain('Another text of the other tab. ');
  const third = await secondTab(other);
  await third.page.getByText('Another text of the other tab').waitFor();
  // The tab that is left last is the one that comes back. The browser passes on what a tab writes a moment later.
  await app.page.close();
  await expect.poll(async () => (await stored(third))[0]).toBe(sampleContent);
  await other.page.close();
  await expect.poll(async () => (await stored(third))[0]).toBe('Another text of the other tab. ');
  await third.button(`Delete ${sampleLinks[0].description}`).click();
  await restore(third).click();
  await expectWork(third, 'Another text of the other tab. ', 1);

  await openData(third);
  await confirmDeleteAll(third);
  await third.dialog.getByText('All your data was deleted.').waitFor();
  await expect.poll(() => stored(third)).toEqual([]);
  await third.page.reload();
  await third.page.getByText('No links saved yet').waitFor();
  expect(await restore(third).count()).toBe(0);
  expect(await stored(third)).toEqual([]);
});

test('a text that was not brought back is offered beside the next ones, and comes back with its result', async ({
  open,
}) => {
  const app = await open(bothLinks);
  await makeResult(app);
  const safe = await textOf(app);
  for (const words of ['I cook.', 'I bake.']) {
    await app.page.reload();
    await restore(app).waitFor();
    await app.content.fill(words);
  }
  await app.page.reload();
  await restore(app).waitFor();
  expect(await offered(app)).toEqual(['I bake.…', 'I cook.…', expect.stringMatching(/^Learning to cook/)]);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  const last = app.page.getByRole('button', { name: 'Restore an earlier text' }).last();
  await last.click();
  await expectWork(app);
  await expect.poll(() => textOf(app)).toBe(safe);
  await last.waitFor({ state: 'detached' });

  await comeBack(app);
  await expectWork(app);

  // A text that is replaced by a restored one is offered beside it.
  await app.page.reload();
  await restore(app).waitFor();
  await app.content.fill('I stir.');
  await restore(app).click();
  await expectWork(app);
  await app.page.reload();
  await restore(app).waitFor();
  expect(await offered(app)).toEqual([expect.stringMatching(/^Learning to cook/), 'I stir.…', 'I bake.…']);
});
