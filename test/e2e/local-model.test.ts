import { expect } from 'vitest';

import type { RecordedCall } from '#provider/exchange.ts';
import { startLocalProgram } from '#provider/local-program.ts';
import { streamed } from '#provider/completion-steps.ts';
import type { Provider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

import { accessibilityFaults, colorFaults } from './harness/axe.ts';
import type { AppPage } from './harness/app-page.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer, type LinkweftServer } from './harness/server.ts';

/** Answers as a model would. */
const write = {
  for: ({ body }: RecordedCall) => (body === null ? refuse(400) : streamed(writeFromPrompt(body.messages))),
};

type Machine = LinkweftServer & { readonly ollama: Provider; readonly studio: Provider };

/** Starts the server beside a stand-in for Ollama, and one for LM Studio that lets no page in. */
async function startMachine(): Promise<Machine> {
  const models = [
    { name: 'qwen3:8b', window: 8_192 },
    { name: 'gemma3:4b' },
    { name: 'nomic', isEmbedding: true },
  ];
  const ollama = await startLocalProgram('ollama', models, write);
  const studio = await startLocalProgram('lm-studio', [{ name: 'google/gemma-3-12b' }], write, {
    cors: false,
  });
  const ports = [ollama, studio].map(({ baseUrl }) => new URL(baseUrl).port);
  const server = await startServer({ LOCAL_MODEL_PORTS: ports.join(',') });
  await server.saveLinks(sampleLinks);
  return {
    ...server,
    ollama,
    studio,
    async stop() {
      await server.stop();
      await ollama.close();
      await studio.close();
    },
  };
}

const test = journeyOn(startMachine);

/** Opens the dialog of own keys. A model that cannot write is never offered. */
async function openOffers(app: AppPage, sign: string, opener = 'Use your own key'): Promise<void> {
  await app.openDialog(app.button(opener));
  await app.dialog.getByText(sign).waitFor();
  expect(await app.dialog.getByText('nomic').count()).toBe(0);
}

test('a newcomer without a key writes with the model on this machine: offered by name, and asked only after the click', async ({
  server,
  open,
}) => {
  const { ollama } = server;
  const app = await open({ asks: [ollama.baseUrl] });
  const { page, dialog } = app;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);

  await openOffers(app, 'Use qwen3:8b on this device');
  const offer = dialog.getByRole('button', { name: 'Use qwen3:8b on this device' });
  await dialog.getByRole('button', { name: 'Use gemma3:4b on this device' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(ollama.calls).toEqual([]);
  await offer.click();
  await dialog.waitFor({ state: 'detached' });
  const { host } = new URL(ollama.baseUrl);
  await page.getByText(`Own model: qwen3:8b at ${host}`).waitFor();
  expect(ollama.calls).toEqual([]);

  await app.generate.click();
  await app.waitForResult();
  expect((await app.anchors()).map(({ href }) => href).toSorted()).toEqual(
    sampleLinks.map(({ url }) => url).toSorted(),
  );
  expect(ollama.calls.length).toBeGreaterThan(0);
  for (const { path, headers, body } of ollama.calls) {
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', undefined]);
    expect(body).toMatchObject({ model: 'qwen3:8b', reasoning_effort: 'none', think: false });
  }
  expect(asked.join('\n')).not.toContain('/api/generations');

  // The choice is still there at the next visit.
  await page.reload();
  await page.getByText(`Own model: qwen3:8b at ${host}`).waitFor();
});

test('the dialog lists the models of the program, and takes another name', async ({ server, open }) => {
  const { ollama } = server;
  const app = await open({ asks: [ollama.baseUrl] });
  const { page, dialog } = app;
  await openOffers(app, 'Use qwen3:8b on this device');
  await dialog.getByRole('button', { name: 'Use qwen3:8b on this device' }).click();
  await openOffers(app, 'Use gemma3:4b on this device', 'Change');
  const model = dialog.getByLabel('Model', { exact: true });
  await expect
    .poll(() => model.locator('option').allInnerTexts())
    .toEqual(['qwen3:8b', 'gemma3:4b', 'Another model']);
  expect(await model.inputValue()).toBe('qwen3:8b');
  // The model in use is not offered again.
  expect(await dialog.getByRole('button', { name: /on this device$/ }).allInnerTexts()).toEqual([
    'Use gemma3:4b on this device',
  ]);
  await model.selectOption('gemma3:4b');
  await dialog.getByRole('button', { name: 'Use this model' }).click();
  await page.getByText('Own model: gemma3:4b').waitFor();

  await openOffers(app, 'Use qwen3:8b on this device', 'Change');
  await model.selectOption('Another model');
  await dialog.getByLabel('Name of the model').fill('mine');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use this model' }).click();
  await page.getByText('Own model: mine').waitFor();
});

test('a program that lets no page in is named with what to change, and one without models is looked for', async ({
  open,
  onTestFinished,
}) => {
  const late = await startLocalProgram('llama.cpp', [{ name: 'gemma-3n', loaded: 8_192 }], write);
  onTestFinished(() => late.close());
  const app = await open({ asks: [new URL(late.baseUrl).origin] });
  const { dialog } = app;
  await openOffers(app, 'LM Studio on this device has google/gemma-3-12b');
  await dialog.getByText('LM Studio on this device has google/gemma-3-12b').waitFor();
  await dialog.getByText('Turn on “Enable CORS”').waitFor();
  expect(await dialog.getByRole('button', { name: /gemma-3-12b/ }).count()).toBe(0);
  // Ollama lets this page in, so nothing has to be set there.
  expect(await dialog.getByText('OLLAMA_ORIGINS').count()).toBe(0);

  await dialog.getByLabel('Base URL').fill(late.baseUrl);
  const none = dialog.getByText('No model found at this address.');
  await none.waitFor();
  // A busy machine may be too slow for the first look.
  const look = async () => {
    await dialog.getByRole('button', { name: 'Look for models' }).last().click();
    await none.waitFor({ state: 'detached', timeout: 5000 }).catch(() => {});
    return none.count();
  };
  await expect.poll(look).toBe(0);
  const model = dialog.getByLabel('Model', { exact: true });
  await expect.poll(() => model.locator('option').allInnerTexts()).toEqual(['gemma-3n', 'Another model']);
});
