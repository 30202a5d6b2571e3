import { expect } from 'vitest';

import { problemMessages } from '#core/errors/problem-messages.ts';
import { streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder, inTurn, type Step } from '#provider/exchange.ts';
import { hang, refuse } from '#provider/steps.ts';

import { accessibilityFaults, colorFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { startModelServer, type ModelServer } from './harness/model-server.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import type { NewLink } from './harness/save-links.ts';
import type { AppPage } from './harness/app-page.ts';
import { pressWords, startWithin, textOf } from './harness/version-text.ts';

const [knife, board] = sampleLinks;

const answer = `VERSION: SAFE
INSERT 5: They lie on an [[oak cutting board]]((${board.url})).
INSERT 7: A [[santoku knife]]((${knife.url})) is sharp enough for both.
VERSION: INTERESTING
REPLACE 5: All vegetables are cut on an [[end-grain board]]((${board.url})) before the stove is lit.
INSERT 7: The [[santoku]]((${knife.url})) did that.
VERSION: CRAZY
INSERT 3: Blame the missing [[blade]]((${knife.url})).
INSERT 10: It was the [[board]]((${board.url})).
`;
const again = `VERSION: SAFE
INSERT 8: Mine is a [[Japanese knife]]((${knife.url})).
`;

const boardWords = ' They lie on an oak cutting board.';
const knifeWords = ' A santoku knife is sharp enough for both.';
const beforeBoard = 'I cut the vegetables before I light the stove.';
const beforeKnife = 'A sharp knife changed more than any recipe.';

/** Returns the content with additions, each after the given words. */
function textWith(...additions: readonly (readonly [string, string])[]): string {
  return additions.reduce((text, [before, words]) => text.replace(before, before + words), sampleContent);
}

const written = textWith([beforeBoard, boardWords], [beforeKnife, knifeWords]);

const tent = { url: 'https://shop.example/tent', description: 'Geodesic tent for two mountaineers' };

const test = journeyOn(async () => {
  const server = await startModelServer(streamed(answer));
  await server.saveLinks([...sampleLinks, tent]);
  return server;
});

type Options = {
  /** The answer of the model to the second call. */
  readonly reply?: Step;
  readonly others?: readonly NewLink[];
};

/** Generates on this page. Returns what the tests use. */
async function weave(server: ModelServer, app: AppPage, { reply, others = [] }: Options = {}) {
  server.provider.answerWith(inTurn(streamed(answer), reply ?? streamed(again)));
  for (const { description } of [...sampleLinks, ...others]) await app.tick(description);
  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.button('Next link').first().waitFor();
  // The disclosure comes with a part that is loaded later, and moves the text.
  await app.page.locator('.disclosure').first().waitFor();
  const { page } = app;
  return {
    app,
    page,
    tools: page.getByRole('toolbar'),
    tool: (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true }),
    status: page.getByRole('status'),
    /** Returns whether the focus is in the version or its toolbar. */
    hasFocus: () => page.evaluate(() => document.querySelector('[role=tabpanel]')?.matches(':focus-within')),
    async isWritten(text: string) {
      await expect.poll(() => textOf(app)).toBe(text);
    },
    pick: (words: string) => pressWords(app, words),
  };
}

test('a removed link is missing in the version, the report and the copy; Restore, undo and redo restore and remove it', async ({
  server,
  cleanApp: app,
}) => {
  const { page, tool, status, pick, isWritten, hasFocus } = await weave(server, app);
  await isWritten(written);
  await pick('They lie on');
  await tool('Remove').click();
  const without = textWith([beforeKnife, knifeWords]);
  await isWritten(without);
  await page
    .getByText(/1 of 2 links added/)
    .first()
    .waitFor();
  await status.getByText(`Removed: ${board.description}. 1 of 2 links added.`).waitFor();
  const copied = await app.copy();
  expect(copied.html).toContain('santoku knife</a>');
  expect(copied.html).not.toContain('cutting board</a>');

  await app.button(/^Report/u).click();
  await app.button('Restore').click();
  await isWritten(written);
  // The pressed button is gone, but the focus stays in the version.
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('ControlOrMeta+Z');
  await isWritten(without);
  await page.keyboard.press('ControlOrMeta+Z');
  await isWritten(written);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await isWritten(without);
  await app.button('Revert all').click();
  await isWritten(written);
  await expect.poll(hasFocus).toBe(true);
  await page.locator('body').press('ControlOrMeta+Z');
  await isWritten(without);
  expect(await app.content.inputValue()).toBe(sampleContent);
});

test('by keyboard alone: from link to link, and to another passage from a list; Escape cancels it', async ({
  server,
  cleanApp: app,
}) => {
  const { page, tools, isWritten, status } = await weave(server, app);
  await app.button('Next link').first().press('Enter');
  await page.getByRole('toolbar', { name: `Change “${board.description}”` }).waitFor();
  const focused = page.locator(':focus');
  expect(await focused.innerText()).toBe('Previous link');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  expect(await focused.innerText()).toBe('Move');

  const chosen = () => focused.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text);
  await page.keyboard.press('Enter');
  await app.dialog.getByRole('listbox', { name: 'Put it after' }).waitFor();
  expect(await chosen()).toBe(`${beforeBoard} – where it is now`);
  await page.keyboard.press('Home');
  expect(await chosen()).toContain('I started to cook again');
  await page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
  await isWritten(written);
  expect(await focused.innerText()).toBe('Move');

  await page.keyboard.press('Enter');
  await app.dialog.waitFor();
  // The list knows its rows by their first letters.
  await page.keyboard.type('a sharp');
  expect(await chosen()).toContain(beforeKnife);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await isWritten(textWith(['I started to cook again this spring.', boardWords], [beforeKnife, knifeWords]));
  await status.getByText('Moved. 2 of 2 links added.').waitFor();
  expect(await focused.innerText()).toBe('Previous link');
  await page.keyboard.press('ControlOrMeta+Z');
  await isWritten(written);
  await app.button('Next link').first().press('Enter');
  await page.keyboard.press('Escape');
  await tools.waitFor({ state: 'detached' });
  expect(await focused.getAttribute('href')).toContain('https://');
});

test('by pointer, a row of the list is chosen and confirmed', async ({ server, cleanApp: app }) => {
  const { tool, pick, isWritten } = await weave(server, app);
  await pick('A santoku knife');
  await tool('Move to another passage').click();
  await app.dialog.getByLabel('Put it after').selectOption({ label: beforeBoard });
  await app.dialog.getByRole('button', { name: 'Put it here' }).click();
  await isWritten(textWith([beforeBoard, `${boardWords}${knifeWords}`]));
});

test('one link is reworded: one call for this link, and every other byte stays', async ({
  server,
  cleanApp: app,
}) => {
  const { page, tool, pick, isWritten } = await weave(server, app);
  const before = server.provider.calls.length;
  const request = page.waitForRequest((one) => one.url().endsWith('/api/generations'));
  await pick('A santoku knife');
  await tool('Reword').click();
  const body: unknown = (await request).postDataJSON();
  expect(body).toMatchObject({
    content: sampleContent,
    only: { version: 'safe', avoid: expect.arrayContaining([knifeWords.trim()]) },
  });
  await isWritten(
    textWith(
      [beforeBoard, boardWords],
      ['herbs stayed green instead of turning to paste.', ' Mine is a Japanese knife.'],
    ),
  );
  expect(server.provider.calls.length - before).toBe(1);
  expect(JSON.stringify(server.provider.calls.at(-1)?.body)).not.toContain(board.url);
  await app.button('Undo').click();
  await isWritten(written);
});

test('Stop ends the call; the toolbar says why a call failed', async ({ server, cleanApp: app }) => {
  const hanging = { reply: inOrder(streamHead, hang) };
  const { page, tools, tool, pick, isWritten } = await weave(server, app, hanging);
  await pick('A santoku knife');
  const before = server.provider.calls.length;
  await tool('Reword').click();
  await page.getByText(`Rewording “${knife.description}”.`).waitFor();
  await expect.poll(() => server.provider.calls.length).toBe(before + 1);
  await tool('Stop').click();
  await expect.poll(() => server.provider.calls.at(-1)?.abortedAt).not.toBeNull();
  server.provider.answerWith(refuse(401));
  await tool('Reword').click();
  await tools.getByText(`Not reworded: ${problemMessages['provider-unauthorized']}`).waitFor();
  await page.keyboard.press('Escape');
  await app.button('Dismiss').click();
  await page.locator('.weave-fault').waitFor({ state: 'detached' });
  await isWritten(written);
});

test('on a phone a tap opens the toolbar at the bottom, with targets of 44 pixels', async ({
  server,
  open,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const app = await open(phone);
  const { page, tools } = await weave(server, app);
  const { edit, position } = await startWithin(app, 'They lie on');
  await edit.tap({ position });
  await tools.waitFor();
  const bar = await tools.boundingBox();
  expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(844);
  for (const tool of await tools.getByRole('button').all()) {
    const box = await tool.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the toolbar and the list of passages have no accessibility faults, light and dark', async ({
  server,
  cleanApp: app,
}) => {
  const { page, tool, pick } = await weave(server, app);
  await pick('A santoku knife');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(page)).toEqual([]);
  await tool('Move to another passage').click();
  await app.dialog.waitFor();
  expect(await colorFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test("Reset forgets the user's edits: the same links and words give the same result again", async ({
  server,
  cleanApp: app,
}) => {
  const { tool, pick, isWritten } = await weave(server, app);
  await pick('They lie on');
  await tool('Remove').click();
  await app.button('Revert all').waitFor();
  await app.reset.click();
  server.provider.answerWith(streamed(answer));
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.button('Next link').first().waitFor();
  await isWritten(written);
  expect(await app.button('Undo').count()).toBe(0);
});

test('a link that fits nowhere is offered with a place, put in by one press, and removed by Undo', async ({
  server,
  cleanApp: app,
}) => {
  const { page, status, isWritten } = await weave(server, app, {
    others: [tent],
    reply: streamed('VERSION: SAFE\n(no edits)\n'),
  });
  await isWritten(written);
  await page.getByText('One link has no good spot.').click();
  await app.button('Add it here anyway').click();
  await status.getByText(`Added: ${tent.description}. 3 of 3 links added.`).waitFor();
  expect(await textOf(app)).toContain('Geodesic tent');
  await page.keyboard.press('ControlOrMeta+Z');
  await isWritten(written);
});
