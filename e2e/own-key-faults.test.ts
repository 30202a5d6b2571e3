import { expect } from 'vitest';

import { ownKeyMessages as words } from '#core/errors/own-key-messages.ts';
import { streamed } from '#provider/completion-steps.ts';
import type { Fault } from '#provider/faults/fault.ts';
import { startProvider } from '#provider/provider.ts';
import type { Provider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';

import { journeyOn } from './harness/journey.ts';
import {
  connectionFaults,
  makeReady,
  meetFault,
  onePerOutcome,
  silentFaults,
  spokenFaults,
} from './harness/meet-fault.ts';
import { sampleAnswer, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { Workbench } from './harness/workbench.ts';

const key = 'sk-of-a-visitor-0123456789';
const hosts = 'https://provider.invalid,https://127.0.0.1:*,http://127.0.0.1:*';

const test = journeyOn(async () => {
  const server = await startServer({ OWN_KEY_HOSTS: hosts });
  await server.saveLinks(sampleLinks);
  return server;
});

async function useOwnKey(desk: Workbench, baseUrl: string): Promise<void> {
  await desk.button(/^Use your own key$|^Change$/).click();
  await desk.dialog.getByLabel('Base URL').fill(baseUrl);
  await desk.dialog.getByLabel('Model').fill('gpt-4');
  await desk.dialog.getByLabel('Key', { exact: true }).fill(key);
  await desk.dialog.getByRole('button', { name: 'Use this key' }).click();
  await desk.dialog.waitFor({ state: 'detached' });
}

/** The browser tells of each call to elsewhere and of each that fails; nothing else may have gone wrong. */
function takeBrowserWords(desk: Workbench): void {
  const own = /^foreign request: |^console: (?:Failed to load resource|Access to fetch at)/;
  expect(desk.faults.splice(0).filter((fault) => !own.test(fault))).toEqual([]);
}

/** The page's own limits of time, which are minutes, pass at once. */
async function waitTheLimitsOut(desk: Workbench, { outcome }: Fault): Promise<void> {
  await expect.poll(() => desk.faults.some((fault) => fault.startsWith('foreign request'))).toBe(true);
  if (outcome.streamed.keeps) await desk.page.getByText('Give me two tools').waitFor();
  await desk.page.clock.fastForward('10:01');
}

/** One of each that the page can tell apart: how it reads each of them is proved without a browser. */
const someOf = <Some extends Fault>(list: readonly Some[]) => atScale(onePerOutcome(list), list);
const met = { spoken: someOf(spokenFaults), silent: someOf(silentFaults), dead: someOf(connectionFaults) };

async function meetSpoken(desk: Workbench, provider: Provider): Promise<void> {
  const other = await startProvider(refuse(418));
  await useOwnKey(desk, provider.baseUrl);
  await makeReady(desk);
  for (const fault of met.spoken) {
    provider.answerWith(fault.answer({ way: 'streamed', reply: sampleAnswer, elsewhere: other.baseUrl }));
    const before = provider.calls.length;
    await meetFault(fault, desk, { words });
    const { name, outcome } = fault;
    const most = outcome.streamed.calls;
    const asked = provider.calls.length - before;
    // To 408 on a connection that was used before, the browser itself asks again: nobody has read its request.
    const calls = name === '408' ? Math.min(asked, most) : asked;
    expect({ name, calls }).toEqual({ name, calls: most });
    takeBrowserWords(desk);
  }
  expect(other.calls).toEqual([]);
  await other.close();
}

async function meetSilentAndDead(desk: Workbench, provider: Provider): Promise<void> {
  await desk.page.clock.install();
  for (const fault of met.dead) {
    const { baseUrl, close } = await fault.lead();
    await useOwnKey(desk, baseUrl);
    const meanwhile = fault.isSilent ? () => waitTheLimitsOut(desk, fault) : async () => {};
    await meetFault(fault, desk, { words, meanwhile });
    takeBrowserWords(desk);
    await close();
  }
  await useOwnKey(desk, provider.baseUrl);
  for (const fault of met.silent) {
    provider.answerWith(fault.answer({ way: 'streamed', reply: sampleAnswer, elsewhere: '' }));
    await meetFault(fault, desk, { words, meanwhile: () => waitTheLimitsOut(desk, fault) });
    takeBrowserWords(desk);
  }
}

test('a provider that refuses calls from web pages cannot be reached, and the words say why that may be', async ({
  clearDesk: desk,
}) => {
  const provider = await startProvider(streamed(sampleAnswer), { cors: false });
  await useOwnKey(desk, provider.baseUrl);
  await makeReady(desk);
  await desk.generate.click();
  expect(await desk.takeAlert()).toMatch(
    /could not be reached from your browser.*refuse calls from web pages/,
  );
  takeBrowserWords(desk);
  await provider.close();
});

test(
  'every fault of a visitor’s own provider ends in an alert that says what to do, and leaves the desk ready',
  { timeout: 300_000 },
  async ({ server, clearDesk: desk, task }) => {
    countCases({ task }, met.spoken.length + met.silent.length + met.dead.length);
    const provider = await startProvider(streamed(sampleAnswer));
    await meetSpoken(desk, provider);
    for (const { headers } of provider.calls) expect(headers.authorization).toBe(`Bearer ${key}`);

    provider.answerWith(streamed(sampleAnswer));
    await desk.generate.click();
    await desk.waitForResult();
    takeBrowserWords(desk);

    await desk.reset.click();
    await makeReady(desk);
    await meetSilentAndDead(desk, provider);
    expect(server.log()).not.toContain(key);
    await provider.close();
  },
);
