import { expect } from 'vitest';
import type { Locator } from 'playwright-core';

import { chunk, pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import type { Step } from '#provider/exchange.ts';
import { hang } from '#provider/steps.ts';

import { cutOffScripts, reconnectScripts } from './harness/cut-off-scripts.ts';
import { listen } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import type { ModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { tabNames } from './harness/workbench.ts';
import type { Workbench } from './harness/workbench.ts';

const incomplete = 'Select at least one link and add some content';
const resultShown = 'To discourage bots, you have to start over if you want different results';

async function withLinks(starting: Promise<ModelServer>): Promise<ModelServer> {
  const server = await starting;
  await server.saveLinks(sampleLinks);
  return server;
}

const test = journeyOn(() => withLinks(startModelServer(streamed(sampleAnswer))));

/** Writes the first version and a half, then says nothing more. */
const half: Step = inOrder(
  streamHead,
  pieces(sampleAnswer.slice(0, sampleAnswer.lastIndexOf('Under it') + 8)),
  chunk({ content: ' lies' }),
  hang,
);

async function makeReady(desk: Workbench): Promise<void> {
  for (const { description } of sampleLinks) await desk.tick(description);
  await desk.content.fill(sampleContent);
}

/** Starts a run that comes to the middle of the last version. */
async function startHalf(server: ModelServer, desk: Workbench): Promise<void> {
  server.provider.answerWith(half);
  await makeReady(desk);
  await desk.generate.click();
  await desk.page.getByText('Give me two tools').waitFor();
  expect(server.provider.calls.at(-1)?.abortedAt).toBeNull();
}

async function expectCallEnded(server: ModelServer): Promise<void> {
  await expect.poll(() => server.provider.calls.at(-1)?.abortedAt).not.toBeNull();
}

const isOff = async (button: Locator) => (await button.getAttribute('aria-disabled')) === 'true';
const isOn = async (button: Locator) => !(await isOff(button));
/** Presses and releases where the mouse is. */
async function pressMouse(desk: Workbench): Promise<void> {
  await desk.page.mouse.down();
  await desk.page.mouse.up();
}
const selectedTab = (desk: Workbench) => desk.page.getByRole('tab', { selected: true }).innerText();

test('at first it is idle: nothing to copy, the safe tab, a word on how to begin; Generate is off until there are a link and content, and its tooltip says so on hover, focus and tap', async ({
  open,
}) => {
  const desk = await open({ hasTouch: true });
  await desk.page.getByText(/click Generate/).waitFor();
  await expect.poll(() => selectedTab(desk)).toBe('Safe');
  await expect.poll(() => desk.button('Copy').count()).toBe(0);
  await expect.poll(() => isOff(desk.generate)).toBe(true);

  const reason = desk.page.getByText(incomplete);
  await desk.generate.hover({ force: true });
  await reason.waitFor();
  await desk.page.mouse.move(0, 0);
  await reason.waitFor({ state: 'hidden' });

  await desk.button('Suggest links').focus();
  await desk.page.keyboard.press('Tab');
  await reason.waitFor();
  await desk.page.keyboard.press('Escape');
  await reason.waitFor({ state: 'hidden' });
  await desk.content.focus();
  await desk.generate.tap({ force: true });
  await reason.waitFor();

  await desk.content.fill('   ');
  await desk.rows.first().check();
  await expect.poll(() => isOff(desk.generate)).toBe(true);
  await desk.content.fill(sampleContent);
  await expect.poll(() => isOn(desk.generate)).toBe(true);
  await desk.rows.first().uncheck();
  await expect.poll(() => isOff(desk.generate)).toBe(true);
});

test('while it works: patience, timer, disabled tabs, the text so far, a second click does nothing, and Stop ends the call upstream', async ({
  server,
  clearDesk: desk,
}) => {
  server.provider.answerWith(half);
  await makeReady(desk);
  const before = server.provider.calls.length;
  await desk.generate.dblclick();
  await desk.page.getByText('up to 3-5 minutes').waitFor();
  await desk.page.getByRole('img', { name: 'Generating' }).waitFor();
  await desk.page.getByText('2 of 3 versions done').waitFor();
  await desk.page.getByText('Give me two tools').waitFor();
  for (const name of tabNames) await expect.poll(() => desk.tab(name).isDisabled()).toBe(true);
  await desk.page.getByText(/^00:(?:0[2-9]|[1-5]\d)$/).waitFor();

  await expect.poll(() => isOff(desk.generate)).toBe(true);
  await desk.generate.click({ force: true });
  await desk.generate.press('Enter');
  await desk.page.getByText(incomplete).waitFor();
  expect(server.provider.calls.length - before).toBe(1);

  expect(server.provider.calls.at(-1)?.abortedAt).toBeNull();
  await desk.stop.click();
  await expectCallEnded(server);
  await desk.page.getByText(/click Generate/).waitFor();
  await expect.poll(() => isOn(desk.generate)).toBe(true);
  await expect.poll(() => desk.content.inputValue()).toBe(sampleContent);
});

test('Reset while it works ends the call upstream and leaves no trace, and so does leaving the page', async ({
  server,
  open,
}) => {
  const desk = await open();
  await startHalf(server, desk);
  await desk.reset.click();
  await expectCallEnded(server);
  await desk.page.getByText(/click Generate/).waitFor();
  await expect.poll(() => desk.page.getByText('Give me two tools').count()).toBe(0);
  await expect.poll(() => desk.page.getByRole('timer').count()).toBe(0);

  await startHalf(server, desk);
  await desk.page.goto('about:blank');
  await expectCallEnded(server);
});

test('a mouse that already rests on Generate is told by a click why it is off: it stays off after a result until Reset', async ({
  server,
  clearDesk: desk,
}) => {
  server.provider.answerWith(streamed(sampleAnswer));
  await makeReady(desk);
  const before = server.provider.calls.length;
  await desk.content.fill('');
  const reason = desk.page.getByText(incomplete);
  await desk.generate.hover({ force: true });
  await reason.waitFor();
  await desk.page.keyboard.press('Escape');
  await reason.waitFor({ state: 'hidden' });
  await pressMouse(desk);
  await reason.waitFor();

  await desk.content.fill(sampleContent);
  await expect.poll(() => isOn(desk.generate)).toBe(true);
  await pressMouse(desk);
  await desk.waitForResult();
  await desk.page.getByText(resultShown).waitFor({ state: 'hidden' });
  await pressMouse(desk);
  await desk.page.getByText(resultShown).waitFor();

  await expect.poll(() => isOff(desk.generate)).toBe(true);
  await desk.page.mouse.move(0, 0);
  await desk.page.getByText(resultShown).waitFor({ state: 'hidden' });
  await desk.generate.hover({ force: true });
  await desk.page.getByText(resultShown).waitFor();
  await desk.generate.click({ force: true });
  await desk.content.fill(`${sampleContent} More.`);
  await desk.generate.click({ force: true });
  expect(server.provider.calls.length - before).toBe(1);
  for (const name of tabNames) await expect.poll(() => desk.tab(name).isDisabled()).toBe(false);
});

test('Reset clears content, ticks, result and tab, and broadcasts resetApp; a new start begins at the safe tab with nothing of the last run', async ({
  server,
  clearDesk: desk,
}) => {
  // The way back to the safe tab leads over Reset also where nothing was generated.
  await desk.tab('Experimental').click();
  await expect.poll(() => selectedTab(desk)).toBe('Experimental');
  await desk.reset.click();
  await expect.poll(() => selectedTab(desk)).toBe('Safe');

  server.provider.answerWith(streamed(sampleAnswer));
  await makeReady(desk);
  await desk.generate.click();
  await desk.waitForResult();
  await desk.tab('Experimental').click();
  await desk.copy();
  const heard = await listen(desk.page);
  await desk.reset.click();
  await expect.poll(heard).toEqual([{ type: 'resetApp', linkId: null }]);
  await expect.poll(() => desk.content.inputValue()).toBe('');
  expect(await desk.page.evaluate(() => localStorage.getItem('selectedLinks'))).toBe('[]');
  await expect.poll(() => desk.page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await expect.poll(() => selectedTab(desk)).toBe('Safe');
  await expect.poll(() => desk.button(/^Cop/).count()).toBe(0);
  await desk.page.getByText(/click Generate/).waitFor();

  server.provider.answerWith(half);
  await makeReady(desk);
  await desk.generate.click();
  await desk.page.getByText('2 of 3 versions done').waitFor();
  await expect.poll(() => selectedTab(desk)).toBe('Safe');
  await expect.poll(() => desk.button('Copy').count()).toBe(0);
  await desk.stop.click();
});

test('nothing is ordered before the page can show it, and what was missing is fetched at the next press', async ({
  server,
  open,
}) => {
  server.provider.answerWith(streamed(sampleAnswer));
  const desk = await open();
  const before = server.provider.calls.length;
  await cutOffScripts(desk.page);
  await desk.tick(sampleLinks[0].description);
  await desk.content.fill(sampleContent);
  await desk.generate.click();
  expect(await desk.takeAlert()).toBe(
    'The server could not be reached. Please check your connection and try again.',
  );
  expect(server.provider.calls.length - before).toBe(0);
  await expect.poll(() => isOn(desk.generate)).toBe(true);
  await reconnectScripts(desk.page);
  await desk.generate.click();
  await desk.waitForResult();
  await desk.takeFaults(/Failed to (?:load resource|fetch)/);
  expect(server.provider.calls.length - before).toBe(1);
});

test('the copy button says "Copy and use anywhere", its check mark stands for two seconds, and a copy that the browser refuses is only logged', async ({
  server,
  open,
}) => {
  server.provider.answerWith(streamed(sampleAnswer));
  const desk = await open();
  await makeReady(desk);
  await desk.page.clock.install();
  await desk.generate.click();
  await desk.waitForResult();
  await desk.button('Copy').hover();
  await desk.page.getByText('Copy and use anywhere').waitFor();

  // From here on time passes only when the test says so.
  await desk.page.clock.pauseAt(Date.now() + 60_000);
  await desk.button('Copy').click();
  await desk.button('Copied').waitFor();
  await desk.page.clock.runFor(1900);
  await expect.poll(() => desk.button('Copied').count()).toBe(1);
  await desk.page.clock.runFor(200);
  await desk.button('Copy').waitFor();

  const warnings: string[] = [];
  desk.page.on('console', (message) => warnings.push(message.text()));
  await desk.page.evaluate(() => {
    document.execCommand = () => false;
    const refuse = () => Promise.reject(new Error('refused'));
    Object.defineProperty(navigator, 'clipboard', { value: { write: refuse, writeText: refuse } });
  });
  await desk.button('Copy').click();
  await expect.poll(() => warnings.join()).toContain('could not be copied');
  await expect.poll(() => desk.button('Copied').count()).toBe(0);
});

test('Copy is there when nothing more is to come, so that what it says stays', async ({ open }) => {
  const desk = await open();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await desk.page.route('**/editable-version-*.js', async (route) => {
    await held;
    await route.continue();
  });
  for (const { description } of sampleLinks) await desk.tick(description);
  await desk.content.fill(sampleContent);
  await desk.generate.click();
  await desk.page
    .getByText(/2 of 2 links woven/)
    .first()
    .waitFor();
  expect(await desk.button('Copy').count()).toBe(0);
  release();
  await desk.waitForResult();
  const marked = await desk.button('Copy').elementHandle();
  await desk.copy();
  expect(await marked?.evaluate((button) => button.isConnected)).toBe(true);
});
