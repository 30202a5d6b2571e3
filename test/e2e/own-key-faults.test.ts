import { expect } from 'vitest';

import { ownKeyMessages as words } from '#core/errors/problem-messages.ts';
import { streamed } from '#provider/completion-steps.ts';
import type { Fault } from '#provider/faults/fault.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';

import { journeyOn } from './harness/journey.ts';
import {
  connectionFaults,
  makeReady,
  meetFault,
  seeLastVersionBegin,
  silentFaults,
  answeredFaults,
} from './harness/meet-fault.ts';
import { sampleAnswer, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const key = 'sk-of-a-visitor-0123456789';
const hosts = 'https://provider.invalid,https://127.0.0.1:*,http://127.0.0.1:*';

const test = journeyOn(async () => {
  const server = await startServer({ OWN_KEY_HOSTS: hosts });
  await server.saveLinks(sampleLinks);
  return server;
});

async function useOwnKey(app: AppPage, baseUrl: string): Promise<void> {
  await app.button(/^Use your own key$|^Change$/).click();
  await app.dialog.getByLabel('Base URL').fill(baseUrl);
  await app.dialog.getByLabel('Model').fill('gpt-4');
  await app.dialog.getByLabel('Key', { exact: true }).fill(key);
  await app.dialog.getByRole('button', { name: 'Use this key' }).click();
  await app.dialog.waitFor({ state: 'detached' });
}

/** Removes the expected console lines of calls to another origin. Expects no other faults. */
function takeBrowserWords(app: AppPage): void {
  const own = /^foreign request: |^console: (?:Failed to load resource|Access to fetch at)/;
  expect(app.faults.splice(0).filter((fault) => !own.test(fault))).toEqual([]);
}

/** Moves the clock past the page's timeouts, which are minutes. */
async function waitTheLimitsOut(app: AppPage, { outcome }: Fault): Promise<void> {
  await expect.poll(() => app.faults.some((fault) => fault.startsWith('foreign request'))).toBe(true);
  if (outcome.streamed.keeps) await seeLastVersionBegin(app);
  await app.page.clock.fastForward('10:01');
}

async function meetAnswered(app: AppPage, provider: Provider): Promise<void> {
  const other = await startProvider(refuse(418));
  await useOwnKey(app, provider.baseUrl);
  await makeReady(app);
  for (const fault of answeredFaults) {
    provider.answerWith(fault.answer({ way: 'streamed', reply: sampleAnswer, elsewhere: other.baseUrl }));
    const before = provider.calls.length;
    await meetFault(fault, app, { words });
    const { name, outcome } = fault;
    const most = outcome.streamed.calls;
    const asked = provider.calls.length - before;
    // After a 408 on a reused connection, the browser itself repeats the request.
    const calls = name === '408' ? Math.min(asked, most) : asked;
    expect({ name, calls }).toEqual({ name, calls: most });
    takeBrowserWords(app);
  }
  expect(other.calls).toEqual([]);
  await other.close();
}

async function meetSilentAndDead(app: AppPage, provider: Provider): Promise<void> {
  await app.page.clock.install();
  for (const fault of connectionFaults) {
    const { baseUrl, close } = await fault.lead();
    await useOwnKey(app, baseUrl);
    const meanwhile = fault.isSilent ? () => waitTheLimitsOut(app, fault) : async () => {};
    await meetFault(fault, app, { words, meanwhile });
    takeBrowserWords(app);
    await close();
  }
  await useOwnKey(app, provider.baseUrl);
  for (const fault of silentFaults) {
    provider.answerWith(fault.answer({ way: 'streamed', reply: sampleAnswer, elsewhere: '' }));
    await meetFault(fault, app, { words, meanwhile: () => waitTheLimitsOut(app, fault) });
    takeBrowserWords(app);
  }
}

test('a provider that refuses calls from web pages cannot be reached, and the message gives the possible reason', async ({
  cleanApp: app,
}) => {
  const provider = await startProvider(streamed(sampleAnswer), { cors: false });
  await useOwnKey(app, provider.baseUrl);
  await makeReady(app);
  await app.generate.click();
  expect(await app.takeAlert()).toMatch(
    /could not be reached from your browser.*refuse calls from web pages/,
  );
  takeBrowserWords(app);
  await provider.close();
});

test(
  'each fault of a visitor’s own provider ends in an alert that says what to do, and the page is ready again',
  { timeout: 300_000 },
  async ({ server, cleanApp: app }) => {
    const provider = await startProvider(streamed(sampleAnswer));
    await meetAnswered(app, provider);
    for (const { headers } of provider.calls) expect(headers.authorization).toBe(`Bearer ${key}`);

    provider.answerWith(streamed(sampleAnswer));
    await app.generate.click();
    await app.waitForResult();
    takeBrowserWords(app);

    await app.reset.click();
    await makeReady(app);
    await meetSilentAndDead(app, provider);
    expect(server.log()).not.toContain(key);
    await provider.close();
  },
);
