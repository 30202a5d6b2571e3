import { readFile } from 'node:fs/promises';

import { expect } from 'vitest';

import { linkFileSchema } from '#contract/links.ts';
import { isStorable } from '#core/links/link-text.ts';
import { naughtyStrings } from '#provider/corpus/hostile.ts';
import { countCases } from '#scripts/count-cases.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { exportsOfOthers } from './harness/exports-of-others.ts';
import { journeyOn } from './harness/journey.ts';
import { becomeNewVisitor } from './harness/new-visitor.ts';
import { startServer } from './harness/server.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));

async function openImport(desk: Workbench): Promise<void> {
  await desk.button('Import or export links').click();
  await desk.dialog.getByText('Choose a file, or drop it here').waitFor();
}

async function chooseFile(desk: Workbench, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await desk.page.setInputFiles('input[type=file]', { name, mimeType: 'text/plain', buffer });
}

/** Returns the number, the link and the result of each visible row. */
async function previewOf(desk: Workbench): Promise<string[][]> {
  await desk.dialog.getByText('What happens').waitFor();
  await expect.poll(() => desk.dialog.getByText('Looking which of them').count()).toBe(0);
  return desk.dialog.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const words = (selector: string) => row.querySelector(selector)?.textContent ?? '';
      const parts = ['.preview-number', '.preview-url', '.preview-description', '.preview-fate'];
      return parts.map(words);
    }),
  );
}

const importButton = (desk: Workbench) => desk.dialog.getByRole('button', { name: /^Import \d/ });

async function runImport(desk: Workbench): Promise<void> {
  await importButton(desk).click();
  await desk.dialog.getByText(/imported$/).waitFor();
  await desk.dialog.getByRole('button', { name: 'Done' }).click();
  await desk.dialog.waitFor({ state: 'detached' });
}

async function exported(desk: Workbench, kind: 'CSV' | 'JSON'): Promise<string> {
  await openImport(desk);
  const [download] = await Promise.all([
    desk.page.waitForEvent('download'),
    desk.dialog.getByRole('link', { name: `Export as ${kind}` }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  await desk.page.keyboard.press('Escape');
  await desk.dialog.waitFor({ state: 'detached' });
  return text;
}

async function deleteAll(desk: Workbench): Promise<void> {
  expect((await desk.page.request.delete('/api/workspace')).status()).toBe(204);
}

/** Opens the page as a visitor without links. */
test('exports of other programs are recognised, previewed and imported; bad files are refused with a message', async ({
  clearDesk: desk,
}) => {
  await becomeNewVisitor(desk.page);
  await openImport(desk);
  expect(await accessibilityFaults(desk.page)).toEqual([]);
  const refusals: [string, string | Buffer, string][] = [
    ['links.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'save it as CSV'],
    ['picture.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'holds no text'],
    ['empty.csv', '', 'This file is empty.'],
    ['other.json', '{"links":[]}', 'exported here'],
    ['header.csv', 'url,title\r\n', 'no row with a link'],
  ];
  for (const [name, content, message] of refusals) {
    await chooseFile(desk, name, content);
    await desk.dialog.getByRole('alert').filter({ hasText: message }).waitFor();
  }

  for (const { name, maker, content, rows } of exportsOfOthers) {
    await chooseFile(desk, name, content);
    await desk.dialog.getByText(`an export of ${maker}`).waitFor();
    expect(await previewOf(desk)).toEqual(rows);
    await desk.dialog.getByRole('button', { name: 'Back' }).click();
  }

  const [pretty] = exportsOfOthers;
  await chooseFile(desk, pretty?.name ?? '', pretty?.content ?? '');
  await previewOf(desk);
  await desk.dialog.getByLabel('URL', { exact: true }).selectOption({ label: 'slug' });
  await desk.dialog.getByLabel('The address of your site').fill('https://blog.example/');
  await desk.page.keyboard.press('Enter');
  expect((await previewOf(desk)).map(([, url]) => url)).toEqual([
    'https://blog.example/knife',
    'https://blog.example/board',
  ]);
  expect(await accessibilityFaults(desk.page)).toEqual([]);
  await runImport(desk);
  await expect.poll(() => desk.rows.count()).toBe(2);
  expect(await desk.rows.evaluateAll((boxes) => boxes.map((box) => box.closest('li')?.textContent))).toEqual([
    'Chef\'s "sharp" knifehttps://blog.example/knife',
    '=Boardhttps://blog.example/board',
  ]);
  expect(await desk.page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

test('each pasted line shows its result; duplicates are skipped unless the user wants them; refused lines can be kept', async ({
  clearDesk: desk,
}) => {
  await becomeNewVisitor(desk.page);
  await openImport(desk);
  await desk.dialog
    .getByLabel('Paste several')
    .fill(
      'https://a.example/1 One\nTwo: https://a.example/2\nhttps://a.example/1\nwords alone\n- [Three](https://a.example/3)',
    );
  await desk.dialog.getByRole('button', { name: 'Preview' }).click();
  expect(await previewOf(desk)).toEqual([
    ['1', 'https://a.example/1', 'One', 'New'],
    ['2', 'https://a.example/2', 'Two', 'New'],
    ['3', 'https://a.example/1', '', 'Twice in here: skipped'],
    ['4', '', 'words alone', 'Refused: URL is required'],
    ['5', 'https://a.example/3', 'Three', 'New'],
  ]);
  await importButton(desk).click();
  await desk.dialog.getByText('3 links were imported').waitFor();
  await desk.dialog.getByText('1 row was skipped').waitFor();
  const [download] = await Promise.all([
    desk.page.waitForEvent('download'),
    desk.dialog.getByRole('link', { name: 'Download them with the reasons' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(
    '\ufeffrow,url,description,reason\r\n4,,words alone,URL is required\r\n',
  );
  await desk.dialog.getByRole('button', { name: 'Done' }).click();

  await openImport(desk);
  await chooseFile(desk, 'again.txt', 'https://a.example/2 Again\nhttps://a.example/4 New');
  expect((await previewOf(desk)).map((row) => row.at(-1))).toEqual(['Already saved: skipped', 'New']);
  await desk.dialog.getByRole('button', { name: /^Already saved/ }).click();
  expect(await previewOf(desk)).toHaveLength(1);
  await desk.dialog.getByLabel('Also save the 1 link that you already have').check();
  expect((await previewOf(desk)).map((row) => row.at(-1))).toEqual(['Already saved: saved again']);
  await runImport(desk);
  await desk.page.getByRole('checkbox', { name: 'Again' }).waitFor();
});

test('an export is imported unchanged: ids, times, order and every byte', async ({
  clearDesk: desk,
  task,
}) => {
  await becomeNewVisitor(desk.page);
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
    expect((await desk.page.request.post('/api/links/import', { data })).status()).toBe(200);
  }
  const json = await exported(desk, 'JSON');
  const csv = await exported(desk, 'CSV');
  const saved = linkFileSchema.parse(JSON.parse(json)).links;
  expect(saved.map(({ description }) => description)).toEqual(texts.toReversed());

  for (const [name, content] of [
    ['links.json', json],
    ['links.csv', csv],
  ] as const) {
    await deleteAll(desk);
    await openImport(desk);
    await chooseFile(desk, name, content);
    await desk.dialog.getByText('exported from here').waitFor();
    await runImport(desk);
    expect(linkFileSchema.parse(JSON.parse(await exported(desk, 'JSON'))).links).toEqual(saved);
    expect(await exported(desk, 'CSV')).toBe(csv);
  }
});

test('an interrupted import of 5,000 rows continues from where it stopped', async ({ clearDesk: desk }) => {
  await becomeNewVisitor(desk.page);
  const lines = Array.from(
    { length: 5000 },
    (_, index) => `${index};https://a.example/${index};Link ${index}`,
  );
  const file = Buffer.from(`\ufeffsep=;\r\nnumber;Affiliate URL;Title\r\n${lines.join('\r\n')}`, 'utf16le');
  let batches = 0;
  await desk.page.route('**/api/links/import', (route) =>
    ++batches === 3 ? route.abort() : route.continue(),
  );
  await openImport(desk);
  await chooseFile(desk, 'many.csv', file);
  await desk.dialog.getByText('5,000 rows').waitFor();
  await desk.dialog.getByText('UTF-16').waitFor();
  await desk.dialog.getByRole('button', { name: 'Next' }).click();
  await desk.dialog.getByText('Page 2 of 100').waitFor();
  expect((await previewOf(desk))[0]).toEqual(['52', 'https://a.example/50', 'Link 50', 'New']);
  await importButton(desk).click();
  await desk.dialog.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
  await desk.takeFaults(/ERR_FAILED/);
  await desk.page.unroute('**/api/links/import');
  expect(await desk.dialog.getByRole('progressbar').getAttribute('value')).toBe('2000');
  expect(await accessibilityFaults(desk.page)).toEqual([]);
  await desk.dialog.getByRole('button', { name: 'Go on' }).click();
  await desk.dialog.getByText('5,000 links were imported').waitFor();
  await desk.dialog.getByRole('button', { name: 'Done' }).click();
  await desk.page.getByRole('checkbox', { name: 'Link 0' }).waitFor();
});

test('several lines pasted into the URL field, and a file dropped on the list, open the preview', async ({
  clearDesk: desk,
}) => {
  await becomeNewVisitor(desk.page);
  await desk.button('Add Link').first().click();
  await desk.page.evaluate(() =>
    navigator.clipboard.writeText('https://a.example/1 One\nhttps://a.example/2 Two'),
  );
  await desk.dialog.getByLabel('Affiliate URL').focus();
  await desk.page.keyboard.press('ControlOrMeta+V');
  expect((await previewOf(desk)).map((row) => row[2])).toEqual(['One', 'Two']);
  await desk.page.keyboard.press('Escape');
  await desk.dialog.waitFor({ state: 'detached' });
  await desk.rows.first().or(desk.page.getByText('No links saved yet')).waitFor();
  const transfer = await desk.page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['https://a.example/dropped Dropped'], 'dropped.txt'));
    return data;
  });
  const panel = desk.page.locator('.links-panel');
  await panel.dispatchEvent('dragover', { dataTransfer: transfer });
  await panel.dispatchEvent('drop', { dataTransfer: transfer });
  expect((await previewOf(desk))[0]?.[1]).toBe('https://a.example/dropped');
  await desk.page.keyboard.press('Escape');
  await desk.dialog.waitFor({ state: 'detached' });
});
