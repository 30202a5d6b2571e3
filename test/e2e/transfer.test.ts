import { readFile } from 'node:fs/promises';

import { expect } from 'vitest';

import { linkFileSchema } from '#contract/links.ts';
import { isStorable } from '#core/links/check-link-fields.ts';
import { naughtyStrings } from '#provider/corpus/hostile.ts';
import { countCases } from '#scripts/count-cases.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { exportsOfOthers } from './harness/exports-of-others.ts';
import { journeyOn } from './harness/journey.ts';
import { becomeNewVisitor } from './harness/new-visitor.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));

async function openImport(app: AppPage): Promise<void> {
  await app.button('Import or export links').click();
  await app.dialog.getByText('Choose a file, or drop it here').waitFor();
}

async function chooseFile(app: AppPage, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await app.page.setInputFiles('input[type=file]', { name, mimeType: 'text/plain', buffer });
}

/** Returns the number, the link and the result of each visible row. */
async function previewOf(app: AppPage): Promise<string[][]> {
  await app.dialog.getByText('What happens').waitFor();
  await expect.poll(() => app.dialog.getByText('Checking which links').count()).toBe(0);
  return app.dialog.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const words = (selector: string) => row.querySelector(selector)?.textContent ?? '';
      const parts = ['.preview-number', '.preview-url', '.preview-description', '.preview-fate'];
      return parts.map(words);
    }),
  );
}

const importButton = (app: AppPage) => app.dialog.getByRole('button', { name: /^Import \d/ });

async function runImport(app: AppPage): Promise<void> {
  await importButton(app).click();
  await app.dialog.getByText(/imported$/).waitFor();
  await app.dialog.getByRole('button', { name: 'Done' }).click();
  await app.dialog.waitFor({ state: 'detached' });
}

async function exported(app: AppPage, kind: 'CSV' | 'JSON' | 'HTML'): Promise<string> {
  await openImport(app);
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.dialog.getByRole('link', { name: `Export as ${kind}` }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
  return text;
}

async function deleteAll(app: AppPage): Promise<void> {
  expect((await app.page.request.delete('/api/workspace')).status()).toBe(204);
}

test('exports of other programs are recognised, previewed and imported; bad files are refused with a message', async ({
  cleanApp: app,
}) => {
  await becomeNewVisitor(app.page);
  await openImport(app);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  const refusals: [string, string | Buffer, string][] = [
    ['links.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'save it as CSV'],
    ['picture.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'contains no text'],
    ['empty.csv', '', 'This file is empty.'],
    ['other.json', '{"links":[]}', 'exported here'],
    ['header.csv', 'url,title\r\n', 'No links were found'],
  ];
  for (const [name, content, message] of refusals) {
    await chooseFile(app, name, content);
    await app.dialog.getByRole('alert').filter({ hasText: message }).waitFor();
  }

  for (const { name, maker, content, rows } of exportsOfOthers) {
    await chooseFile(app, name, content);
    await app.dialog.getByText(`an export of ${maker}`).waitFor();
    expect(await previewOf(app)).toEqual(rows);
    await app.dialog.getByRole('button', { name: 'Back' }).click();
  }

  const [pretty] = exportsOfOthers;
  await chooseFile(app, pretty?.name ?? '', pretty?.content ?? '');
  await previewOf(app);
  await app.dialog.getByLabel('URL', { exact: true }).selectOption({ label: 'slug' });
  await app.dialog.getByLabel('The URL of your site').fill('https://blog.example/');
  await app.page.keyboard.press('Enter');
  expect((await previewOf(app)).map(([, url]) => url)).toEqual([
    'https://blog.example/knife',
    'https://blog.example/board',
  ]);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await runImport(app);
  await expect.poll(() => app.rows.count()).toBe(2);
  expect(await app.rows.evaluateAll((boxes) => boxes.map((box) => box.closest('li')?.textContent))).toEqual([
    'Chef\'s "sharp" knifehttps://blog.example/knife',
    '=Boardhttps://blog.example/board',
  ]);
  // Imported links are ticked, as added ones are.
  expect(await app.page.locator('.link-row input:checked').count()).toBe(2);
});

test('each pasted line shows its result; duplicates are skipped unless the user wants them; refused lines can be kept', async ({
  cleanApp: app,
}) => {
  await becomeNewVisitor(app.page);
  await openImport(app);
  await app.dialog
    .getByLabel('Paste a list')
    .fill(
      'https://a.example/1 One\nTwo: https://a.example/2\nhttps://a.example/1\nwords alone\n- [Three](https://a.example/3)',
    );
  await app.dialog.getByRole('button', { name: 'Preview' }).click();
  expect(await previewOf(app)).toEqual([
    ['1', 'https://a.example/1', 'One', 'New'],
    ['2', 'https://a.example/2', 'Two', 'New'],
    ['3', 'https://a.example/1', '', 'Duplicate: skipped'],
    ['4', '', 'words alone', 'Skipped: no URL'],
    ['5', 'https://a.example/3', 'Three', 'New'],
  ]);
  await importButton(app).click();
  await app.dialog.getByText('3 links were imported').waitFor();
  await app.dialog.getByText('1 row was skipped').waitFor();
  await app.dialog.getByText('All are selected.').waitFor();
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.dialog.getByRole('link', { name: 'Download them with reasons' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(
    '\ufeff"row","url","description","reason"\r\n"4","","words alone","URL is required"\r\n',
  );
  await app.dialog.getByRole('button', { name: 'Done' }).click();

  await openImport(app);
  await chooseFile(app, 'again.txt', 'https://a.example/2 Again\nhttps://a.example/4 New');
  expect((await previewOf(app)).map((row) => row.at(-1))).toEqual(['Already saved: skipped', 'New']);
  await app.dialog.getByRole('button', { name: /^Already saved/ }).click();
  expect(await previewOf(app)).toHaveLength(1);
  await app.dialog.getByLabel('Also save 1 link that you already have').check();
  expect((await previewOf(app)).map((row) => row.at(-1))).toEqual(['Already saved: saved again']);
  await runImport(app);
  await app.page.getByRole('checkbox', { name: 'Again' }).waitFor();
});

test('an export is imported unchanged: ids, times, order and every byte', async ({ cleanApp: app, task }) => {
  await becomeNewVisitor(app.page);
  const own = [
    '=1+1',
    "'quoted",
    "''=2",
    'a,b;"c"',
    'two\r\nlines',
    'tab\there',
    '😀 é',
    '+',
    '-',
    '@x',
    '\r',
    '',
  ];
  const texts = [...own, ...naughtyStrings].filter((text) => isStorable(text) && text.length <= 2000);
  countCases({ task }, texts.length * 2);
  const links = texts.map((text, index) => ({
    id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    url: `https://a.example/${index}?${text}`.trim(),
    description: text,
    createdAt: new Date(1_700_000_000_000 + index).toISOString(),
    updatedAt: new Date(1_750_000_000_000 - index).toISOString(),
  }));
  // One request takes at most a thousand links.
  for (let from = 0; from < links.length; from += 500) {
    const data = { links: links.slice(from, from + 500) };
    expect((await app.page.request.post('/api/links/import', { data })).status()).toBe(200);
  }
  const json = await exported(app, 'JSON');
  const csv = await exported(app, 'CSV');
  const saved = linkFileSchema.parse(JSON.parse(json)).links;
  expect(saved.map(({ description }) => description)).toEqual(texts.toReversed());

  for (const [name, content] of [
    ['links.json', json],
    ['links.csv', csv],
  ] as const) {
    await deleteAll(app);
    await openImport(app);
    await chooseFile(app, name, content);
    await app.dialog.getByText('exported from here').waitFor();
    await runImport(app);
    expect(linkFileSchema.parse(JSON.parse(await exported(app, 'JSON'))).links).toEqual(saved);
    expect(await exported(app, 'CSV')).toBe(csv);
  }
  // Before the second import, the page has tried the recovery code of the deleted workspace.
  await app.takeFaults(/404/);
});

test('two columns of addresses are asked for; escaped addresses are corrected with one click', async ({
  cleanApp: app,
}) => {
  await becomeNewVisitor(app.page);
  await openImport(app);
  const rows = [
    'Pan,https://shop.example/1?a=1&amp;b=2,https://go.example/1',
    'Wok,https://shop.example/2,https://go.example/2',
  ];
  await chooseFile(app, 'links.csv', ['Name,Shop A,Shop B', ...rows].join('\n'));
  await app.dialog.getByText('Which column is the link?').waitFor();
  expect(await accessibilityFaults(app.page)).toEqual([]);
  expect(await app.dialog.locator('.column-question li li').allTextContents()).toEqual([
    'https://shop.example/1?a=1&amp;b=2',
    'https://shop.example/2',
    'https://go.example/1',
    'https://go.example/2',
  ]);
  await app.dialog.getByRole('button', { name: 'Shop A' }).click();
  const url = async () => (await previewOf(app))[0]?.[1];
  expect(await url()).toBe('https://shop.example/1?a=1&amp;b=2');
  await app.dialog.getByRole('button', { name: 'Use & instead' }).click();
  await expect.poll(url).toBe('https://shop.example/1?a=1&b=2');
  expect(await app.dialog.getByText('Which column is the link?').count()).toBe(0);
  await app.dialog.getByLabel('URL', { exact: true }).selectOption({ label: 'Shop B' });
  await expect.poll(url).toBe('https://go.example/1');
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await app.page.keyboard.press('Escape');
});

test('bookmarks are imported with their tags, and exported and imported again unchanged', async ({
  cleanApp: app,
}) => {
  await becomeNewVisitor(app.page);
  await openImport(app);
  const bookmark = (number: number, words: string) =>
    `<DT><A HREF="https://a.example/?n=${number}&amp;b" TAGS="kitchen">${words}</A>\n`;
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${bookmark(1, 'Pan')}${bookmark(2, 'A &lt;b&gt; wok')}</DL>`;
  await chooseFile(app, 'bookmarks.html', file);
  await app.dialog.getByText('bookmarks.', { exact: false }).first().waitFor();
  expect((await previewOf(app)).map((row) => row.slice(1, 3))).toEqual([
    ['https://a.example/?n=1&b', 'Pan #kitchen'],
    ['https://a.example/?n=2&b', 'A <b> wok #kitchen'],
  ]);
  await runImport(app);
  const html = await exported(app, 'HTML');
  const fields = (json: string) =>
    linkFileSchema.parse(JSON.parse(json)).links.map(({ url, description }) => [url, description]);
  const before = fields(await exported(app, 'JSON'));
  await deleteAll(app);
  await openImport(app);
  await chooseFile(app, 'links.html', html);
  await app.dialog.getByText('exported from here').waitFor();
  await runImport(app);
  expect(fields(await exported(app, 'JSON'))).toEqual(before);
  await app.takeFaults(/404/);
});

test('a list of more than a megabyte is read in a worker', async ({ cleanApp: app }) => {
  await becomeNewVisitor(app.page);
  await openImport(app);
  const words = 'A pan with a long description '.repeat(10);
  const lines = Array.from({ length: 5000 }, (_, index) => `https://a.example/${index} ${words}${index}`);
  await chooseFile(app, 'many.txt', lines.join('\n'));
  await app.dialog.getByText('5,000 rows').waitFor();
  const worker = await app.page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('task-worker')).length,
  );
  expect(worker).toBe(1);
  expect((await previewOf(app))[0]).toEqual(['1', 'https://a.example/0', `${words}0`, 'New']);
  await app.page.keyboard.press('Escape');
});

test('an interrupted import of 5,000 rows continues from where it stopped', async ({ cleanApp: app }) => {
  await becomeNewVisitor(app.page);
  const lines = Array.from(
    { length: 5000 },
    (_, index) => `${index};https://a.example/${index};Link ${index}`,
  );
  const file = Buffer.from(`\ufeffsep=;\r\nnumber;Affiliate URL;Title\r\n${lines.join('\r\n')}`, 'utf16le');
  let batches = 0;
  await app.page.route('**/api/links/import', (route) =>
    ++batches === 3 ? route.abort() : route.continue(),
  );
  await openImport(app);
  await chooseFile(app, 'many.csv', file);
  await app.dialog.getByText('5,000 rows').waitFor();
  await app.dialog.getByText('UTF-16').waitFor();
  await app.dialog.getByRole('button', { name: 'Next' }).click();
  await app.dialog.getByText('Page 2 of 100').waitFor();
  expect((await previewOf(app))[0]).toEqual(['52', 'https://a.example/50', 'Link 50', 'New']);
  await importButton(app).click();
  await app.dialog.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
  await app.takeFaults(/ERR_FAILED/);
  await app.page.unroute('**/api/links/import');
  expect(await app.dialog.getByRole('progressbar').getAttribute('value')).toBe('2000');
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await app.dialog.getByRole('button', { name: 'Continue' }).click();
  await app.dialog.getByText('5,000 links were imported').waitFor();
  await app.dialog.getByText('None is selected, because there are more than 50.').waitFor();
  await app.dialog.getByRole('button', { name: 'Done' }).click();
  await app.page.getByRole('checkbox', { name: 'Link 0' }).waitFor();
  expect(await app.page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

test('several lines pasted into the URL field, and a file dropped on the list, open the preview', async ({
  cleanApp: app,
}) => {
  await becomeNewVisitor(app.page);
  await app.button('Add Link').first().click();
  await app.page.evaluate(() =>
    navigator.clipboard.writeText('https://a.example/1 One\nhttps://a.example/2 Two'),
  );
  await app.dialog.getByLabel('Affiliate URL').focus();
  await app.page.keyboard.press('ControlOrMeta+V');
  expect((await previewOf(app)).map((row) => row[2])).toEqual(['One', 'Two']);
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
  await app.rows.first().or(app.page.getByText('No links saved yet')).waitFor();
  const transfer = await app.page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['https://a.example/dropped Dropped'], 'dropped.txt'));
    return data;
  });
  const panel = app.page.locator('.links-panel');
  await panel.dispatchEvent('dragover', { dataTransfer: transfer });
  await panel.dispatchEvent('drop', { dataTransfer: transfer });
  expect((await previewOf(app))[0]?.[1]).toBe('https://a.example/dropped');
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
});

test('a pasted text is kept behind the preview and the closed dialog until it is imported', async ({
  cleanApp: app,
}) => {
  await becomeNewVisitor(app.page);
  const field = app.dialog.getByLabel('Paste a list');
  const text = 'https://a.example/kept Kept';
  const preview = () => app.dialog.getByRole('button', { name: 'Preview' }).click();
  await openImport(app);
  await field.fill(text);
  await preview();
  await previewOf(app);
  await app.dialog.getByRole('button', { name: 'Back' }).click();
  expect(await field.inputValue()).toBe(text);
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });

  await openImport(app);
  expect(await field.inputValue()).toBe(text);
  await chooseFile(app, 'other.txt', 'https://a.example/other Other');
  await previewOf(app);
  await runImport(app);
  await openImport(app);
  expect(await field.inputValue()).toBe(text);
  await preview();
  await previewOf(app);
  await runImport(app);
  await openImport(app);
  expect(await field.inputValue()).toBe('');
  await app.page.keyboard.press('Escape');
});
