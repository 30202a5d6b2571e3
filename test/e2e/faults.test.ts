import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'vitest';

import { problemMessages } from '#core/errors/problem-messages.ts';
import { atOnce, pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder, inTurn } from '#provider/exchange.ts';
import { cutInLastVersion } from '#provider/faults/fault.ts';
import { startProvider } from '#provider/provider.ts';
import { hang, refuse } from '#provider/steps.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { passTo, startProxy, unreachable } from './harness/proxy.ts';
import { journeyOn, type OpenApp } from './harness/journey.ts';
import {
  connectionFaults,
  makeReady,
  meetFault,
  seeLastVersionBegin,
  silentFaults,
  answeredFaults,
} from './harness/meet-fault.ts';
import { startModelServer, type ModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer, type LinkweftServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const unlimited = { LIMIT_GENERATIONS_PER_MINUTE: '0', LIMIT_GENERATIONS_PER_DAY: '0' };

async function withLinks<Server extends LinkweftServer>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  await server.saveLinks(sampleLinks);
  return server;
}

const test = journeyOn(() => withLinks(startModelServer(streamed(sampleAnswer), unlimited)));

/** Waits until the server accepts requests. On a busy machine, it refuses them for a moment after many requests. */
async function waitUntilItTakes({ url }: LinkweftServer): Promise<void> {
  await expect.poll(async () => (await fetch(`${url}/api/links`)).status).toBe(200);
}

async function meetAnswers(server: ModelServer, app: AppPage, met: typeof answeredFaults): Promise<void> {
  const other = await startProvider(refuse(418));
  for (const fault of met) {
    server.provider.answerWith(
      fault.answer({ way: 'streamed', reply: sampleAnswer, elsewhere: other.baseUrl }),
    );
    const before = server.provider.calls.length;
    await waitUntilItTakes(server);
    await meetFault(fault, app);
    const calls = server.provider.calls.length - before;
    expect({ name: fault.name, calls }).toEqual({ name: fault.name, calls: fault.outcome.streamed.calls });
  }
  expect(other.calls).toEqual([]);
  await other.close();
}

/** Tests several servers in turn behind one address with the same data. The page is not loaded again. */
async function meetSilenceAndDeadEnds(open: OpenApp): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linkweft-e2e-'));
  const proxy = await startProxy(unreachable);
  const settings = { ...unlimited, DATA_DIR: folder };
  // Long enough for a call on a busy machine.
  const shortTimeout = { ...settings, OPENAI_TIMEOUT_MS: '4000' };

  const silent = await withLinks(startModelServer(streamed(sampleAnswer), shortTimeout));
  proxy.answerWith(passTo(silent.url));
  const app = await open({ origin: proxy.url });
  await makeReady(app);
  await meetAnswers(silent, app, silentFaults);
  await app.reset.click();
  await makeReady(app);
  await silent.stop();

  for (const fault of connectionFaults) {
    const { baseUrl, close } = await fault.lead();
    const limits = fault.isSilent ? shortTimeout : settings;
    const server = await startServer({ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'local', ...limits });
    proxy.answerWith(passTo(server.url));
    await waitUntilItTakes(server);
    await meetFault(fault, app);
    await server.stop();
    await close();
  }
  await app.page.close();
  await proxy.stop();
  await rm(folder, { recursive: true, force: true });
}

test(
  'each provider fault ends in an alert that says what to do, and the page is ready again',
  { timeout: 300_000 },
  async ({ server, open, cleanApp: app }) => {
    await makeReady(app);
    // Most of this time is waiting, so both pages run in parallel.
    await Promise.all([meetAnswers(server, app, answeredFaults), meetSilenceAndDeadEnds(open)]);
    expect(await accessibilityFaults(app.page)).toEqual([]);

    // The next generation replaces the versions that were kept.
    server.provider.answerWith(streamed(sampleAnswer));
    await app.generate.click();
    await app.page.locator('.unfinished-notice').waitFor({ state: 'detached' });
    await app.waitForResult();
  },
);

const withoutContent = [
  { name: 'no content', answer: atOnce('') },
  { name: 'null content', answer: atOnce(null) },
];

test.for(withoutContent)(
  '$name in an unstreamed answer ends in an alert that says so',
  async ({ answer }, { server, cleanApp: app }) => {
    await makeReady(app);
    server.provider.answerWith(answer);
    await app.generate.click();
    expect(await app.takeAlert()).toBe('No content received from OpenAI');
    // Nothing is lost: the user can press Generate again.
    expect(await app.content.inputValue()).toBe(sampleContent);
    server.provider.answerWith(streamed(sampleAnswer));
    await app.generate.click();
    await app.waitForResult();
  },
);

test('a provider that recovers gets a second call, and the user does not notice', async ({
  server,
  cleanApp: app,
}) => {
  await makeReady(app);
  server.provider.answerWith(inTurn(refuse(503, {}, { 'retry-after': '0' }), streamed(sampleAnswer)));
  const before = server.provider.calls.length;
  await app.generate.click();
  await app.waitForResult();
  expect(server.provider.calls.length - before).toBe(2);
});

test('after a refusal in words, which is quoted, one click starts the built-in writer', async ({
  server,
  cleanApp: app,
}) => {
  await makeReady(app);
  server.provider.answerWith(atOnce('I am sorry, but I cannot help with that.'));
  await app.generate.click();
  expect(await app.takeAlert()).toContain('replied: “I am sorry, but I cannot help with that.” ');
  const before = server.provider.calls.length;
  await app.page.locator('.failure-card').getByRole('button', { name: 'Use your own key' }).click();
  await app.dialog.getByRole('heading', { name: 'Your own key' }).waitFor();
  await app.page.keyboard.press('Escape');
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await app.button('Use the built-in writer').click();
  await app.waitForResult();
  expect(await app.page.locator('.failure-card').count()).toBe(0);
  expect(server.provider.calls.length).toBe(before);
  expect(await app.anchors()).toHaveLength(sampleLinks.length);
});

test('a failure without a code shows the general message', async ({ cleanApp: app }) => {
  await makeReady(app);
  await app.page.route('**/api/generations', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await app.generate.click();
  expect(await app.takeAlert()).toBe('Failed to generate alternatives. Please try again.');
  await app.takeFaults(/500/);
  await app.page.unroute('**/api/generations');
});

test('a server that dies during a generation causes an alert; content and finished versions stay', async ({
  open,
}) => {
  const killable = await startModelServer(inOrder(streamHead, pieces(cutInLastVersion(sampleAnswer)), hang));
  await killable.saveLinks(sampleLinks);
  // This test needs a server that it can kill.
  const app = await open({ origin: killable.url });
  await makeReady(app);
  await app.generate.click();
  await seeLastVersionBegin(app);
  await killable.kill();
  expect(await app.takeAlert()).toBe(problemMessages['network-failed']);
  expect(await app.content.inputValue()).toBe(sampleContent);
  await app.page.locator('.unfinished-notice').getByText('2 versions are ready.').waitFor();
  expect(await app.versionText()).toContain('Cooking begins');
  expect(await app.anchors()).toHaveLength(sampleLinks.length);
  await app.tab('Experimental').click();
  await app.page.getByText('Give me two tools').waitFor();
  await killable.stop();
  await app.page.close();
  app.faults.length = 0;
});
