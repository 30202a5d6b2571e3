import { expect } from 'vitest';

import type { ProblemCode } from '#core/errors/problem.ts';
import { problemMessages } from '#core/errors/problem.ts';
import type { Fault } from '#provider/faults/fault.ts';
import { faults } from '#provider/faults/faults.ts';

import { sampleContent, sampleLinks } from './sample.ts';
import type { Workbench } from './workbench.ts';

type AnsweringFault = Extract<Fault, { readonly answer: unknown }>;
type DeadEndFault = Extract<Fault, { readonly lead: unknown }>;

/** Ticks the sample links and pastes the sample content. */
export async function makeReady(desk: Workbench): Promise<void> {
  for (const { description } of sampleLinks) await desk.tick(description);
  await desk.content.fill(sampleContent);
}

const isOn = async (desk: Workbench) => (await desk.generate.getAttribute('aria-disabled')) !== 'true';

type Meeting = {
  /** What a visitor is told who uses a key of their own, where it is something else. */
  readonly words?: Partial<Record<ProblemCode, string>>;
  /** What has to happen before the fault shows. */
  readonly meanwhile?: () => Promise<void>;
};

/** Presses Generate and sees what the user sees of the fault: the alert, and a desk that is ready again as it was. */
export async function meetFault(fault: Fault, desk: Workbench, meeting: Meeting = {}): Promise<void> {
  const { name, outcome } = fault;
  const { code, keeps } = outcome.streamed;
  if (code === null) throw new Error(`${name} is no failure.`);
  const reason = meeting.words?.[code] ?? problemMessages[code];
  await desk.generate.click();
  await meeting.meanwhile?.();
  const alert = await desk.takeAlert();
  await expect.poll(() => isOn(desk), { message: name }).toBe(true);
  const content = await desk.content.inputValue();
  const ticked = await desk.page.locator('[type=checkbox]:checked').count();
  const expected = { name, alert: reason, content: sampleContent, ticked: sampleLinks.length };
  expect({ name, alert, content, ticked }).toEqual(expected);
  if (keeps) await seeKept(desk, reason);
  else if (code === 'provider-reply-broken' && meeting.words === undefined)
    await desk.button('Use the built-in writer').waitFor();
  else await desk.page.getByText(/click Generate/).waitFor();
}

async function seeKept(desk: Workbench, reason: string): Promise<void> {
  const notice = desk.page.locator('.unfinished-notice');
  await desk.page.getByRole('status').getByText('2 of 3 versions were finished').waitFor();
  expect(await notice.innerText()).toBe(`2 of 3 versions were finished. ${reason}`);
  expect(await desk.versionText()).toContain('Cooking begins with two tools.');
  expect(await desk.anchors()).toHaveLength(sampleLinks.length);
  await desk.tab('Experimental').click();
  await desk.page.getByRole('tab', { name: 'Experimental (not finished)', selected: true }).waitFor();
  await desk.page.getByText('This version was not finished').waitFor();
  expect(await desk.button('Copy').count()).toBe(0);
}

/** Those that keep something come last: it stays until something better is there. */
function inOrder(list: readonly AnsweringFault[]): readonly AnsweringFault[] {
  const keeps = ({ outcome }: Fault) => Number(outcome.streamed.keeps);
  return list.toSorted((a, b) => keeps(a) - keeps(b));
}

const failing = faults.filter(
  (fault): fault is AnsweringFault => 'answer' in fault && fault.outcome.streamed.code !== null,
);

/** Faults that the provider's answer tells of. */
export const spokenFaults = inOrder(failing.filter(({ isSilent }) => !isSilent));
/** Faults that only the caller's patience ends. */
export const silentFaults = inOrder(failing.filter(({ isSilent }) => isSilent));
export const connectionFaults = faults.filter((fault): fault is DeadEndFault => 'lead' in fault);

/** The first of each that the page can tell apart, where it hears of them by our server: the code, and what is kept. */
export function onePerOutcome<Some extends Fault>(list: readonly Some[]): readonly Some[] {
  const seen = new Map<string, Some>();
  for (const fault of list) {
    const { code, keeps } = fault.outcome.streamed;
    const key = `${code} ${keeps}`;
    if (!seen.has(key)) seen.set(key, fault);
  }
  return [...seen.values()];
}
