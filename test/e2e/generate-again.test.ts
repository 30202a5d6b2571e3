import { expect } from 'vitest';

import { problemMessages } from '#core/errors/problem-messages.ts';
import { streamed } from '#provider/completion-steps.ts';
import { hang, refuse } from '#provider/steps.ts';

import type { AppPage } from './harness/app-page.ts';
import { journeyOn } from './harness/journey.ts';
import { makeReady } from './harness/meet-fault.ts';
import { restore, stored } from './harness/last-work.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';

const test = journeyOn(async () => {
  const server = await startModelServer(streamed(sampleAnswer));
  await server.saveLinks(sampleLinks);
  return server;
});

const incomplete = 'Select at least one link and add some content';
const isOff = async ({ generate }: AppPage) => (await generate.getAttribute('aria-disabled')) === 'true';
const isOn = async (app: AppPage) => !(await isOff(app));

test('after a result, Generate is on again when the content or the ticks differ; each click is one call, and the old result comes back when the new one has nothing', async ({
  server,
  cleanApp: app,
}) => {
  server.provider.answerWith(streamed(sampleAnswer));
  await makeReady(app);
  const before = server.provider.calls.length;
  const calls = () => server.provider.calls.length - before;
  await app.generate.click();
  await app.waitForResult();
  const [first] = sampleLinks;
  const row = app.page.getByRole('checkbox', { name: first.description }).first();
  await expect.poll(() => isOff(app)).toBe(true);
  await app.button('Show your links').click();
  await row.uncheck();
  await expect.poll(() => isOn(app)).toBe(true);
  // The order of ticks makes no difference.
  await row.check();
  await expect.poll(() => isOff(app)).toBe(true);
  const old = await app.versionText();

  const earlier = app.page.locator('.report-faults').getByText('You’ve edited your text since');
  expect(await earlier.count()).toBe(0);
  await app.content.fill(`${sampleContent} Moreover.`);
  await expect.poll(() => isOn(app)).toBe(true);
  await earlier.waitFor();
  expect(await app.versionText()).toBe(old);
  server.provider.answerWith(refuse(401));
  await app.generate.dblclick();
  expect(await app.takeAlert()).toBe(problemMessages['provider-unauthorized']);
  await app.page.getByText('These are your versions from before.').waitFor();
  expect(await app.versionText()).toBe(old);
  expect(calls()).toBe(2);

  server.provider.answerWith(streamed(sampleAnswer));
  await app.button('Try again').click();
  await app.waitForResult();
  await app.page.getByText('These are your versions from before.').waitFor({ state: 'detached' });
  await expect.poll(() => app.versionText()).toContain('Moreover.');
  await expect.poll(() => isOff(app)).toBe(true);
  expect(await earlier.count()).toBe(0);
  expect(calls()).toBe(3);

  // A stop before the first version brings the shown result back too.
  server.provider.answerWith(hang);
  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.stop.click();
  await expect.poll(() => app.versionText()).toContain('Moreover.');
});

test('after a link got another URL, Generate is on and uses it', async ({ server, cleanApp: app }) => {
  server.provider.answerWith(streamed(sampleAnswer));
  await makeReady(app);
  const [first] = sampleLinks;
  await app.generate.click();
  await app.waitForResult();
  await expect.poll(() => isOff(app)).toBe(true);
  async function saveUrl(url: string): Promise<void> {
    const show = app.button('Show your links');
    if ((await show.count()) > 0) await show.click();
    await app.button(new RegExp(`^Edit ${first.description}`)).click();
    await app.dialog.getByLabel('Affiliate URL').fill(url);
    await app.dialog.getByRole('button', { name: 'Save Changes' }).click();
    await app.dialog.waitFor({ state: 'detached' });
  }
  const outdated = app.page
    .locator('.report-faults')
    .getByText(`Still with the old URL: ${first.description}`);
  expect(await outdated.count()).toBe(0);
  await saveUrl(`${first.url}?tag=right`);
  await expect.poll(() => isOn(app)).toBe(true);
  await outdated.waitFor();
  server.provider.answerWith(streamed(sampleAnswer.replaceAll(first.url, `${first.url}?tag=right`)));
  const before = server.provider.calls.length;
  // The answer to the first try is lost on its way.
  await app.page.route(
    '**/api/generations',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await app.generate.click();
  await app.takeAlert();
  await app.takeFaults(/Failed to load resource/);
  await expect.poll(() => isOn(app)).toBe(true);
  await app.generate.click();
  await app.waitForResult();
  await expect
    .poll(() => app.anchors())
    .toContainEqual(expect.objectContaining({ href: `${first.url}?tag=right` }));
  await expect.poll(() => isOff(app)).toBe(true);
  expect(await outdated.count()).toBe(0);
  expect(server.provider.calls.length - before).toBe(1);
  await saveUrl(first.url);
});

test('on a phone the tooltip of Generate leaves the other buttons free', async ({ open }) => {
  const app = await open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await app.generate.tap({ force: true });
  const tooltip = app.page.getByText(incomplete);
  await tooltip.waitFor();
  const box = await tooltip.boundingBox();
  for (const name of ['Add instructions', 'Reset', 'Suggest links', 'Generate']) {
    const button = await app.button(name).boundingBox();
    if (box === null || button === null) throw new Error('It is not drawn.');
    expect({ name, isAbove: box.y + box.height <= button.y }).toEqual({ name, isAbove: true });
  }
});

test('on a phone, the reason of an immediate failure is in view beside the old result', async ({
  server,
  open,
}) => {
  server.provider.answerWith(streamed(sampleAnswer));
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const app = await open({ ...phone, reducedMotion: 'no-preference' });
  await makeReady(app);
  await app.generate.click();
  await app.waitForResult();
  await app.content.fill(`${sampleContent} Moreover.`);
  server.provider.answerWith(refuse(401));
  await app.generate.click();
  expect(await app.takeAlert()).toBe(problemMessages['provider-unauthorized']);
  const reason = app.page.getByText('These are your versions from before.');
  await reason.waitFor();
  // Longer than a smooth scroll.
  await app.page.waitForTimeout(800);
  const isInSight = async () => {
    const { y = -1 } = (await reason.boundingBox()) ?? {};
    return y >= 0 && y < 844;
  };
  await expect.poll(isInSight).toBe(true);
});

test('with forced colours, Generate looks disabled while it is', async ({ cleanApp: app }) => {
  await app.page.emulateMedia({ forcedColors: 'active' });
  const look = () =>
    app.generate.evaluate((button) => {
      const { color, borderTopStyle } = getComputedStyle(button);
      return { color, borderTopStyle };
    });
  const off = await look();
  await makeReady(app);
  await expect.poll(() => isOn(app)).toBe(true);
  const on = await look();
  expect(off.borderTopStyle).not.toBe(on.borderTopStyle);
  expect(off.color).not.toBe(on.color);
  await app.page.emulateMedia({ forcedColors: 'none' });
});

test('a result comes back after its text was deleted and the page was reloaded', async ({ server, open }) => {
  server.provider.answerWith(streamed(sampleAnswer));
  const app = await open();
  await makeReady(app);
  await app.generate.click();
  await app.waitForResult();
  const before = await app.versionText();
  await app.content.fill('');
  await expect.poll(() => stored(app)).toEqual(['']);
  await app.page.reload();
  await restore(app).click();
  await app.waitForResult();
  expect(await app.versionText()).toBe(before);
});
