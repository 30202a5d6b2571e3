import { expect } from 'vitest';
import type { Locator } from 'playwright-core';

import { chunk, pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { hang } from '#provider/steps.ts';
import { accessibilityFaults } from './harness/axe.ts';
import { cutOffScripts, reconnectScripts } from './harness/cut-off-scripts.ts';
import { listen } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { restore } from './harness/last-work.ts';
import { makeReady } from './harness/meet-fault.ts';
import { startModelServer, type ModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { tabNames, type AppPage } from './harness/app-page.ts';

const incomplete = 'Select at least one link and add some content';
const resultShown = 'To discourage bots, you have to start over if you want different results';

async function withLinks(starting: Promise<ModelServer>): Promise<ModelServer> {
  const server = await starting;
  await server.saveLinks(sampleLinks);
  return server;
}

const test = journeyOn(() => withLinks(startModelServer(streamed(sampleAnswer))));

/** Streams up to the middle of the last version. Then it sends nothing and keeps the connection open. */
const half: Step = inOrder(
  streamHead,
  pieces(sampleAnswer.slice(0, sampleAnswer.lastIndexOf('Under it') + 8)),
  chunk({ content: ' lies' }),
  hang,
);

/** Starts a generation that stops in the middle of the last version. */
async function startHalf(server: ModelServer, app: AppPage): Promise<void> {
  server.provider.answerWith(half);
  await makeReady(app);
  await app.generate.click();
  await app.page.getByText('Cooking begins with two tools.').waitFor();
  expect(server.provider.calls.at(-1)?.abortedAt).toBeNull();
}

async function expectCallEnded(server: ModelServer): Promise<void> {
  await expect.poll(() => server.provider.calls.at(-1)?.abortedAt).not.toBeNull();
}

const isOff = async (button: Locator) => (await button.getAttribute('aria-disabled')) === 'true';
const isOn = async (button: Locator) => !(await isOff(button));
const pressMouse = ({ page: { mouse } }: AppPage) => mouse.down().then(() => mouse.up());
const selectedTab = (app: AppPage) => app.page.getByRole('tab', { selected: true }).innerText();

test('at first the page is idle: no Copy, the safe tab, a hint how to begin; Generate is off until there are a link and content, and its tooltip says so on hover, focus and tap', async ({
  open,
}) => {
  const app = await open({ hasTouch: true });
  await app.page.getByText(/click Generate/).waitFor();
  await expect.poll(() => selectedTab(app)).toBe('Safe');
  await expect.poll(() => app.button('Copy').count()).toBe(0);
  await expect.poll(() => isOff(app.generate)).toBe(true);

  const reason = app.page.getByText(incomplete);
  await app.generate.hover({ force: true });
  await reason.waitFor();
  await app.page.mouse.move(0, 0);
  await reason.waitFor({ state: 'hidden' });

  await app.button('Suggest links').focus();
  await app.page.keyboard.press('Tab');
  await reason.waitFor();
  await app.page.keyboard.press('Escape');
  await reason.waitFor({ state: 'hidden' });
  await app.content.focus();
  // A slow machine reads a tap as a long press, so a visitor would tap again.
  await expect.poll(() => app.generate.tap({ force: true }).then(() => reason.isVisible())).toBe(true);

  await app.content.fill('   ');
  await app.rows.first().check();
  await expect.poll(() => isOff(app.generate)).toBe(true);
  await app.content.fill(sampleContent);
  await expect.poll(() => isOn(app.generate)).toBe(true);
  await app.rows.first().uncheck();
  await expect.poll(() => isOff(app.generate)).toBe(true);
});

test('during a generation: the expected time, a timer, disabled tabs, the text so far, no effect of a second click; Stop ends the call upstream and keeps what was finished', async ({
  server,
  cleanApp: app,
}) => {
  server.provider.answerWith(half);
  await makeReady(app);
  const before = server.provider.calls.length;
  await app.generate.dblclick();
  await app.page.getByText('up to 3-5 minutes').waitFor();
  await app.page.getByRole('img', { name: 'Generating' }).waitFor();
  await expect.poll(() => app.page.locator('.step-done').count()).toBe(2);
  await app.page.getByText('Cooking begins with two tools.').waitFor();
  for (const name of tabNames) await expect.poll(() => app.tab(name).isDisabled()).toBe(true);
  await app.page.getByText(/^00:(?:0[2-9]|[1-5]\d)$/).waitFor();

  await expect.poll(() => isOff(app.generate)).toBe(true);
  await app.generate.click({ force: true });
  await app.generate.press('Enter');
  await app.page.getByText(incomplete).waitFor();
  expect(server.provider.calls.length - before).toBe(1);

  expect(server.provider.calls.at(-1)?.abortedAt).toBeNull();
  await app.stop.click();
  await expectCallEnded(server);
  await app.page.getByText('2 versions are ready. Stopped.').waitFor();
  await app.page.getByRole('status').getByText('2 versions are ready.').waitFor();
  expect(await app.versionText()).toContain('Cooking begins with two tools.');
  expect((await app.copy()).plain).toContain('Cooking begins with two tools.');
  await app.tab('Experimental').click();
  await app.page.getByRole('tab', { name: 'Experimental (not finished)', selected: true }).waitFor();
  await app.page.getByText('This version isn’t finished.').waitFor();
  // What had been written of it can be read.
  await app.page.getByText('Give me two tools').waitFor();
  expect(await app.button('Copy').count()).toBe(0);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await expect.poll(() => isOn(app.generate)).toBe(true);
  await expect.poll(() => app.content.inputValue()).toBe(sampleContent);

  // The pressed button is gone: the focus goes to the panel.
  server.provider.answerWith(streamed(sampleAnswer));
  await app.button('Try again').press('Enter');
  await expect.poll(() => app.page.evaluate(() => document.activeElement?.role)).toBe('tabpanel');
  await app.waitForResult();
  expect(await app.button('Try again').count()).toBe(0);
  expect(server.provider.calls.length - before).toBe(2);
});

test('Reset during a generation ends the call upstream and clears the page, and Stop ends it when the page closes at once', async ({
  server,
  open,
}) => {
  const app = await open();
  await startHalf(server, app);
  await app.reset.click();
  await expectCallEnded(server);
  await app.page.getByText(/click Generate/).waitFor();
  await expect.poll(() => app.page.getByText('Cooking begins with two tools.').count()).toBe(0);
  await expect.poll(() => app.page.getByRole('timer').count()).toBe(0);

  await startHalf(server, app);
  await app.stop.click();
  await app.page.goto('about:blank');
  await expectCallEnded(server);
});

test('a click on Generate under a resting mouse shows why it is off; it stays off after a result until Reset', async ({
  server,
  cleanApp: app,
}) => {
  server.provider.answerWith(streamed(sampleAnswer));
  await makeReady(app);
  const before = server.provider.calls.length;
  await app.content.fill('');
  const reason = app.page.getByText(incomplete);
  await app.generate.hover({ force: true });
  await reason.waitFor();
  await app.page.keyboard.press('Escape');
  await reason.waitFor({ state: 'hidden' });
  await pressMouse(app);
  await reason.waitFor();

  await app.content.fill(sampleContent);
  await expect.poll(() => isOn(app.generate)).toBe(true);
  await pressMouse(app);
  await app.waitForResult();
  await app.page.getByText(resultShown).waitFor({ state: 'hidden' });
  // Beside a result, Generate stands at another place, and nothing opens under the pointer.
  expect(await app.page.getByRole('toolbar').count()).toBe(0);
  await app.generate.hover({ force: true });
  await pressMouse(app);
  await app.page.getByText(resultShown).waitFor();

  await expect.poll(() => isOff(app.generate)).toBe(true);
  await app.page.mouse.move(0, 0);
  await app.page.getByText(resultShown).waitFor({ state: 'hidden' });
  await app.generate.hover({ force: true });
  await app.page.getByText(resultShown).waitFor();
  await app.generate.click({ force: true });
  expect(server.provider.calls.length - before).toBe(1);
  for (const name of tabNames) await expect.poll(() => app.tab(name).isDisabled()).toBe(false);
});

test('Reset clears content, ticks, result and tab, and broadcasts resetApp; the next generation begins at the safe tab without the last result', async ({
  server,
  cleanApp: app,
}) => {
  // Reset also returns to the safe tab when nothing was generated. It is off while there is nothing to clear.
  await app.content.fill('I cook.');
  await app.tab('Experimental').click();
  await expect.poll(() => selectedTab(app)).toBe('Experimental');
  await app.reset.click();
  await expect.poll(() => selectedTab(app)).toBe('Safe');

  server.provider.answerWith(streamed(sampleAnswer));
  await makeReady(app);
  await app.generate.click();
  await app.waitForResult();
  await app.tab('Experimental').click();
  await app.copy();
  const heard = await listen(app.page);
  await app.reset.click();
  await expect.poll(heard).toEqual([{ type: 'resetApp', linkId: null }]);
  await expect.poll(() => app.content.inputValue()).toBe('');
  expect(await app.page.evaluate(() => localStorage.getItem('selectedLinks'))).toBe('[]');
  await expect.poll(() => app.page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await expect.poll(() => selectedTab(app)).toBe('Safe');
  await expect.poll(() => app.button(/^Cop/).count()).toBe(0);
  await app.page.getByText(/click Generate/).waitFor();

  server.provider.answerWith(half);
  await makeReady(app);
  await app.generate.click();
  await expect.poll(() => app.page.locator('.step-done').count()).toBe(2);
  await expect.poll(() => selectedTab(app)).toBe('Safe');
  await expect.poll(() => app.button('Copy').count()).toBe(0);
  await app.stop.click();
});

test('no order is sent before the page can show a result, and after a reload the text is back', async ({
  server,
  open,
}) => {
  server.provider.answerWith(streamed(sampleAnswer));
  const app = await open();
  const before = server.provider.calls.length;
  await cutOffScripts(app.page);
  await app.tick(sampleLinks[0].description);
  await app.content.fill(sampleContent);
  // The box for the word count moves the button. A press before that could miss it.
  await app.page.getByText('This part of the page could not be loaded.').waitFor();
  await app.generate.click();
  expect(await app.takeAlert()).toBe(
    'The server could not be reached. Please check your connection and try again.',
  );
  expect(server.provider.calls.length - before).toBe(0);
  await expect.poll(() => isOn(app.generate)).toBe(true);
  await reconnectScripts(app.page);
  await app.button('Reload the page').first().click();
  await restore(app).click();
  await expect.poll(() => app.content.inputValue()).toBe(sampleContent);
  await app.generate.click();
  await app.waitForResult();
  await app.takeFaults(/Failed to (?:load resource|fetch)/);
  expect(server.provider.calls.length - before).toBe(1);
});

test('the copy button says "Copy and use anywhere", its check mark stays for two seconds, and a copy that the browser refuses is only logged', async ({
  server,
  open,
}) => {
  server.provider.answerWith(streamed(sampleAnswer));
  const app = await open();
  await makeReady(app);
  await app.page.clock.install();
  await app.generate.click();
  await app.waitForResult();
  await app.seeTooltip(app.button('Copy'), 'Copy and use anywhere');

  // From here on, the test controls the clock.
  await app.page.clock.pauseAt(Date.now() + 60_000);
  await app.button('Copy').click();
  await app.button('Copied').waitFor();
  await app.page.clock.runFor(1900);
  await expect.poll(() => app.button('Copied').count()).toBe(1);
  await app.page.clock.runFor(200);
  await app.button('Copy').waitFor();

  const warnings: string[] = [];
  app.page.on('console', (message) => warnings.push(message.text()));
  await app.page.evaluate(() => {
    document.execCommand = () => false;
    const refuse = () => Promise.reject(new Error('refused'));
    Object.defineProperty(navigator, 'clipboard', { value: { write: refuse, writeText: refuse } });
  });
  await app.button('Copy').click();
  await expect.poll(() => warnings.join()).toContain('could not be copied');
  await expect.poll(() => app.button('Copied').count()).toBe(0);
});
