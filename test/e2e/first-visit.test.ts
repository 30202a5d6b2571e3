import { expect } from 'vitest';

import { linksOfHtml } from './harness/html.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer, type LinkweftServer } from './harness/server.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { tabNames, type AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }), { keepsPage: true });

async function readWhatItIs({ page }: AppPage, server: LinkweftServer): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Free Link Integrator' }).waitFor();
  await page.getByText('Make Your Affiliate Links Feel Like Part of the Story').waitFor();
  await page.getByText('Demo', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Add your content' }).waitFor();
  await page.getByRole('heading', { name: 'Enhanced Content' }).waitFor();
  await page.getByRole('link', { name: /beta/i }).waitFor();
  await page.getByText('No AI model connected: using the basic built-in writer.').waitFor();
  // Visitors do not read how the server is set up.
  expect(await page.getByText('OPENAI_API_KEY').count()).toBe(0);
  await page.getByText('Safe: in one line at the end.').waitFor();
  expect(await page.title()).toContain('Linkweft');
  await expect.poll(server.log).toContain('PRODUCT_SITE_URL');
}

/** The parts for writing, pasted links and dialogs take longer to start than all others, so they are loaded on demand. */
async function expectLightStart({ page }: AppPage): Promise<void> {
  await page.waitForLoadState('networkidle');
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? ''),
  );
  expect(files).toContainEqual(expect.stringMatching(/^start-.*\.js$/));
  expect(files.filter((file) => /^(?:shared|writing|dialogs|pasted-links)-/.test(file))).toEqual([]);
}

async function readHowItWorks(app: AppPage): Promise<void> {
  await app.button('How does it work?').click();
  const popover = app.page.getByRole('dialog', { name: 'How does it work?' });
  await popover.waitFor();
  await expect.poll(() => popover.innerText()).toMatch(/links.*content.*naturally.*paste.*Generate/is);
  await app.page.keyboard.press('Escape');
  await popover.waitFor({ state: 'hidden' });
}

async function readTerms(app: AppPage): Promise<void> {
  await app.button('Terms and Conditions').click();
  const terms = app.page.getByRole('dialog', { name: 'Terms of Service and Privacy Policy' });
  await terms.getByText('4/6/2025').waitFor();
  await terms.getByRole('button', { name: 'Close' }).click();
  await terms.waitFor({ state: 'detached' });
  expect(await app.dialog.count()).toBe(0);
}

test('a first visitor reads what the page does, how it works and the terms, saves links, pastes content, generates and copies a version', async ({
  app,
  server,
}) => {
  await expectLightStart(app);
  await readWhatItIs(app, server);
  await readHowItWorks(app);
  await readTerms(app);

  await app.openDialog(app.button('Add your first link'));
  await app.dialog.getByLabel('Affiliate URL').fill(sampleLinks[0].url);
  await app.dialog.getByLabel("What's this link about").fill(sampleLinks[0].description);
  await app.page.keyboard.press('Enter');
  await app.dialog.waitFor({ state: 'detached' });
  // The pressed button is gone with the empty list.
  await expect.poll(() => app.page.evaluate(() => document.activeElement?.textContent)).toBe('Add Link');
  for (const link of sampleLinks.slice(1)) await app.addLink(link);
  await app.paste(sampleContent);
  await app.generate.click();
  await app.waitForResult();

  for (const name of tabNames) {
    await app.tab(name).click();
    const urls = (await app.anchors()).map((anchor) => anchor.href).sort();
    expect(urls).toEqual(sampleLinks.map((link) => link.url).sort());
    const { html, plain } = await app.copy();
    expect(
      linksOfHtml(html)
        .map((link) => link.href)
        .sort(),
    ).toEqual(urls);
    for (const url of urls) expect(plain).toContain(url);
  }
  await app.page.getByText('2 links added').first().waitFor();
});

test('a page whose script cannot be loaded says so', async ({ open }) => {
  for (const [locale, message] of [
    ['en-US', 'The page could not be loaded. Check your connection, then reload the page.'],
    ['de-DE', 'Die Seite konnte nicht geladen werden.'],
  ] as const) {
    const { page, faults } = await open({ locale, serviceWorkers: 'block' });
    expect(await page.getByText(message).isVisible()).toBe(false);
    await page.route('**/start-*.js', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(faults.splice(0).join('\n')).toContain('start-');
  }
});

test('the keyboard alone is enough, from the first visit to the copied text', async ({ app }) => {
  const { page } = app;
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  const focused = () => page.locator(':focus');
  const isOn = (name: RegExp) => async () => {
    if ((await focused().count()) === 0) return false;
    const words = await focused().evaluate(
      (element) => element.getAttribute('aria-label') ?? element.textContent,
    );
    return name.test(words ?? '');
  };
  const [link] = sampleLinks;

  await app.button('Add Link').first().waitFor();
  await tabTo(isOn(/^Add Link$/));
  await page.keyboard.press('Enter');
  await app.dialog.getByLabel('Affiliate URL').and(focused()).waitFor();
  await page.keyboard.type(link.url);
  await page.keyboard.press('Tab');
  await page.keyboard.type(link.description);
  await page.keyboard.press('Enter');
  await app.dialog.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { checked: true, name: link.description }).first().waitFor();

  await tabTo(() => app.content.evaluate((element) => element === document.activeElement));
  await page.keyboard.insertText(sampleContent);
  await tabTo(isOn(/^Generate$/));
  await page.keyboard.press('Enter');
  await app.waitForResult();
  await tabTo(isOn(/^Safe$/));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => app.tab('Exploratory').getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Shift+Tab');
  await tabTo(isOn(/^Copy$/));
  await Promise.all([app.button('Copied').waitFor(), page.keyboard.press('Enter')]);
});
