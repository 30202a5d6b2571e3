import { expect } from 'vitest';

import type { AppPage } from './harness/app-page.ts';
import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { twelveLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import { pressWords, textOf } from './harness/version-text.ts';

const test = journeyOn(() => startServer());

const kit = {
  url: 'https://tools.example/watering/drip-kit-(10m)?ref=balcony&x=1',
  description: 'Drip watering kit with a battery timer',
};
const own = 'https://blog.example/first?x=1&y=2';
const content = `> A balcony is enough.

## What I **grow**

I *always* begin in March. See [my first post](${own}), or \`npm start\`.

![A pot of tomatoes](https://blog.example/tomato.jpg)

- Tomatoes
  - Salad
goes on

- Basil

  likes the sun

From June on, watering is the whole job. A pot in the sun dries out in one afternoon.

| Plant  | Days |
|--------|------|
| Tomato | 80   |

\`\`\`sh
# drip
\`\`\`
`;

test('a version of Markdown is read without its signs', async ({ server, cleanApp: app }) => {
  await server.saveLinks([kit]);
  const requests: string[] = [];
  app.page.on('request', (request) => requests.push(request.url()));
  await app.page.reload();
  await app.tick(kit.description);
  await app.content.fill(content);
  await app.generate.click();
  await app.waitForResult();
  const reading = app.page.locator('.reading');

  await reading.getByRole('heading', { name: 'What I grow', level: 2 }).waitFor();
  const words = await reading.innerText();
  for (const sign of ['##', '**', '](', '```', '|']) expect(words).not.toContain(sign);
  expect(words).toContain('# drip');
  expect(await reading.locator('strong').allInnerTexts()).toEqual(['grow']);
  expect(await reading.locator('[data-at] em, em:has([data-at])').allInnerTexts()).toEqual(['always']);
  expect(await reading.locator('code').allInnerTexts()).toEqual(['npm start']);
  expect(await reading.locator('.read-image').allInnerTexts()).toEqual(['A pot of tomatoes']);
  expect(await reading.locator('.read-cell').allInnerTexts()).toEqual(['Plant', 'Days', 'Tomato', '80']);
  expect(await reading.getByRole('link', { name: 'my first post' }).getAttribute('href')).toBe(own);
  expect(await reading.locator('a.thread').getAttribute('href')).toBe(kit.url);
  expect(await reading.getAttribute('lang')).toBe('en');
  // A screen reader hears what the text is made of.
  const tree = await reading.ariaSnapshot();
  for (const part of [
    '- blockquote: A balcony is enough.',
    '- heading "What I grow" [level=2]',
    '- list:\n  - listitem [level=1]: • Tomatoes\n  - listitem [level=2]: • Salad goes on',
    '- list:\n  - listitem [level=1]: • Basil\n- text: likes the sun',
    '- table:\n  - row "Plant Days":\n    - columnheader "Plant"\n    - columnheader "Days"',
    '  - row "Tomato 80":\n    - cell "Tomato"\n    - cell "80"',
  ])
    expect(tree).toContain(part);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  // The picture is a frame: nothing is fetched.
  expect(requests.filter((url) => !url.startsWith(server.url))).toEqual([]);

  // The tools work in the reading view, and the source underneath is whole.
  const woven = await textOf(app);
  await pressWords(app, 'Drip watering kit');
  await app.page.getByRole('toolbar').getByRole('button', { name: 'Remove', exact: true }).click();
  expect(await textOf(app)).toBe(content);
  await app.button('Undo').click();
  expect(await textOf(app)).toBe(woven);

  await app.button('Show changes').click();
  await reading.locator('ins').first().waitFor();
  await reading.getByRole('heading', { name: 'What I grow' }).waitFor();
  expect(await reading.locator('ins').count()).toBeGreaterThan(0);

  const copied = await copyByHand(app);
  for (const sign of ['##', '**', '](', '```', '|', '---']) expect(copied.plain).not.toContain(sign);
  for (const sign of ['##', '**', '](', '```', '|', '---']) expect(copied.html).not.toContain(sign);
  expect(copied.plain).toMatch(/Plant *\t *Days/u);
  for (const part of ['<strong>grow</strong>', '<em>always</em>', '<code>npm start</code>'])
    expect(copied.html).toContain(part);
  expect(copied.html).toContain('<h2>What I <strong>grow</strong></h2>');
  expect(copied.html).toContain('<ul><li>Tomatoes</li><li>Salad</li></ul>');

  // Without the marks too, nothing of the looks of the page is copied, and no open tool.
  await app.button('Show changes').click();
  await pressWords(app, 'Drip watering kit');
  await app.page.getByRole('toolbar').getByRole('button', { name: 'Remove', exact: true }).waitFor();
  expect(await copyByHand(app)).toEqual(copied);
  expect(await copyByHand(app, true)).toEqual(copied);
});

/** Selects the whole text, or also what is below it, and copies it as a keyboard does. */
function copyByHand({ page }: AppPage, isBeyond = false) {
  return page.evaluate((goesOn) => {
    const text = document.querySelector('.reading');
    if (text !== null) document.getSelection()?.selectAllChildren(text);
    if (goesOn) document.getSelection()?.extend(document.body, document.body.childNodes.length);
    const data = new DataTransfer();
    text?.firstElementChild?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    return { html: data.getData('text/html'), plain: data.getData('text/plain') };
  }, isBeyond);
}

test('text from right to left is set from right to left, beside text from left to right', async ({
  server,
  cleanApp: app,
}) => {
  const hebrew = { url: 'https://shop.example/he', description: 'ערכת השקיה בטפטוף למרפסת' };
  await server.saveLinks([hebrew]);
  await app.page.reload();
  await app.tick(hebrew.description);
  const lines = [
    'حديقتي صغيرة، لكنها تكفي لعائلتي.',
    'גינה קטנה במרפסת עם השקיה בטפטוף.',
    'One line in English.',
  ];
  await app.content.fill(lines.join('\n\n'));
  const directionOf = (selector: string) =>
    app.page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
  expect(await directionOf('.content-field')).toEqual(['rtl']);
  expect(await directionOf('.link-description')).toContain('rtl');
  await app.generate.click();
  await app.waitForResult();
  // The built-in writer knows no Hebrew, so the line has no words of ours. Its mark points at the link.
  await app.page.locator('.woven-line', { hasText: `← ${hebrew.description}` }).waitFor();
  expect(await textOf(app)).toBe(`${lines.join('\n\n')}\n\n← ${hebrew.description}`);
  for (const [line, direction] of [...lines.keys()].map((index) => [lines[index], index < 2 ? 'rtl' : 'ltr']))
    expect(
      await app.page
        .locator('.woven-line', { hasText: line ?? '' })
        .evaluate((one) => getComputedStyle(one).direction),
    ).toBe(direction);
});

test('on a phone, each list of names is one line, which the report has in full, and the text is in the first view', async ({
  server,
  open,
}) => {
  const saw = {
    url: 'saw.example',
    description: 'A saw for the balcony and for everything else that is made of wood',
  };
  await server.saveLinks([...twelveLinks.slice(0, 7), saw]);
  const app = await open({ viewport: { width: 390, height: 844 } });
  for (const { description } of [...twelveLinks.slice(0, 7), saw]) await app.tick(description);
  await app.content.fill('I need a saw for everything that is made of wood. The balcony is small.');
  await app.generate.click();
  await app.waitForResult();
  const faults = app.page.locator('.report-faults li');
  const heights = () => faults.evaluateAll((all) => all.map((one) => Math.round(one.clientHeight)));
  expect((await faults.allInnerTexts())[0]).toContain('7 links missing: Item number 01');
  expect(await faults.count()).toBe(2);
  expect(Math.max(...(await heights()))).toBeLessThan(30);
  const top = async () => (await app.page.locator('.reading').boundingBox())?.y ?? Infinity;
  await expect.poll(top).toBeLessThan(700);
  await app.page.getByText('1 of 8 links added').click();
  await app.page.locator('.report-links').getByText('Item number 07').waitFor();
  await app.page.keyboard.press('Escape');
  await app.page.setViewportSize({ width: 1280, height: 844 });
  const cut = await faults.evaluateAll(
    (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
  );
  expect(cut).toBe(0);
});

test('the whole text of a version is printed, without its controls', async ({ server, open }) => {
  await server.saveLinks([kit]);
  const app = await open();
  await app.tick(kit.description);
  await app.content.fill(content.repeat(20));
  await app.generate.click();
  await app.waitForResult();
  await app.page.locator('.disclosure').first().waitFor();
  const reading = app.page.locator('.reading');

  for (const options of [{}, { landscape: true }]) {
    const pdf = (await app.page.pdf(options)).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/gu)?.length).toBeGreaterThan(5);
  }
  await app.page.emulateMedia({ media: 'print' });
  for (const width of [700, 1280]) {
    await app.page.setViewportSize({ width, height: 720 });
    expect(await app.page.locator('button:visible, textarea:visible, [role=tab]:visible').count()).toBe(0);
    expect(await app.page.locator('.page').innerText()).toBe(await reading.innerText());
    const scrolling = await reading.evaluate((text) => {
      const boxes = [...document.querySelectorAll('*')].filter((box) => box.contains(text));
      return boxes.filter((box) => getComputedStyle(box).overflow !== 'visible').map((box) => box.className);
    });
    expect(scrolling).toEqual([]);
  }
});
