import { expect, test } from 'vitest';

import type { FinishedGeneration } from '#core/generation/generation.ts';
import { ApiError } from '#web/api/api-error.ts';

import type { Writer } from '#web/api/writer.ts';

import type { GenerationAction } from './generation-machine.ts';
import { createGenerationRun, failureMessage } from './generation-run.ts';
import type { Arrival, Arrive, GenerationOrder } from './generation-run.ts';

const byServer: Writer = { kind: 'server' };
const order: GenerationOrder = {
  content: 'Bread.',
  linkIds: ['a'],
  knownLinks: [{ id: 'a', url: 'https://a.example/', description: '' }],
  prepare: async () => byServer,
};
const report = {
  links: [],
  unknownUrls: [],
  sentencesAdded: 0,
  sentencesKept: 1,
  sentencesTotal: 1,
  wordsChanged: 0,
  wordsTotal: 1,
  words: 1,
  dropped: [],
  moved: [],
};
const generation: FinishedGeneration = {
  text: 'Bread.',
  links: [],
  versions: { safe: 'Bread.', exploratory: '', experimental: '' },
  edits: { safe: [], exploratory: [], experimental: [] },
  report: { safe: report, exploratory: report, experimental: report },
  unfinished: [],
  usage: null,
};
const result: Arrival = { type: 'result', generation };

function runWith(arrive: Arrive) {
  const alerts: string[] = [];
  const actions: GenerationAction['type'][] = [];
  const run = createGenerationRun({
    arrive,
    now: () => 1,
    onAct: (action) => actions.push(action.type),
    onFail: (message) => alerts.push(message),
  });
  return { run, alerts, actions };
}

/** Says these things, then waits for the end of the call. */
function saying(...arrivals: readonly Arrival[]): Arrive {
  return async function* arrive(_order, signal) {
    yield* arrivals;
    await new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

test('a run shows what arrives and ends with its result', async () => {
  const { run, alerts, actions } = runWith(
    saying({ type: 'version-start', version: 'safe' }, { type: 'version-end', version: 'safe' }, result),
  );
  await run.start(order);
  expect(run.state()).toMatchObject({ phase: 'result', generation: { text: 'Bread.' } });
  expect(actions).toEqual(['generation-start', 'version-start', 'version-end', 'generation-end']);
  expect(alerts).toEqual([]);
});

test('a second start while one runs asks for nothing', async () => {
  let calls = 0;
  const { run } = runWith((given, signal) => {
    calls += 1;
    return saying()(given, signal);
  });
  void run.start(order);
  await run.start(order);
  expect(calls).toBe(1);
  run.stop();
});

test('stop and reset end the call and say nothing of a failure', async () => {
  for (const end of ['stop', 'reset'] as const) {
    let heard: AbortSignal | null = null;
    const { run, alerts } = runWith((given, signal) => {
      heard = signal;
      return saying()(given, signal);
    });
    const ended = run.start(order);
    await settle();
    run[end]();
    await ended;
    expect(heard).toMatchObject({ aborted: true });
    expect(run.state()).toEqual({ phase: 'idle' });
    expect(alerts).toEqual([]);
  }
});

test('a failure is told in its own words, and the run is ready for the next', async () => {
  const { run, alerts } = runWith(() => {
    throw new ApiError({ code: 'provider-quota', detail: 'The quota is used up.', status: null });
  });
  await run.start(order);
  expect(alerts).toEqual(['The quota is used up.']);
  expect(run.state()).toEqual({ phase: 'idle' });
});

test('a failure is named until the next start, or until a reset', async () => {
  const detail = 'Today is used up.';
  const { run } = runWith(async function* arrive() {
    yield* [];
    throw new ApiError({ code: 'budget-spent', detail, status: 429 });
  });
  expect(run.failure()).toBeNull();
  await run.start(order);
  expect(run.failure()).toBe('budget-spent');
  const next = run.start({ ...order, prepare: () => new Promise(() => {}) });
  expect(run.failure()).toBeNull();
  run.stop();
  void next;
  await run.start(order);
  const seen: (string | null)[] = [];
  run.subscribe(() => seen.push(run.failure()));
  run.reset();
  expect(seen).toEqual([null]);
});

test('what was finished before a failure stays, and another run may begin', async () => {
  const kept: FinishedGeneration = { ...generation, unfinished: ['exploratory', 'experimental'] };
  const failure = { code: 'provider-reply-cut', detail: 'It broke off.' } as const;
  const { run, alerts } = runWith(() => {
    throw new ApiError({ ...failure, status: null, generation: kept });
  });
  await run.start(order);
  expect(run.state()).toMatchObject({ phase: 'unfinished', reason: 'It broke off.' });
  await run.start(order);
  expect(alerts).toEqual(['It broke off.', 'It broke off.']);
});

test.each([
  [{ ...order, content: ' \n' }, 'Please add some content to rewrite'],
  [{ ...order, linkIds: [] }, 'No valid links selected or found. Please select at least one existing link.'],
])('an order that cannot be filled is refused before anything is sent', async (given, message) => {
  const { run, alerts } = runWith(saying(result));
  await run.start(given);
  expect(alerts).toEqual([message]);
});

test('what is not an error object is told in general words', () => {
  expect(failureMessage('boom')).toBe('Failed to generate alternatives. Please try again.');
});

test('what has to be done first is part of the run, and nothing is ordered when it fails', async () => {
  let calls = 0;
  const { run, alerts } = runWith(async function* arrive() {
    calls += 1;
    yield result;
  });
  let fail = (_failure: Error) => {};
  const started = run.start({
    ...order,
    prepare: () => new Promise((_resolve, reject) => (fail = reject)),
  });
  expect(run.state().phase).toBe('processing');
  fail(new Error('A link is not saved yet.'));
  await started;
  expect(run.state().phase).toBe('idle');
  expect({ calls, alerts }).toEqual({ calls: 0, alerts: ['A link is not saved yet.'] });
});

test('a run that is reset before its order was sent orders nothing', async () => {
  let calls = 0;
  const { run, alerts } = runWith(async function* arrive() {
    calls += 1;
    yield result;
  });
  let saved = (_writer: Writer) => {};
  const started = run.start({
    ...order,
    prepare: () => new Promise((resolve) => (saved = resolve)),
  });
  run.reset();
  saved(byServer);
  await started;
  expect(run.state().phase).toBe('idle');
  expect({ calls, alerts }).toEqual({ calls: 0, alerts: [] });
});
