import { expect } from 'vitest';

import { curesOf } from '#core/errors/cures.ts';
import { problemMessages, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { Fault } from '#provider/faults/fault.ts';
import { faults } from '#provider/faults/faults.ts';

import { sampleContent, sampleLinks } from './sample.ts';
import type { AppPage } from './app-page.ts';

type AnsweringFault = Extract<Fault, { readonly answer: unknown }>;
type DeadEndFault = Extract<Fault, { readonly lead: unknown }>;

/** Ticks the sample links and fills in the sample content. */
export async function makeReady(app: AppPage): Promise<void> {
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);
}

/** Waits until the last version is being written and its first link has arrived. */
export async function seeLastVersionBegin({ page }: AppPage): Promise<void> {
  await page.locator('.step', { hasText: 'Experimental (being written)' }).waitFor();
  await page.getByText(`1 of ${sampleLinks.length} links added`).waitFor();
}

const isOn = async (app: AppPage) => (await app.generate.getAttribute('aria-disabled')) !== 'true';

type Meeting = {
  /** Different messages for a visitor with an own key. */
  readonly words?: Partial<Record<ProblemCode, string>>;
  /** Runs after the press on Generate and before the alert. */
  readonly meanwhile?: () => Promise<void>;
};

/** Presses Generate and expects the alert of the fault. Afterwards the page must be ready and unchanged. */
export async function meetFault(fault: Fault, app: AppPage, meeting: Meeting = {}): Promise<void> {
  const { name, outcome } = fault;
  const { code, keeps, message, ownMessage = message } = outcome.streamed;
  if (code === null) throw new Error(`${name} is not a failure.`);
  const told = meeting.words === undefined ? message : ownMessage;
  const reason = told ?? meeting.words?.[code] ?? problemMessages[code];
  await app.generate.click();
  await meeting.meanwhile?.();
  const alert = await app.takeAlert();
  await expect.poll(() => isOn(app), { message: name }).toBe(true);
  const content = await app.content.inputValue();
  const ticked = await app.page.locator('.link-row input:checked').count();
  const expected = { name, alert: reason, content: sampleContent, ticked: sampleLinks.length };
  expect({ name, alert, content, ticked }).toEqual(expected);
  if (keeps) await seeKept(app, reason);
  else await seeCard(app, { code, reason }, meeting.words !== undefined);
}

/**
 * The card beside the alert says what happened and what the user can do. A visitor with an own key is not sent to the
 * server.
 */
async function seeCard(
  { page }: AppPage,
  { code, reason }: { readonly code: ProblemCode; readonly reason: string },
  hasOwnKey: boolean,
): Promise<void> {
  const card = page.locator('.failure-card');
  await card.getByText(reason, { exact: true }).waitFor();
  expect(await card.getByRole('button').allInnerTexts()).toEqual([
    ...(curesOf(code).tryAgain ? ['Try again'] : []),
    ...(hasOwnKey ? ['Change your key'] : ['Use your own key', 'Use the built-in writer']),
  ]);
  expect(await page.getByRole('tabpanel').getByRole('alert').count()).toBe(0);
}

async function seeKept(app: AppPage, reason: string): Promise<void> {
  const notice = app.page.locator('.unfinished-notice');
  await app.page.getByRole('status').getByText('2 versions are ready.').waitFor();
  expect(await notice.getByRole('paragraph').innerText()).toBe(`2 versions are ready. ${reason}`);
  expect(await app.versionText()).toContain('Cooking begins with two tools.');
  expect(await app.anchors()).toHaveLength(sampleLinks.length);
  await app.tab('Experimental').click();
  await app.page.getByRole('tab', { name: 'Experimental (not finished)', selected: true }).waitFor();
  await app.page.getByText('This version isn’t finished.').waitFor();
  expect(await app.button('Copy').count()).toBe(0);
}

/**
 * Returns the first of these faults after which the page shows a failure, and the first after which it shows the
 * versions that were finished. Tests of `src/llm-client` and `src/server/http` cover the other faults.
 */
function oneOfEach<Some extends Fault>(list: readonly Some[]): readonly Some[] {
  const failing = list.filter(({ outcome }) => outcome.streamed.code !== null);
  return [false, true].flatMap(
    (keeps) => failing.find(({ outcome }) => outcome.streamed.keeps === keeps) ?? [],
  );
}

const answering = faults.filter((fault): fault is AnsweringFault => 'answer' in fault);

/** Faults in the answer of the provider. */
export const answeredFaults = oneOfEach(answering.filter(({ isSilent }) => !isSilent));
/** Faults without an answer, which only the caller's timeout ends. */
export const silentFaults = oneOfEach(answering.filter(({ isSilent }) => isSilent));
/** A connection that is refused at once, and one that nobody answers. */
export const connectionFaults = [false, true].flatMap((isSilent) =>
  faults.filter((fault): fault is DeadEndFault => 'lead' in fault && fault.isSilent === isSilent).slice(0, 1),
);
