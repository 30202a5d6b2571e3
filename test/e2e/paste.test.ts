import { expect } from 'vitest';

import { nothingSeen, startHtmlTrap } from './harness/html-trap.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer());

type Paste = [html: string, plain: string, key?: string];

/** Puts both formats on the clipboard as a program does, and pastes them by keyboard. */
async function pasteBoth(app: AppPage, ...[html, plain, key = 'ControlOrMeta+V']: Paste): Promise<void> {
  await app.page.evaluate(
    (forms) => {
      const take = (event: ClipboardEvent) => {
        event.clipboardData?.setData('text/html', forms.html);
        event.clipboardData?.setData('text/plain', forms.plain);
        event.preventDefault();
      };
      document.addEventListener('copy', take, { once: true });
      document.execCommand('copy');
    },
    { html, plain },
  );
  await app.content.focus();
  await app.page.keyboard.press(key);
}

const pasted = (app: AppPage) => app.page.getByText('Pasted as Markdown, with formatting.');
async function expectContent(app: AppPage, text: string): Promise<void> {
  await expect.poll(() => app.content.inputValue()).toBe(text);
}

/** Pastes into the empty field, and expects this content. */
async function expectPaste(app: AppPage, text: string, ...paste: Paste): Promise<void> {
  await app.content.fill('');
  await pasteBoth(app, ...paste);
  await expectContent(app, text);
}

/** Waits until the paste handler is loaded. Before that, a paste gives plain text. */
async function untilListening(app: AppPage): Promise<void> {
  await expect
    .poll(async () => {
      await app.content.fill('');
      await pasteBoth(app, '<p>A <b>word</b></p>', 'A word');
      return app.content.inputValue();
    })
    .toBe('A **word**');
  await app.content.fill('');
}

const own = 'https://own.example/a_(b)?x=1&y=ü';

const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-weight:400;">Steak for two</span></h1><p dir="ltr"><span style="font-weight:400;">A hot </span><span style="font-weight:700;">pan</span><span style="font-weight:400;"> and </span><span style="font-style:italic;">patience</span><span>, see </span><a href="${own.replaceAll('&', '&amp;')}" style="text-decoration:none;"><span style="text-decoration:underline;">my notes</span></a><span>.</span></p><ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>Salt early</span></p></li><li dir="ltr"><p dir="ltr"><span>Rest long</span></p></li></ul><table><tbody><tr><td><p><span>cut</span></p></td><td><p><span>minutes</span></p></td></tr><tr><td><p><span>rib|eye</span></p></td><td><p><span>4</span></p></td></tr></tbody></table></b>`;
const docsPlain =
  'Steak for two\nA hot pan and patience, see my notes.\n* Salt early\n* Rest long\ncut\nminutes\nrib|eye\n4';
const docsMarkdown = `# Steak for two

A hot **pan** and *patience*, see [my notes](<${own}>).

- Salt early
- Rest long

| cut | minutes |
| --- | --- |
| rib\\|eye | 4 |`;

test('a paste from Google Docs keeps headings, lists, links, emphasis and tables, and can be pasted as plain text', async ({
  cleanApp: app,
}) => {
  await untilListening(app);
  await app.content.fill('Before. ');
  await app.content.press('End');
  await pasteBoth(app, googleDocs, docsPlain);
  await pasted(app).waitFor();
  await expectContent(app, `Before. \n\n${docsMarkdown}`);

  await app.button('Paste as plain text').click();
  await expectContent(app, `Before. ${docsPlain}`);
  await pasted(app).waitFor({ state: 'detached' });
  await app.page.keyboard.press('ControlOrMeta+Z');
  await expectContent(app, `Before. \n\n${docsMarkdown}`);
  await app.page.keyboard.press('ControlOrMeta+Z');
  await expectContent(app, 'Before. ');
  await expectPaste(app, docsPlain, googleDocs, docsPlain, 'ControlOrMeta+Shift+V');
  expect(await pasted(app).count()).toBe(0);
});

test('pasted blocks begin on a new paragraph, and so does what follows them; words stay in their line', async ({
  cleanApp: app,
}) => {
  await untilListening(app);
  const heading = ['<h2>Why?</h2>', 'Why?'] as const;
  const list = ['<ul><li>a</li><li><b>b</b></li></ul>', 'a\nb'] as const;
  const two = ['<p>One</p><p><b>Two</b></p>', 'One\n\nTwo'] as const;
  const words = ['<p>a <b>word</b></p>', 'a word'] as const;
  const cases = [
    ['Intro line.', heading, '', 'Intro line.\n\n## Why?'],
    ['Intro', list, ' line.', 'Intro\n\n- a\n- **b**\n\n line.'],
    ['Intro:\n', list, '\nNext', 'Intro:\n- a\n- **b**\n\nNext'],
    ['', two, '\n\nNext', 'One\n\n**Two**\n\nNext'],
    ['See ', two, 'Next', 'See \n\nOne\n\n**Two**\n\nNext'],
    ['It is ', words, ' here', 'It is a **word** here'],
  ] as const;
  for (const [before, [html, plain], after, content] of cases) {
    await app.content.fill(before + after);
    await app.content.evaluate(
      (field: HTMLTextAreaElement, at) => field.setSelectionRange(at, at),
      before.length,
    );
    await pasteBoth(app, html, plain);
    await expectContent(app, content);
  }
  await app.button('Paste as plain text').click();
  await expectContent(app, 'It is a word here');
});

test('the notice says how many pictures of a paste were left out', async ({ cleanApp: app }) => {
  await untilListening(app);
  const notice = app.page.locator('.paste-notice');
  const cases = [
    [
      '<img src="https://own.example/a.png" alt="A">',
      'Pasted as Markdown, with formatting. Paste as plain text',
    ],
    [
      '<img src="file:///C:/a.png" alt="A">',
      'Pasted as Markdown, with formatting. 1 picture was left out. Paste as plain text',
    ],
    [
      '<img src="data:image/png;base64,AA"><img src="blob:https://x/y" alt="B"><img src="/c.png" alt="C">',
      'Pasted as Markdown, with formatting. 3 pictures were left out. Paste as plain text',
    ],
  ] as const;
  const checkBox =
    '<ul><li role="checkbox"><img src="data:image/png;base64,AA" alt="checked"><p>Flour</p></li></ul>';
  for (const [pictures, words] of cases) {
    await app.content.fill('');
    await pasteBoth(app, `${checkBox}<p>Text ${pictures}</p>`, 'Title\nText');
    await expect.poll(() => notice.innerText()).toBe(words);
  }
});

test('active content of a paste is removed before any parser of the page gets it', async ({
  cleanApp: app,
  onTestFinished,
}) => {
  const trap = await startHtmlTrap();
  onTestFinished(() => trap.stop());
  await untilListening(app);
  const seen = await trap.watch(app.page);
  for (const scrap of [...trap.scraps, trap.scraps.join('')]) {
    const html = `${scrap}<h2>Title</h2>${scrap}<p>kept &lt;script&gt;</p>`;
    await expectPaste(app, '## Title\n\nkept &lt;script>', html, 'Title\nkept <script>');
  }
  expect(await seen()).toEqual(nothingSeen);
});

test('a thousand formatted paragraphs are pasted at once; an unreadable paste gives plain text', async ({
  cleanApp: app,
  open,
}) => {
  await untilListening(app);
  const lines = Array.from({ length: 1000 }, (_, index) => `Paragraph ${index} says a little more.`);
  const html = lines.map((line) => `<p>${line} <a href="${own}">notes</a></p>`).join('');
  await pasteBoth(app, html, lines.join('\n'));
  await expectContent(app, lines.map((line) => `${line} [notes](<${own}>)`).join('\n\n'));

  const cut = await open();
  await cut.page.route('**/rich-paste-*.js', (route) => route.abort());
  await pasteBoth(cut, googleDocs, docsPlain);
  await expectContent(cut, docsPlain);
  await cut.page.close();
  cut.faults.length = 0;
});

/** Puts a text on the clipboard and pastes it where the focus is. */
async function pasteAtFocus(app: AppPage, text: string): Promise<void> {
  await app.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await app.page.keyboard.press('ControlOrMeta+V');
}

const pastedLinks = 'https://a.example/pan?tag=me An iron pan\nhttps://b.example/pot A steel pot';
const offer = (app: AppPage) =>
  app.page.locator('.paste-notice', { hasText: '2 links pasted. Save them to your links?' });

/** Pastes links into the empty field until the page, which loads this part later, offers to save them. */
async function untilOffered(app: AppPage): Promise<void> {
  await expect
    .poll(async () => {
      await app.content.fill('');
      await app.content.focus();
      await pasteAtFocus(app, pastedLinks);
      return offer(app).count();
    })
    .toBe(1);
}

test('a paste into an empty page starts in the text, with its formatting; into a page with a text it does nothing', async ({
  open,
}) => {
  const app = await open();
  const { page } = app;
  await untilOffered(app);
  await app.content.fill('');
  await app.content.blur();
  await pasteAtFocus(app, 'Two lines\nof a text.');
  await expect.poll(() => app.content.inputValue()).toBe('Two lines\nof a text.');
  expect(await app.content.evaluate((field) => field === document.activeElement)).toBe(true);
  await app.button('How does it work?').focus();
  await pasteAtFocus(app, 'More.');
  expect(await app.content.inputValue()).toBe('Two lines\nof a text.');

  await app.content.fill('');
  await page.evaluate(async () => {
    const html = new Blob(['<p>A <strong>bold</strong> word.</p>'], { type: 'text/html' });
    const plain = new Blob(['A bold word.'], { type: 'text/plain' });
    await navigator.clipboard.write([new ClipboardItem({ 'text/html': html, 'text/plain': plain })]);
  });
  await app.button('How does it work?').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => app.content.inputValue()).toBe('A **bold** word.');
});

test('pasted links can be saved and then leave the text; they stay in it as long as they are not saved', async ({
  open,
}) => {
  const app = await open();
  await untilOffered(app);
  expect(await app.content.inputValue()).toBe(pastedLinks);

  await app.button('Save').click();
  await app.dialog.getByRole('button', { name: 'Import 2 links' }).waitFor();
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
  expect(await app.content.inputValue()).toBe(pastedLinks);
  await app.button('Save').click();
  await app.dialog.getByRole('button', { name: 'Import 2 links' }).click();
  await app.dialog.getByRole('button', { name: 'Done' }).click();
  await app.page.getByRole('checkbox', { name: 'An iron pan', checked: true }).waitFor();
  await expect.poll(() => app.content.inputValue()).toBe('');
  expect(await offer(app).count()).toBe(0);

  // Outside of all fields, they are pasted as a text if there is none.
  await app.button('How does it work?').focus();
  await pasteAtFocus(app, pastedLinks);
  await offer(app).waitFor();
  await app.button('Keep as text').click();
  expect(await app.content.inputValue()).toBe(pastedLinks);
  expect(await offer(app).count()).toBe(0);

  // A text is never changed by them.
  await app.content.fill('A text.');
  await app.button('How does it work?').focus();
  await pasteAtFocus(app, pastedLinks.replaceAll('example', 'test'));
  await app.button('Save').click();
  await app.dialog.getByRole('button', { name: 'Import 2 links' }).click();
  await app.dialog.getByRole('button', { name: 'Done' }).click();
  await app.page.getByRole('checkbox', { name: 'https://a.test/pan?tag=me' }).waitFor();
  expect(await app.content.inputValue()).toBe('A text.');
});

test('the first paste of a page waits for the part that takes it, and goes into no dialog', async ({
  open,
}) => {
  for (const hasDialog of [false, true]) {
    const app = await open();
    const asked: string[] = [];
    app.page.on('request', (request) => asked.push(request.url()));
    let load = () => {};
    const loading = new Promise<void>((resolve) => (load = resolve));
    await app.page.route('**/pasted-links-*.js', async (route) => {
      await loading;
      await route.continue();
    });
    await app.rows.first().or(app.page.getByText('No links saved yet')).waitFor();
    await app.button('How does it work?').focus();
    await pasteAtFocus(app, pastedLinks);
    if (hasDialog) await app.openDialog(app.button('Add Link'));
    expect(await app.content.inputValue()).toBe('');
    load();
    await offer(app).waitFor();
    if (!hasDialog) await expectContent(app, pastedLinks);
    // The part that inserts text is requested before it inserts anything.
    await app.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
    );
    expect(asked.filter((url) => url.includes('rich-paste'))).toHaveLength(hasDialog ? 0 : 1);
    if (!hasDialog) continue;
    expect(await app.content.inputValue()).toBe('');
    expect(await app.dialog.getByLabel('Affiliate URL').inputValue()).toBe('');
  }
});
