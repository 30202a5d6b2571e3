import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(startServer);

async function fill(app: AppPage, url: string, description: string): Promise<void> {
  await app.dialog.getByLabel('Affiliate URL').fill(url);
  await app.dialog.getByLabel("What's this link about").fill(description);
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
}

async function submit(app: AppPage, url: string, description: string): Promise<void> {
  await app.button('Add Link').first().click();
  await fill(app, url, description);
}

const redBox = (app: AppPage) => app.dialog.getByRole('alert');

test('a reload loses nothing that is typed into the form; a saved or discarded link is not brought back', async ({
  open,
}) => {
  const app = await open();
  const url = app.dialog.getByLabel('Affiliate URL');
  const description = app.dialog.getByLabel("What's this link about");
  async function expectNoForm(): Promise<void> {
    await app.dialog.waitFor({ state: 'detached' });
    await app.page.reload();
    await app.button('Add Link').first().click();
    await expect.poll(() => url.inputValue()).toBe('');
    expect(await description.inputValue()).toBe('');
  }

  await app.button('Add Link').first().click();
  await description.fill('A knife #kitchen');
  await app.page.reload();
  await expect.poll(() => description.inputValue()).toBe('A knife #kitchen');
  await url.fill(' https://shop.example/kn');
  await app.page.reload();
  await expect.poll(() => url.inputValue()).toBe(' https://shop.example/kn');
  expect(await description.inputValue()).toBe('A knife #kitchen');
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectNoForm();

  await fill(app, 'https://shop.example/knife', 'A knife');
  await expectNoForm();

  // A link in the address of the page does not replace what was typed before.
  await url.fill('https://shop.example/board');
  await app.page.goto('/?url=https%3A%2F%2Fshop.example%2Fpan&title=Pan');
  await description.fill('Iron pan');
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  await app.button('Add Link').first().click();
  await expect.poll(() => url.inputValue()).toBe('https://shop.example/board');
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();

  await app.page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Blocked.', 'SecurityError');
      },
    });
  });
  await app.page.reload();
  await submit(app, 'https://shop.example/rack', 'A rack');
  await app.dialog.waitFor({ state: 'detached' });
  await app.page.getByRole('checkbox', { name: 'A rack' }).waitFor();
});

test('an edit that was closed with Escape is a draft of this tab; what another tab changed meanwhile is compared with it', async ({
  open,
}) => {
  const app = await open({ links: [{ url: 'https://shop.example/rug', description: 'A rug' }] });
  const { page } = app;
  const description = app.dialog.getByLabel("What's this link about");
  await app.openDialog(app.button('Edit A rug'));
  await description.fill('A rug of wool');
  await page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });

  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Edit A rug' }).click();
  const elsewhere = other.getByRole('dialog').getByLabel("What's this link about");
  expect(await elsewhere.inputValue()).toBe('A rug');
  await elsewhere.fill('A red rug');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await other.getByRole('checkbox', { name: 'A red rug' }).waitFor();
  await other.close();

  await app.openDialog(app.button('Edit A red rug'));
  await app.dialog.getByText('This is your draft. It is not saved yet.').waitFor();
  expect(await description.inputValue()).toBe('A rug of wool');
  await app.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('dialog', { name: 'Changed elsewhere' }).waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('checkbox', { name: 'A rug of wool' }).waitFor();
  await app.takeFaults(/412|409/);
});

test('if nothing can be stored, an unreachable server is reported in the red box and logged', async ({
  server,
  open,
}) => {
  const app = await open({ path: 'about:blank' });
  const logged: string[] = [];
  app.page.on('console', (message) => logged.push(message.text()));
  await app.page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Blocked.', 'SecurityError');
    };
  });
  await app.page.goto(server.url);
  await app.addLink({ url: 'https://shop.example/', description: 'Edited offline' });
  await expect.poll(() => logged.join()).toContain('does not support keeping links for offline use');

  await app.page.route('**/api/links{,/*}', (route) => route.abort());
  await submit(app, 'https://shop.example/', 'Unreachable');
  await redBox(app).waitFor();
  await expect.poll(() => redBox(app).innerText()).toBe('Failed to create link. Please try again.');
  await expect.poll(() => logged.join()).toContain('The link could not be created.');
  await app.takeFaults(/Failed to load resource/);
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await app.button('Edit Edited offline').click();
  await app.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await redBox(app).waitFor();
  await expect.poll(() => redBox(app).innerText()).toMatch(/could not be reached/);
  await app.takeFaults(/Failed to load resource/);
  // Other requests of the page, such as the list, may fail a moment later.
  await app.page.goto('about:blank');
  expect(app.faults.splice(0).filter((fault) => !/Failed to load resource/.test(fault))).toEqual([]);
});

test('the address of the page can bring a link into the form, once; nothing is saved before the user says so', async ({
  cleanApp: app,
}) => {
  const link = { url: 'https://shop.example/pan?a=1&b=ü#x', description: 'Iron pan — “heavy”' };
  await app.page.goto(`/?url=${encodeURIComponent(link.url)}&title=${encodeURIComponent(link.description)}`);
  const form = app.page.getByRole('dialog', { name: 'Add Link' });
  expect(await form.getByLabel('Affiliate URL').inputValue()).toBe(link.url);
  expect(await form.getByLabel("What's this link about").inputValue()).toBe(link.description);
  expect(new URL(app.page.url()).search).toBe('');
  await app.page.reload();
  await app.button('Add Link').first().waitFor();
  expect(await app.dialog.count()).toBe(0);

  // A phone shares some addresses inside a text.
  const browser = await app.page.context().newCDPSession(app.page);
  const { errors, data } = await browser.send('Page.getAppManifest');
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ share_target: { action: './' } });
  await app.page.goto(`/?title=Pan&text=${encodeURIComponent(`Look: ${link.url} (new)`)}`);
  expect(await form.getByLabel('Affiliate URL').inputValue()).toBe(link.url);
  await app.page.goto('/');

  // The bookmark that brings a link is pressed on another page of this browser.
  await app.button('Import or export links').click();
  const bookmark = await app.page
    .getByRole('link', { name: 'Save this page as a link' })
    .getAttribute('href');
  const opened = app.page.waitForEvent('popup');
  await app.page.evaluate((script) => {
    document.title = 'A page to save';
    // The policy of this page forbids scripts in addresses, so the test runs the words of the bookmark itself.
    const [, origin = ''] = /open\('([^']*)'/u.exec(script ?? '') ?? [];
    window.open(
      `${origin}${encodeURIComponent(window.location.href)}&title=${encodeURIComponent(document.title)}`,
    );
  }, bookmark);
  const popup = await opened;
  expect(await popup.getByLabel("What's this link about").inputValue()).toBe('A page to save');
  await popup.close();
});
