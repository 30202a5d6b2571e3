import { expect } from 'vitest';

import { createGate } from '#provider/steps.ts';

import { cutOffScripts, reconnectScripts } from './harness/cut-off-scripts.ts';
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

/** Saves a link, loses the answer, and reloads the page. Returns the address of the link in the API. */
async function loseAnswer(app: AppPage, url: string, description: string): Promise<string> {
  let id = '';
  await app.page.route('**/api/links', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    ({ id } = await (await route.fetch()).json());
    return route.fulfill({ status: 504, body: 'late' });
  });
  await submit(app, url, description);
  await redBox(app).waitFor();
  await app.takeFaults(/504/);
  await app.page.unroute('**/api/links');
  await app.page.reload();
  await expect.poll(() => app.dialog.getByLabel("What's this link about").inputValue()).toBe(description);
  return `/api/links/${id}`;
}

test('a blank address or description is refused, required fields are marked, and saved fields are trimmed but otherwise unchanged', async ({
  cleanApp: app,
}) => {
  await submit(app, '   ', 'A knife');
  await expect.poll(() => redBox(app).innerText()).toBe('Please provide a valid URL');
  await app.dialog.getByLabel('Affiliate URL').and(app.page.locator(':focus')).waitFor();

  await fill(app, 'https://shop.example/', '   ');
  await expect.poll(() => redBox(app).innerText()).toBe('Please provide a description for the link');
  expect(await app.dialog.getByLabel("What's this link about").getAttribute('required')).not.toBeNull();

  await fill(app, '  not a web address  ', '  Odd address  ');
  await app.dialog.waitFor({ state: 'detached' });
  const row = app.page.getByRole('listitem').filter({ hasText: 'Odd address' });
  expect((await row.innerText()).split('\n').slice(0, 2)).toEqual(['Odd address', 'not a web address']);
});

test('Escape closes an empty form, but keeps what was typed and leads to Close; the start of an address is no fault', async ({
  cleanApp: app,
}) => {
  const url = app.dialog.getByLabel('Affiliate URL');
  const note = app.dialog.getByText('This address will be kept exactly as it is');
  await app.button('Add Link').first().click();
  await url.waitFor();
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });

  await app.button('Add Link').first().click();
  for (const letter of 'https://') {
    await url.pressSequentially(letter);
    expect(await note.count()).toBe(0);
  }
  await app.page.keyboard.press('Escape');
  await app.dialog.getByRole('button', { name: 'Close' }).and(app.page.locator(':focus')).waitFor();
  expect(await url.inputValue()).toBe('https://');
  await url.fill('shop.example');
  await note.waitFor();
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await app.dialog.waitFor({ state: 'detached' });
});

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

test('a failed save is reported in the red box and can be sent again', async ({ cleanApp: app }) => {
  await app.page.route('**/api/links', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
  );
  await submit(app, 'https://shop.example/again', 'Sent twice');
  await redBox(app).waitFor();
  await expect.poll(() => redBox(app).innerText()).toBe('Failed to create link. Please try again.');
  await app.takeFaults(/500/);
  await app.page.unroute('**/api/links');
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  await app.page.getByRole('checkbox', { name: 'Sent twice' }).waitFor();
});

test('a save whose answer was lost is not repeated after a reload: the link is saved once, as it was sent last', async ({
  cleanApp: app,
}) => {
  await loseAnswer(app, 'https://shop.example/lost', 'Answer lost');
  const description = app.dialog.getByLabel("What's this link about");
  await description.fill('Answer found');
  await app.page.reload();
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  await app.page.getByRole('checkbox', { name: 'Answer found' }).waitFor();
  await app.page.reload();
  await app.page.getByRole('checkbox', { name: 'Answer found' }).waitFor();
  expect(await app.page.getByRole('checkbox', { name: 'Answer' }).count()).toBe(1);

  // The next link is another one.
  await submit(app, 'https://shop.example/lost', 'Answer at once');
  await app.dialog.waitFor({ state: 'detached' });
  await expect.poll(() => app.page.getByRole('checkbox', { name: 'Answer' }).count()).toBe(2);
});

test('after a lost answer, the draft overwrites no other link, and is saved again if its link was deleted', async ({
  cleanApp: app,
}) => {
  await loseAnswer(app, 'https://shop.example/one', 'The first');
  await fill(app, 'https://shop.example/two', 'The second');
  await app.dialog.waitFor({ state: 'detached' });

  const { request } = app.page;
  const third = await loseAnswer(app, 'https://shop.example/three', 'The third');
  await request.patch(third, { data: { description: 'The other third' } });
  await fill(app, 'https://shop.example/three', 'The last third');
  await app.dialog.waitFor({ state: 'detached' });

  await request.delete(await loseAnswer(app, 'https://shop.example/gone', 'The deleted'));
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  await app.takeFaults(/410/);

  await app.page.reload();
  const names = app.page.getByRole('checkbox', { name: /^The (?:first|second|third|other|last|deleted)/u });
  await expect.poll(() => names.count()).toBe(5);
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

test('"Try again" loads a form that could not be loaded', async ({ open }) => {
  const app = await open();
  await app.button('Add Link').first().waitFor();
  await cutOffScripts(app.page);
  await app.button('Add Link').first().click();
  await app.page.getByText('This part of the page could not be loaded.').waitFor();
  expect(await app.button('Reload the page').count()).toBe(0);
  await app.button('Try again').click();
  await app.button('Reload the page').waitFor();
  await app.takeFaults(/Failed to (?:load resource|fetch)/);
  await reconnectScripts(app.page);
  await app.button('Try again').click();
  await app.page.getByRole('dialog', { name: 'Add Link' }).waitFor();
});

test('during a save the button says "Adding..." and a second press sends nothing', async ({
  cleanApp: app,
}) => {
  let sent = 0;
  const saving = createGate();
  await app.page.route('**/api/links', async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1;
      await saving.opened;
    }
    await route.continue();
  });
  await submit(app, 'https://shop.example/slow', 'Slow to save');
  const busy = app.dialog.getByRole('button', { name: 'Adding...' });
  await busy.click({ force: true });
  await busy.press('Enter');
  saving.open();
  await app.dialog.waitFor({ state: 'detached' });
  expect(sent).toBe(1);
  await app.page.unroute('**/api/links');
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
  expect(JSON.parse(data ?? '')).toMatchObject({ share_target: { action: '/' } });
  await app.page.goto(`/?title=Pan&text=${encodeURIComponent(`Look: ${link.url} (new)`)}`);
  expect(await form.getByLabel('Affiliate URL').inputValue()).toBe(link.url);
  await app.page.goto('/');

  // The bookmark that brings a link is pressed on another page of this browser.
  await app.button('How does it work?').click();
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
