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

const pasted = (app: AppPage) => app.page.getByText('Pasted with formatting as Markdown.');
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

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment--><h2>Rules<o:p></o:p></h2><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Nested</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Second, <b>bold</b></p><p class=MsoNormal>After <a href="https://own.example/w">a link</a>.</p><!--EndFragment--></body></html>`;

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
});

test('a paste from Word, a web page or a mail keeps its structure', async ({ cleanApp: app }) => {
  await untilListening(app);
  const cases: [html: string, plain: string, markdown: string][] = [
    [
      word,
      'Rules\n· First\n1. Nested\n· Second, bold\nAfter a link.',
      '## Rules\n\n- First\n  1. Nested\n- Second, **bold**\n\nAfter [a link](https://own.example/w).',
    ],
    [
      '<!-- wp:heading --><h2 class="wp-block-heading">Tips</h2><!-- /wp:heading --><!-- wp:quote --><blockquote class="wp-block-quote"><p>Salt.</p></blockquote><!-- /wp:quote --><p>See <a href="https://own.example/?a=1&amp;b=2" rel="nofollow">this</a><script>alert(1)</script><img src="data:image/png;base64,AAAA" onerror="alert(1)"></p>',
      'Tips\nSalt.\nSee this',
      '## Tips\n\n> Salt.\n\nSee [this](https://own.example/?a=1&b=2)',
    ],
    [
      '<div dir="ltr">Hello,<div><br></div><div>see <a href="https://own.example/m">this</a>.</div></div>',
      'Hello,\n\nsee this.',
      'Hello,\n\nsee [this](https://own.example/m).',
    ],
    [
      '<p>Wow!<a href="https://own.example/m">this</a> is <b>good!</b></p>',
      'Wow!this is good!',
      'Wow\\![this](https://own.example/m) is **good!**',
    ],
    [
      '<b style="font-weight:normal;" id="docs-internal-guid-2"><ol><li><p>Boil</p></li><ol><li><p>fill</p></li><li><p>heat</p></li><ul><li><p>to 96</p></li></ul></ol><li><p>Pour</p></li></ol></b>',
      'Boil\nfill\nheat\nto 96\nPour',
      '1. Boil\n   1. fill\n   2. heat\n      - to 96\n2. Pour',
    ],
    [
      '<p>Was <s>$99</s>, <del> or $95 </del>now <span style="text-decoration:line-through">$90</span></p>',
      'Was $99, or $95 now $90',
      'Was ~~$99~~, ~~or $95~~ now ~~$90~~',
    ],
    [
      '<p><del><s>Was $99</s>, or <strike>$95</strike></del> now <s>$90<br></s>$85<s> </s></p><s><p>One.</p><p>Two.</p></s>',
      'Was $99, or $95 now $90\n$85\nOne.\nTwo.',
      '~~Was $99, or $95~~ now ~~$90~~\n$85\n\n~~One.~~\n\n~~Two.~~',
    ],
    [
      '<table><caption>Beef</caption><tr><th>Cut</th><th>Price</th></tr><tr><td>Rib<br>eye</td></tr><tr><td><s>Rump</s></td><td>9,50 €</td></tr></table>',
      'Beef\nCut\tPrice\nRib eye\nRump\t9,50 €',
      'Beef\n\n| Cut | Price |\n| --- | --- |\n| Rib<br>eye |  |\n| ~~Rump~~ | 9,50 € |',
    ],
    ['A.<div><br></div>B. <p></p>C <b>c</b>', 'A.\n\nB.\n\nC c', 'A.\n\nB.\n\nC **c**'],
    [
      '<ol><li><div><span style="display:block">A.</span><div></div><a style="display: block" href="/x">B</a>C</div></li></ol>',
      'A.\nB\nC',
      '1. A.\n\n   [B](/x)\n\n   C',
    ],
    ['<p>Was <s>$99</s> now $79 *</p>', 'Was $99 now $79 *', 'Was ~~$99~~ now $79 \\*'],
  ];
  for (const [html, plain, markdown] of cases) await expectPaste(app, markdown, html, plain);
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
      'Pasted with formatting as Markdown. Paste as plain text',
    ],
    [
      '<img src="file:///C:/a.png" alt="A">',
      'Pasted with formatting as Markdown. 1 picture was left out. Paste as plain text',
    ],
    [
      '<img src="data:image/png;base64,AA"><img src="blob:https://x/y" alt="B"><img src="/c.png" alt="C">',
      'Pasted with formatting as Markdown. 3 pictures were left out. Paste as plain text',
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

test('line breaks and punctuation at the edges of bold words stand outside of the marks', async ({
  cleanApp: app,
}) => {
  await untilListening(app);
  const cases = [
    ['<p><b>Hinweis:</b>Das <i>(gilt)</i>.</p>', '**Hinweis**:Das *(gilt)*.'],
    ['<p>これは<b>「引用」</b>です</p>', 'これは「**引用**」です'],
    ['<p>a<b>👩‍🍳 c</b> <b>e\u0301👩‍🍳!</b>d</p>', 'a👩‍🍳 **c** **e\u0301**👩‍🍳!d'],
    ['<p>A <b>bold line<br></b>next<em><br>one</em></p>', 'A **bold line**\nnext\n*one*'],
    ['<p>Wow<b>!!</b><a href="/x">this</a> is <b>good</b></p>', 'Wow!\\![this](/x) is **good**'],
    ['<h2><b>1. The best<br>pan</b></h2>', '## **1\\. The best pan**'],
    ['<b>Prep<br><br>Cook</b>', '**Prep**\n\n**Cook**'],
    ['<b><div>One</div><div>Two</div></b>', '**One**\n\n**Two**'],
    ['<b><span>Tip:<br><br></span></b>oil', '**Tip:**\n\noil'],
    ['<a href="/x"><h3>One</h3><p>Two<br>2</p></a>', '### [One](/x)\n\nTwo 2'],
    ['<a href="/x"><div><img src="http://a/b"></div>c</a>', '![](http://a/b)\n\n[c](/x)'],
  ] as const;
  for (const [html, markdown] of cases) await expectPaste(app, markdown, html, 'words');
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

test('an address that runs code is removed, and its text stays', async ({ cleanApp: app }) => {
  await untilListening(app);
  const addresses = ['javascript:alert(1)', 'jav&#9;ascript:alert(1)', 'VBScript:x', 'data:text/html,x'];
  for (const address of addresses) {
    const html = `<h2>Title</h2><p><a href="${address}">words</a></p>`;
    await expectPaste(app, '## Title\n\nwords', html, 'Title\nwords');
  }
});

test('source, code, text without formatting and a plain paste stay unchanged', async ({ cleanApp: app }) => {
  await untilListening(app);
  const cases: Paste[] = [
    [
      `<div style="font-family: Consolas, 'Courier New', monospace;white-space: pre;"><div><span style="color: #808080;">&lt;h2&gt;</span><span>Title</span><span>&lt;/h2&gt;</span></div><div>&lt;p&gt;Some &lt;b&gt;text&lt;/b&gt;.&lt;/p&gt;</div></div>`,
      '<h2>Title</h2>\n<p>Some <b>text</b>.</p>',
    ],
    ['<h1>Title</h1><p><b>x</b></p>', '# Title\n\nSome **bold** text'],
    ['<table><tr><td>[Update] It costs 5 * 3.</td></tr></table>', '[Update] It costs 5 * 3.'],
    ['<p>As said [sic]<b></b>, it is * fine.</p>', 'As said [sic], it is * fine.'],
    ['<div style="white-space:pre"><span style="color:red">const a = 1;</span></div>', 'const a = 1;'],
    [googleDocs, docsPlain, 'ControlOrMeta+Shift+V'],
  ];
  for (const paste of cases) {
    await expectPaste(app, paste[1], ...paste);
    expect(await pasted(app).count()).toBe(0);
  }
});

test('text that looks like tags stays text, with and without formatting, also in Markdown', async ({
  cleanApp: app,
}) => {
  await untilListening(app);
  const cases = [
    ['<p>Use the &lt;p&gt; tag.</p>', 'Use the <p> tag.', 'Use the &lt;p> tag.'],
    [
      '<p>Write &lt;div&gt;&lt;/div&gt; &amp;amp; so on</p>',
      'Write <div></div> &amp; so on',
      'Write &lt;div>&lt;/div> &amp;amp; so on',
    ],
    ['<p># Top</p><p>a &lt;b&gt; and R&amp;D</p>', '# Top\n\na <b> and R&D', '# Top\n\na &lt;b> and R&D'],
    ['<p>1 &lt; 2</p>', '1 < 2', '1 < 2'],
  ] as const;
  for (const [html, plain, content] of cases) await expectPaste(app, content, html, plain);
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
