import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';
import { accessibilityFaults, faultsInBothThemes } from './harness/axe.ts';
import { linksOfHtml } from './harness/html.ts';
import { journeyOn } from './harness/journey.ts';
import { comeBack } from './harness/last-work.ts';
import { startModelServer } from './harness/model-server.ts';
import type { AppPage } from './harness/app-page.ts';

const answer = ['SAFE', 'EXPLORATORY', 'EXPERIMENTAL']
  .map(
    (name) =>
      `VERSION: ${name}\nINSERT 4: [[A light tent]]((https://camp.example/tent?ref=me)) keeps it out.\n`,
  )
  .join('');
const test = journeyOn(() => startModelServer(streamed(answer), { WORKSPACE: 'own' }));

const pan = {
  url: 'https://shop.example/pan_(28)?ref=me&utm_campaign=blog',
  description: 'A heavy iron pan',
};
const knife = { url: 'https://www.amazon.com/dp/B00ABCDEFG?tag=mine-20', description: 'A sharp knife' };
const tent = { url: 'https://camp.example/tent?ref=me', description: 'A light tent' };
const links = [pan, knife, tent];

const oldPan = 'https://shop.example/pan_(28)?utm_source=mail';
const oldKnife = 'https://www.amazon.de/dp/B00ABCDEFG?tag=other-21';
const content = `# What I take along

I fry eggs in [my *heavy* pan](<${oldPan}> "28 cm"). My sister has [the same one][pan].

The [knife](${oldKnife}) is old. A tent keeps the rain off. See [my notes](https://own.example/notes).

[pan]: ${oldPan}
`;
const notice = '*I get commissions for purchases made through links in this post.*\n\n';
const exchanged = content
  .replace(`<${oldPan}>`, `<${pan.url}>`)
  .replace(`: ${oldPan}`, `: <${pan.url}>`)
  .replace('I fry', `${notice}I fry`);

const line = (app: AppPage) => app.page.locator('.relink-line');
const offer = (app: AppPage, words: string) => app.dialog.getByRole('checkbox', { name: words });
const exchange = (app: AppPage, count: number) =>
  app.dialog.getByRole('button', { name: `Exchange ${count} link${count === 1 ? '' : 's'}`, exact: true });
/** The line of figures, which opens the report. */
const summary = (app: AppPage) => app.button(/^Report: /u);
const figures = async (app: AppPage) => (await summary(app).innerText()).replace(/^Report:\s*/u, '');

async function review(app: AppPage): Promise<void> {
  await app.openDialog(line(app).getByRole('button', { name: 'Review' }));
}

/** Fills in the content, and exchanges what is ticked at first. */
async function exchangeFirst(app: AppPage, count = 2): Promise<void> {
  await app.content.fill(content);
  await review(app);
  await exchange(app, count).click();
  await app.waitForResult();
}

const scrollsSideways = (app: AppPage) =>
  app.page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog')];
    return boxes.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  });

const isOff = async (button: Locator) => (await button.getAttribute('aria-disabled')) === 'true';

test('links that can earn are offered, reviewed and exchanged, without a model, and nothing else changes', async ({
  open,
  server,
}) => {
  const app = await open({ links });
  await app.rows.first().waitFor();
  await app.content.fill('A text with [a link](https://elsewhere.example/).');
  await app.page.locator('.word-count').waitFor();
  await app.content.fill(content);
  await line(app).getByText('3 of your links can earn').waitFor();

  await review(app);
  await app.dialog
    .getByText('Only the addresses change, and none of your words. Nothing is fetched.')
    .waitFor();
  await app.dialog.getByRole('status').getByText('2 of 3 links selected').waitFor();
  expect(await offer(app, 'my heavy pan').isChecked()).toBe(true);
  expect(await offer(app, 'knife').isChecked()).toBe(false);
  const about = await app.dialog.locator('.relink-about').allInnerTexts();
  expect(about).toHaveLength(2);
  for (const part of ['Same page', '2 places in your text', oldPan, pan.description, pan.url])
    expect(about[0]).toContain(part);
  for (const part of ['Pays somebody else now', 'Same product', '1 place in your text', oldKnife, knife.url])
    expect(about[1]).toContain(part);
  expect(await faultsInBothThemes(app.page)).toEqual([]);

  await app.dialog.getByRole('button', { name: 'Select none' }).click();
  expect(await isOff(app.dialog.getByRole('button', { name: 'Exchange 0 links' }))).toBe(true);
  await app.dialog.getByRole('button', { name: 'Select all' }).click();
  await app.dialog.getByText('3 of 3 links selected').waitFor();
  await offer(app, 'knife').uncheck();
  await exchange(app, 2).click();

  await app.waitForResult();
  expect(await figures(app)).toMatch(/^2 links exchanged · your words unchanged/u);
  await app.page.getByRole('tab', { name: 'Links exchanged', selected: true }).waitFor();
  expect(await app.page.getByRole('tab').count()).toBe(1);
  await line(app).getByText('2 of your links are exchanged, 1 more can earn').waitFor();
  expect(await accessibilityFaults(app.page)).toEqual([]);
  expect(await app.content.inputValue()).toBe(content);

  const { html, plain } = await app.copy();
  expect(plain).toBe(exchanged);
  expect(linksOfHtml(html)).toEqual([
    { href: pan.url, rel: 'sponsored nofollow' },
    { href: pan.url, rel: 'sponsored nofollow' },
    { href: oldKnife, rel: '' },
    { href: 'https://own.example/notes', rel: '' },
  ]);
  expect(server.provider.calls).toHaveLength(0);
});

test('each exchange is shown, and undone alone or at once', async ({ open }) => {
  const app = await open({ links });
  await app.content.fill(content);
  await review(app);
  await app.dialog.getByRole('button', { name: 'Select all' }).click();
  await exchange(app, 3).click();
  await app.waitForResult();

  await summary(app).click();
  const listed = app.page.getByRole('list', { name: 'Links exchanged' }).getByRole('listitem');
  expect(await listed.count()).toBe(2);
  await expect.poll(() => listed.first().innerText()).toContain(oldPan);
  expect(await listed.first().innerText()).toContain(pan.url);
  await summary(app).click();
  await app.button('Show changes').click();
  expect(await app.page.locator('.reading ins.ins-link').allInnerTexts()).toContain('knife');

  await app.page.locator('.reading a', { hasText: 'knife' }).click();
  await app.button('Undo the exchange').click();
  await expect.poll(() => figures(app)).toMatch(/^2 links exchanged · your words unchanged/u);
  expect((await app.copy()).plain).toBe(exchanged);
  // What is undone is not accepted any more.
  await line(app).getByText('2 of your links are exchanged, 1 more can earn').waitFor();
  await summary(app).click();
  await app.button('Exchange again').click();
  await line(app).getByText('3 of your links are exchanged').waitFor();
  await app.button('Undo').click();
  await app.button('Undo').click();
  await app.button('Undo').click();
  await expect.poll(() => figures(app)).toMatch(/^0 links exchanged · your words unchanged/u);
  expect((await app.copy()).plain).toBe(content);
  await line(app).getByText('3 of your links can earn').waitFor();
  await app.button('Redo').click();
  await line(app).getByText('3 of your links are exchanged').waitFor();

  await review(app);
  await app.dialog.getByRole('button', { name: 'Select none' }).click();
  await app.dialog.getByRole('button', { name: 'Put the old addresses back' }).click();
  await expect.poll(() => figures(app)).toMatch(/^0 links exchanged · your words unchanged/u);
});

test('after a reload the exchange comes back, and the next Generate has it and requests no exchanged link', async ({
  open,
  server,
}) => {
  const app = await open({ links });
  await exchangeFirst(app);
  await comeBack(app);
  await app.waitForResult();
  expect((await app.copy()).plain).toBe(exchanged);
  await line(app).getByText('2 of your links are exchanged, 1 more can earn').waitFor();

  await app.tick(pan.description);
  await app.tick(tent.description);
  const before = server.provider.calls.length;
  await app.generate.click();
  await app.tab('Experimental').waitFor();
  await app.waitForResult();
  const prompts = server.provider.calls.slice(before).map(({ body }) => JSON.stringify(body));
  expect(prompts).toHaveLength(1);
  expect(prompts[0]).toContain('Links to these are already in the text');
  expect(prompts[0]).not.toContain('ref=me');
  for (const tab of ['Safe', 'Exploratory', 'Experimental'] as const) {
    await app.tab(tab).click();
    await expect
      .poll(() => figures(app))
      .toContain('2 links exchanged · 1 sentence added, your words unchanged');
    const { html } = await app.copy();
    expect(linksOfHtml(html).map(({ href }) => href)).toEqual(
      expect.arrayContaining([pan.url, tent.url, oldKnife]),
    );
    expect(linksOfHtml(html).filter(({ href }) => href === pan.url)).toHaveLength(2);
    expect(html).not.toContain('utm_source');
  }
  await summary(app).click();
  const row = app.page.locator('.report-links li', { hasText: pan.description });
  expect(await row.first().innerText()).toContain('In your text already');
  expect(await summary(app).innerText()).toContain('2 links added');
});

test('with a result, an exchange comes into every version, and is undone in each alone', async ({
  open,
  server,
}) => {
  const app = await open({ links });
  await app.content.fill(content);
  await app.tick(tent.description);
  await app.generate.click();
  await app.waitForResult();
  const calls = server.provider.calls.length;
  await review(app);
  await exchange(app, 2).click();
  const told = '2 links exchanged · 1 sentence added, your words unchanged';
  await expect.poll(() => figures(app)).toContain(told);
  await app.tab('Exploratory').click();
  await expect.poll(() => figures(app)).toContain(told);
  await app.button('Undo').click();
  await expect.poll(() => figures(app)).toMatch(/^1 link added · 1 sentence added, your words unchanged/u);
  await line(app).getByText('2 of your links are exchanged, 1 more can earn').waitFor();
  await app.tab('Safe').click();
  await expect.poll(() => figures(app)).toContain(told);
  expect(await isOff(app.generate)).toBe(true);
  expect(server.provider.calls).toHaveLength(calls);
});

test('an exchange in another text replaces the versions of the earlier one, with Undo', async ({ open }) => {
  const app = await open({ links });
  await app.content.fill('A tent keeps the rain off. It weighs nothing.');
  await app.tick(tent.description);
  await app.generate.click();
  await app.waitForResult();
  await exchangeFirst(app);
  await app.page.getByText('replaced the versions of an earlier text').waitFor();
  await app.page.locator('.restore-notice').getByRole('button').click();
  await app.tab('Experimental').waitFor();
  await app.page.getByText('You’ve edited your text since').waitFor();
});

test('without a network, links are exchanged as well', async ({ open }) => {
  const app = await open({ links });
  await app.content.fill(content);
  await line(app).waitFor();
  await app.page.context().setOffline(true);
  await review(app);
  await exchange(app, 2).click();
  await app.waitForResult();
  expect((await app.copy()).plain).toBe(exchanged);
  await app.page.context().setOffline(false);
  await app.takeFaults(/ERR_INTERNET_DISCONNECTED/u);
});

test('a template makes all links to a shop earn, is checked, and stays in this browser until it is removed', async ({
  open,
}) => {
  const app = await open({ links });
  await app.content.fill(content);
  await review(app);
  await app.dialog.getByText('Use your own link for a whole shop').click();
  const [shop, own] = [app.dialog.getByLabel('Shop', { exact: true }), app.dialog.getByLabel('Your link')];
  const use = app.dialog.getByRole('button', { name: 'Use for this shop' });
  const focused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

  await use.click();
  await app.dialog.getByRole('alert').getByText('Write the shop as in its addresses').waitFor();
  expect(await focused(shop)).toBe(true);
  await shop.fill('https://www.own.example/');
  await own.fill('go.example/?to={url}');
  await own.press('Enter');
  await app.dialog.getByText('Write your link as one address that begins with https://').waitFor();
  await own.fill('https://go.example/?to=');
  await own.press('Enter');
  await app.dialog.getByText('Write {url} exactly once').waitFor();
  expect(await focused(own)).toBe(true);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor();
  await own.fill('https://go.example/?id=7&to={url}#x');
  await own.press('Enter');

  await app.dialog.getByText('3 of 4 links selected').waitFor();
  await exchange(app, 3).click();
  await app.waitForResult();
  const made = 'https://go.example/?id=7&to=https%3A%2F%2Fown.example%2Fnotes#x';
  expect((await app.copy()).plain).toBe(exchanged.replace('https://own.example/notes', made));

  await comeBack(app);
  await review(app);
  await app.dialog.getByText('Use your own link for a whole shop').click();
  await app.dialog.getByRole('button', { name: 'Remove the template of own.example' }).click();
  await app.dialog.getByText('2 of 3 links selected').waitFor();
  expect(await app.page.evaluate(() => localStorage.getItem('shopTemplates'))).toBe(null);
});

test('templates are listed in “Your data”, and deleted with everything else', async ({ open }) => {
  const app = await open({ links });
  await app.rows.first().waitFor();
  await app.openDialog(app.button('Your data'));
  await app.dialog.getByLabel('Shop', { exact: true }).fill('own.example');
  await app.dialog.getByLabel('Your link').fill('https://go.example/{url}');
  await app.dialog.getByRole('button', { name: 'Use for this shop' }).click();
  await app.dialog.getByText('https://go.example/{url}').waitFor();
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await app.dialog.getByRole('button', { name: 'Delete all my data…' }).click();
  await app.dialog.getByLabel('Type “delete” to confirm').fill('delete');
  await app.dialog.getByRole('button', { name: 'Delete everything' }).click();
  await app.dialog.getByText('All your data was deleted.').waitFor();
  await app.dialog.getByText('https://go.example/{url}').waitFor({ state: 'detached' });
  expect(await app.page.evaluate(() => localStorage.getItem('shopTemplates'))).toBe(null);
});

test('the review works by keyboard alone', async ({ open }) => {
  const app = await open({ links });
  const { keyboard } = app.page;
  await app.content.fill(content);
  await line(app).waitFor();
  const focused = () =>
    app.page.evaluate(() => {
      const active = document.activeElement;
      return (
        active?.getAttribute('aria-label') ??
        (active instanceof HTMLInputElement ? active.labels?.[0] : active)?.textContent
      );
    });
  const tabTo = async (name: string) => {
    for (let press = 0; press < 40 && (await focused()) !== name; press += 1) await keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  await app.content.focus();
  await tabTo('Review');
  await keyboard.press('Enter');
  await app.dialog.waitFor();
  await expect.poll(focused).toBe('Links of yours that can earn');
  await tabTo('knife');
  await keyboard.press('Space');
  await app.dialog.getByText('3 of 3 links selected').waitFor();
  await tabTo('Exchange 3 links');
  await keyboard.press('Enter');
  await app.waitForResult();
  await expect.poll(focused).toBe('Review');
  expect(await figures(app)).toMatch(/^3 links exchanged · your words unchanged/u);
});

test('hundreds of offers with long addresses fit a phone, also from right to left', async ({ open }) => {
  const long = 'a-very-long-part-of-a-path-without-an-end/'.repeat(6);
  const many = Array.from({ length: 200 }, (_, index) => ({
    old: `https://shop${index}.example/${long}${index}`,
    words: index % 2 === 0 ? `كتاب ${index}` : `Book ${index}`,
  }));
  const app = await open({ links: [pan], viewport: { width: 390, height: 844 }, hasTouch: true });
  const templates = many.map((_, index) => ({
    shop: `shop${index}.example`,
    template: `https://go.example/${long}?to={url}`,
  }));
  await app.page.evaluate((value) => localStorage.setItem('shopTemplates', value), JSON.stringify(templates));
  await app.page.reload();
  await app.content.fill(many.map(({ old, words: told }) => `- [${told}](${old})`).join('\n'));
  await line(app).getByText('200 of your links can earn').waitFor();
  for (const direction of ['ltr', 'rtl']) {
    await app.page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await review(app);
    expect(await app.dialog.getByRole('checkbox').count()).toBe(200);
    expect(await scrollsSideways(app)).toBe(false);
    await offer(app, 'Book 199').uncheck();
    await app.dialog.getByText('of 200 links selected').waitFor();
    expect(await scrollsSideways(app)).toBe(false);
    await app.dialog.getByRole('button', { name: 'Cancel' }).click();
    await app.dialog.waitFor({ state: 'detached' });
  }
  await review(app);
  await exchange(app, 199).click();
  await app.waitForResult();
  expect(await figures(app)).toMatch(/^199 links exchanged · your words unchanged/u);
});

test('among thousands of saved links, a worker finds those that fit', async ({ open }) => {
  const app = await open();
  const count = 2500;
  const all = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    url: `https://shop.example/${index}?ref=me`,
    description: `Thing ${index}`,
  }));
  for (let from = 0; from < count; from += 500) {
    const data = { links: all.slice(from, from + 500) };
    expect((await app.page.context().request.post('/api/links/import', { data })).ok()).toBe(true);
  }
  await app.page.reload();
  const workers: string[] = [];
  app.page.on('worker', (worker) => workers.push(worker.url()));
  await app.rows.first().waitFor();
  await app.content.fill(
    '[One](https://shop.example/7) and [two](https://shop.example/2400?utm_source=mail).',
  );
  await line(app).getByText('2 of your links can earn').waitFor();
  expect(workers.length).toBeGreaterThan(0);
});
