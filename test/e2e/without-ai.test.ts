import { expect } from 'vitest';

import { answerPrompt } from '#provider/browser-model/answer-prompt.ts';
import { installLanguageModel, type StandInOptions } from '#provider/browser-model/stand-in.ts';
import { streamed } from '#provider/completion-steps.ts';
import { startLocalProgram } from '#provider/local-program.ts';
import { startProvider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';

import type { AppPage } from './harness/app-page.ts';
import { faultsInBothThemes } from './harness/axe.ts';
import { journeyOn, type OpenApp } from './harness/journey.ts';
import { comeBack, makeReady, makeResult } from './harness/last-work.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';

const withLinks = { links: sampleLinks };

/** Opens the page in a browser without a model of its own. This Chromium would offer to download one. */
async function openPlain(open: OpenApp, options: Parameters<OpenApp>[0] = {}): Promise<AppPage> {
  const app = await open({ ...withLinks, ...options });
  await app.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'LanguageModel'));
  await app.page.reload();
  return app;
}

/** The line above a result without AI. */
const line = ({ page }: AppPage) => page.locator('.without-ai');
const focused = ({ page }: AppPage) => page.locator(':focus');

async function howItWorks({ button, page }: AppPage, question = 'How does it work?'): Promise<string> {
  await button(question).click();
  const popover = page.getByRole('dialog', { name: question });
  await popover.getByRole('listitem').first().waitFor();
  const words = await popover.innerText();
  await page.keyboard.press('Escape');
  return words;
}

const purposes = async ({ page }: AppPage) => {
  await page.locator('.empty-versions li').first().waitFor();
  return page.locator('.empty-versions').innerText();
};

const keyPages = [
  'https://aistudio.google.com/apikey',
  'https://console.groq.com/keys',
  'https://openrouter.ai/keys',
];

const hrefs = (inside: ReturnType<typeof line>) =>
  inside.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

const closed = journeyOn(() => startServer({ WORKSPACE: 'own', OWN_KEY_HOSTS: 'off' }));

const builtIn = journeyOn(() => startServer({ WORKSPACE: 'own' }));

builtIn('a page without AI says what its writer does, and where AI is', async ({ open }) => {
  const app = await openPlain(open);
  expect(await purposes(app)).toMatch(
    /^Without AI, your words stay as they are\..*Safe: in one line.*Exploratory: in short lines.*Experimental: in a list/su,
  );
  const words = await howItWorks(app);
  expect(words).toContain('No AI model is connected here, so your text stays as it is');
  expect(words).toContain('With “Use your own key”, an AI model also rewrites the text');

  await makeReady(app);
  expect(await line(app).count()).toBe(0);
  await app.generate.click();
  await line(app).waitFor();
  expect(await line(app).innerText()).toBe(
    'No AI model connected: using the basic built-in writer. Use your own key',
  );
  await app.page.getByRole('status').filter({ hasText: '3 versions ready. Written without AI.' }).waitFor({
    state: 'attached',
  });
  await app.tab('Experimental').click();
  await line(app).waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
});

async function enterKey({ page, dialog }: AppPage, baseUrl: string): Promise<void> {
  await dialog.getByLabel('Base URL').fill(baseUrl);
  await dialog.getByLabel('Model').fill('gpt-4');
  await dialog.getByLabel('Key', { exact: true }).fill('sk-1');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

builtIn(
  'by keys alone, a key is entered at a result without AI, and its model writes the text again',
  async ({ open, onTestFinished }) => {
    const provider = await startProvider(refuse(401));
    onTestFinished(() => provider.close());
    const app = await open({ ...withLinks, asks: [provider.baseUrl] });
    await makeResult(app);
    await line(app).getByRole('button', { name: 'Use your own key' }).press('Enter');
    await app.dialog.getByLabel('Provider').waitFor();
    expect(await hrefs(app.dialog)).toEqual(keyPages);
    await enterKey(app, provider.baseUrl);
    await focused(app).filter({ hasText: 'Write it again with gpt-4' }).waitFor();
    expect(provider.calls).toEqual([]);

    await app.page.keyboard.press('Enter');
    await app.takeAlert();
    await app.takeFaults(/401/);
    // The result from before is still there.
    await line(app).waitFor();
    provider.answerWith(streamed(sampleAnswer));
    await app.button('Try again').press('Enter');
    await app.page.getByText('Cooking begins with two tools.').waitFor();
    await app.waitForResult();
    expect(await line(app).count()).toBe(0);
    expect(await app.content.inputValue()).toBe(sampleContent);
    // Generate stays off, as after each result.
    expect(await app.generate.getAttribute('aria-disabled')).toBe('true');
    await app.button('Change').waitFor();
  },
);

builtIn('a result without AI says so after a reload, and among the kept results', async ({ open }) => {
  const app = await open(withLinks);
  await makeResult(app);
  await line(app).waitFor();
  await app.openDialog(app.button('Your data'));
  await app.dialog.getByRole('tab', { name: 'Results' }).click();
  await app.dialog.getByLabel('Keep my results on this device').check();
  await app.dialog.getByRole('button', { name: /^Restore/u }).waitFor();
  await app.page.keyboard.press('Escape');

  await comeBack(app);
  await line(app).waitFor();
  await app.reset.click();
  await line(app).waitFor({ state: 'detached' });
  await app.openDialog(app.button('Your data'));
  await app.dialog.getByRole('tab', { name: 'Results' }).click();
  await app.dialog.getByRole('button', { name: /^Restore/u }).click();
  await line(app).waitFor();
});

async function makeGermanResult(open: OpenApp): Promise<AppPage> {
  const app = await openPlain(open, { locale: 'de-DE' });
  await app.rows.first().waitFor();
  for (const { description } of sampleLinks) await app.tick(description);
  await app.page.locator('.content-field').fill(sampleContent);
  await app.button('Generieren').click();
  await app.button('Kopieren').waitFor();
  return app;
}

builtIn('in German, a page without AI says the same', async ({ open }) => {
  const app = await open({ ...withLinks, locale: 'de-DE' });
  expect(await purposes(app)).toMatch(
    /^Ohne KI bleiben Ihre Wörter, wie sie sind\..*Behutsam: in einer Zeile.*Freier formuliert: in kurzen Zeilen.*Experimentell: in einer Liste/su,
  );
  expect(await howItWorks(app, 'Wie funktioniert das?')).toContain('Hier ist kein KI-Modell verbunden');
  const withResult = await makeGermanResult(open);
  await line(withResult).waitFor();
  expect(await line(withResult).innerText()).toMatch(
    /^Kein KI-Modell verbunden: .*\. Eigenen Schlüssel nutzen$/u,
  );
});

/** Makes a result without AI in a browser that has a model. */
async function makeBeside(open: OpenApp, options: StandInOptions): Promise<AppPage> {
  const app = await open(withLinks);
  await app.page.exposeFunction('answerPrompt', answerPrompt);
  await app.page.addInitScript(installLanguageModel, options);
  await app.page.reload();
  await makeResult(app);
  return app;
}

builtIn('a model that the browser has is one press away from a result without AI', async ({ open }) => {
  const app = await makeBeside(open, {});
  await line(app).getByRole('button', { name: 'Write with this browser’s model' }).click();
  await line(app).waitFor({ state: 'detached' });
  await app.waitForResult();
  expect(await line(app).count()).toBe(0);
  expect(await app.page.evaluate(() => globalThis.languageModelLog.prompts.length)).toBeGreaterThan(0);
});

closed(
  'a model that the browser must download first says so, and writes when it is asked again',
  async ({ open }) => {
    const app = await makeBeside(open, { availability: { en: 'downloadable' }, holdsAt: 0.25 });
    const { page, button } = app;
    await button('Use this browser’s model (a large download)').press('Enter');
    await page.getByText('Downloading the browser’s model: 25%').waitFor();
    await focused(app).filter({ hasText: 'Write it again with this browser’s model' }).waitFor();
    await page.evaluate(() => globalThis.releaseDownload());
    await page.getByText('Using this browser’s model.').waitFor();
    expect(await page.evaluate(() => globalThis.languageModelLog.prompts)).toEqual([]);
    await button('Write it again with this browser’s model').press('Enter');
    await line(app).waitFor({ state: 'detached' });
    await app.waitForResult();
    expect(await line(app).count()).toBe(0);
  },
);

const besideOllama = journeyOn(async () => {
  const ollama = await startLocalProgram('ollama', [{ name: 'qwen3:8b' }], streamed(sampleAnswer));
  const port = new URL(ollama.baseUrl).port;
  const server = await startServer({ WORKSPACE: 'own', LOCAL_MODEL_PORTS: port });
  return {
    ...server,
    ollama,
    async stop() {
      await server.stop();
      await ollama.close();
    },
  };
});

besideOllama(
  'a model on this machine is offered by its name, and gets the text only by the press',
  async ({ server: { ollama }, open }) => {
    const app = await open({ ...withLinks, asks: [ollama.baseUrl] });
    await makeResult(app);
    const use = line(app).getByRole('button', { name: 'Use qwen3:8b on this device' });
    await use.waitFor();
    expect(JSON.stringify(ollama.calls)).not.toContain('I cut the vegetables');
    await use.press('Enter');
    await app.page.getByText('Cooking begins with two tools.').waitFor();
    await app.waitForResult();
    expect(await line(app).count()).toBe(0);
    expect(JSON.stringify(ollama.calls)).toContain('I cut the vegetables');
  },
);

closed('where visitors may bring no keys, none is offered', async ({ open }) => {
  const app = await openPlain(open);
  expect(await howItWorks(app)).not.toContain('own key');
  await makeResult(app);
  await line(app).waitFor();
  expect(await line(app).innerText()).toBe('No AI model connected: using the basic built-in writer.');
});

/** The model leaves the board out, so the built-in writer fills the gaps. */
const halfAnswer = sampleAnswer.replaceAll(/^.*oak cutting board.*$/gmu, '');

const byModel = journeyOn(() => startModelServer(streamed(halfAnswer), { WORKSPACE: 'own' }));

byModel('a page with a model says what the model may do, and its result has no line', async ({ open }) => {
  const app = await open(withLinks);
  expect(await purposes(app)).toMatch(
    /^Safe: your text stays as it is; links and a few sentences are added\.\s*Exploratory: about a tenth.*Experimental: more is rewritten/su,
  );
  const words = await howItWorks(app);
  expect(words).toContain('the text is rewritten so that the links read naturally');
  expect(words).not.toContain('No AI model');

  await makeResult(app);
  await app.tab('Experimental').click();
  await app.page.getByText(/^2 links added/u).click();
  await app.page.getByText('by the built-in writer').waitFor();
  expect(await line(app).count()).toBe(0);
  // The visitor's own key is offered beside the result, as before it.
  await app.button('Use your own key').click();
  await app.dialog.getByLabel('Provider').waitFor();
});
