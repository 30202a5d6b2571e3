import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'vitest';

import { problemMessages } from '#core/errors/problem.ts';
import { atOnce, pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder, inTurn } from '#provider/exchange.ts';
import { cutInLastVersion } from '#provider/faults/fault.ts';
import { startProvider } from '#provider/provider.ts';
import { hang, refuse } from '#provider/steps.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { passTo, startFront, unreachable } from './harness/front.ts';
import { journeyOn } from './harness/journey.ts';
import type { OpenDesk } from './harness/journey.ts';
import {
  connectionFaults,
  makeReady,
  meetFault,
  onePerOutcome,
  silentFaults,
  spokenFaults,
} from './harness/meet-fault.ts';
import { startModelServer } from './harness/model-server.ts';
import type { ModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { LinkweftServer } from './harness/server.ts';
import type { Workbench } from './harness/workbench.ts';

const unlimited = { LIMIT_GENERATIONS_PER_MINUTE: '0', LIMIT_GENERATIONS_PER_DAY: '0' };

async function withLinks<Server extends LinkweftServer>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  await server.saveLinks(sampleLinks);
  return server;
}

const test = journeyOn(() => withLinks(startModelServer(streamed(sampleAnswer), unlimited)));

/** After a flood, on a machine that is busy with much else, it turns away what it has not begun for a moment. */
async function waitUntilItTakes({ url }: LinkweftServer): Promise<void> {
  await expect.poll(async () => (await fetch(`${url}/api/links`)).status).toBe(200);
}

async function meetAnswers(server: ModelServer, desk: Workbench, met: typeof spokenFaults): Promise<void> {
  const other = await startProvider(refuse(418));
  for (const fault of met) {
    server.provider.answerWith(
      fault.answer({ way: 'streamed', reply: sampleAnswer, elsewhere: other.baseUrl }),
    );
    const before = server.provider.calls.length;
    await waitUntilItTakes(server);
    await meetFault(fault, desk);
    const calls = server.provider.calls.length - before;
    expect({ name: fault.name, calls }).toEqual({ name: fault.name, calls: fault.outcome.streamed.calls });
  }
  expect(other.calls).toEqual([]);
  await other.close();
}

/** Servers that follow one another on the same data behind one address: the page stays as it is. */
async function meetSilenceAndDeadEnds(open: OpenDesk): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linkweft-e2e-'));
  const front = await startFront(unreachable);
  const patient = { ...unlimited, DATA_DIR: folder };
  // Long enough for a call to get through where much else is going on.
  const impatient = { ...patient, OPENAI_TIMEOUT_MS: '4000' };

  const silent = await withLinks(startModelServer(streamed(sampleAnswer), impatient));
  front.answerWith(passTo(silent.url));
  const desk = await open({ origin: front.url });
  await makeReady(desk);
  await meetAnswers(silent, desk, onePerOutcome(silentFaults));
  await desk.reset.click();
  await makeReady(desk);
  await silent.stop();

  for (const fault of onePerOutcome(connectionFaults)) {
    const { baseUrl, close } = await fault.lead();
    const limits = fault.isSilent ? impatient : patient;
    const server = await startServer({ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'local', ...limits });
    front.answerWith(passTo(server.url));
    await waitUntilItTakes(server);
    await meetFault(fault, desk);
    await server.stop();
    await close();
  }
  await desk.page.close();
  await front.stop();
  await rm(folder, { recursive: true, force: true });
}

test(
  'every fault of the provider ends in an alert that says what to do, and leaves the desk ready',
  { timeout: 300_000 },
  async ({ server, open, clearDesk: desk }) => {
    await makeReady(desk);
    // Most of it is waiting, so that two pages wait together.
    await Promise.all([meetAnswers(server, desk, onePerOutcome(spokenFaults)), meetSilenceAndDeadEnds(open)]);
    expect(await accessibilityFaults(desk.page)).toEqual([]);

    // The next run takes the place of what was kept.
    server.provider.answerWith(streamed(sampleAnswer));
    await desk.generate.click();
    await desk.page.locator('.unfinished-notice').waitFor({ state: 'detached' });
    await desk.waitForResult();
  },
);

const withoutContent = [
  { name: 'no content', answer: atOnce('') },
  { name: 'null content', answer: atOnce(null) },
];

test.for(withoutContent)(
  '$name at once ends in an alert that says so',
  async ({ answer }, { server, clearDesk: desk }) => {
    await makeReady(desk);
    server.provider.answerWith(answer);
    await desk.generate.click();
    expect(await desk.takeAlert()).toBe('No content received from OpenAI');
    // Nothing is lost: the same press can be tried again.
    expect(await desk.content.inputValue()).toBe(sampleContent);
    server.provider.answerWith(streamed(sampleAnswer));
    await desk.generate.click();
    await desk.waitForResult();
  },
);

test('a provider that recovers is asked again, and the user sees nothing of it', async ({
  server,
  clearDesk: desk,
}) => {
  await makeReady(desk);
  server.provider.answerWith(inTurn(refuse(503, {}, { 'retry-after': '0' }), streamed(sampleAnswer)));
  const before = server.provider.calls.length;
  await desk.generate.click();
  await desk.waitForResult();
  expect(server.provider.calls.length - before).toBe(2);
});

test('where nothing of an answer can be read, one click has the built-in writer write', async ({
  server,
  clearDesk: desk,
}) => {
  await makeReady(desk);
  server.provider.answerWith(atOnce('I am sorry, but I cannot help with that.'));
  await desk.generate.click();
  expect(await desk.takeAlert()).toBe(problemMessages['provider-reply-broken']);
  const before = server.provider.calls.length;
  await desk.button('Use the built-in writer').click();
  await desk.waitForResult();
  expect(server.provider.calls.length).toBe(before);
  expect(await desk.anchors()).toHaveLength(sampleLinks.length);
});

test('a failure that names nothing ends in the words for such failures', async ({ clearDesk: desk }) => {
  await makeReady(desk);
  await desk.page.route('**/api/generations', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await desk.generate.click();
  expect(await desk.takeAlert()).toBe('Failed to generate alternatives. Please try again.');
  await desk.takeFaults(/500/);
  await desk.page.unroute('**/api/generations');
});

test('a server that dies on the way is told in an alert; content and finished versions stay', async ({
  open,
}) => {
  const mortal = await startModelServer(inOrder(streamHead, pieces(cutInLastVersion(sampleAnswer)), hang));
  await mortal.saveLinks(sampleLinks);
  // The page of another server, whose end is ours to choose.
  const desk = await open({ origin: mortal.url });
  await makeReady(desk);
  await desk.generate.click();
  await desk.page.getByText('Give me two tools').waitFor();
  await mortal.kill();
  expect(await desk.takeAlert()).toBe(problemMessages['network-failed']);
  expect(await desk.content.inputValue()).toBe(sampleContent);
  await desk.page.getByText('2 of 3 versions were finished.').waitFor();
  expect(await desk.versionText()).toContain('Cooking begins');
  expect(await desk.anchors()).toHaveLength(sampleLinks.length);
  desk.faults.length = 0;
  await mortal.stop();
});
