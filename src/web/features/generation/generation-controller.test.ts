import { expect, test } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { ApiError } from '#web/api/send.ts';

import type { Writer } from '#web/api/writer.ts';
import { testGeneration } from '#web/api/test-generation.ts';

import {
  createGenerationController,
  type GenerationOrder,
  type RunGeneration,
  type StateEvent,
} from './generation-controller.ts';
import { messageOfFailure } from './generation-messages.ts';
import type { GenerationAction } from './generation-state.ts';

const byServer: Writer = { kind: 'server' };
const order: GenerationOrder = {
  content: 'Bread.',
  linkIds: ['a'],
  knownLinks: [{ id: 'a', url: 'https://a.example/', description: '' }],
  prepare: async () => byServer,
};
const generation = testGeneration('Bread.');

function controllerWith(run: RunGeneration) {
  const alerts: string[] = [];
  const actions: GenerationAction['type'][] = [];
  const controller = createGenerationController({
    run,
    now: () => 1,
    onAction: (action) => actions.push(action.type),
    onFailure: (message) => alerts.push(message),
  });
  return { controller, alerts, actions };
}

/** Sends these events, then returns the generation. */
const finishing =
  (...events: readonly StateEvent[]): RunGeneration =>
  async (_order, { onEvent }) => {
    events.forEach(onEvent);
    return generation;
  };

/** Waits until the call is aborted. */
const waiting: RunGeneration = (_order, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

test('a generation applies each event and ends with its result', async () => {
  const { controller, alerts, actions } = controllerWith(
    finishing({ type: 'version-start', version: 'safe' }, { type: 'version-end', version: 'safe' }),
  );
  await controller.start(order);
  expect(controller.state.get()).toMatchObject({ phase: 'result', generation: { text: 'Bread.' } });
  expect(actions).toEqual(['generation-start', 'version-start', 'version-end', 'generation-end']);
  expect(alerts).toEqual([]);
});

test('a second start while one runs sends no request', async () => {
  let calls = 0;
  const { controller } = controllerWith((given, options) => {
    calls += 1;
    return waiting(given, options);
  });
  void controller.start(order);
  await controller.start(order);
  expect(calls).toBe(1);
  controller.stop();
});

test('stop and reset end the call without a failure message', async () => {
  for (const end of ['stop', 'reset'] as const) {
    let heard: AbortSignal | null = null;
    const { controller, alerts } = controllerWith((given, options) => {
      heard = options.signal;
      return waiting(given, options);
    });
    const ended = controller.start(order);
    await settle();
    controller[end]();
    await ended;
    expect(heard).toMatchObject({ aborted: true });
    expect(controller.state.get()).toEqual({ phase: 'idle' });
    expect(alerts).toEqual([]);
  }
});

test('a failure has its own message, and the next generation may start', async () => {
  const { controller, alerts } = controllerWith(() => {
    throw new ApiError({ code: 'provider-quota', detail: 'The quota is used up.', status: null });
  });
  await controller.start(order);
  expect(alerts).toEqual(['The quota is used up.']);
  expect(controller.state.get()).toEqual({ phase: 'idle' });
});

test('the code of a failure stays until the next start or a reset', async () => {
  const detail = 'Today is used up.';
  const { controller } = controllerWith(async () => {
    throw new ApiError({ code: 'budget-spent', detail, status: 429 });
  });
  expect(controller.failure.get()).toBeNull();
  await controller.start(order);
  expect(controller.failure.get()).toBe('budget-spent');
  const next = controller.start({ ...order, prepare: () => new Promise(() => {}) });
  expect(controller.failure.get()).toBeNull();
  controller.stop();
  void next;
  await controller.start(order);
  const seen: (string | null)[] = [];
  controller.failure.subscribe(() => seen.push(controller.failure.get()));
  controller.reset();
  expect(seen).toEqual([null]);
});

test('versions that were finished before a failure stay, and another generation may start', async () => {
  const kept: FinishedGeneration = { ...generation, unfinished: ['exploratory', 'experimental'] };
  const failure = { code: 'provider-reply-cut', detail: 'It broke off.' } as const;
  const { controller, alerts } = controllerWith(() => {
    throw new ApiError({ ...failure, status: null, generation: kept });
  });
  await controller.start(order);
  expect(controller.state.get()).toMatchObject({ phase: 'unfinished', reason: 'It broke off.' });
  await controller.start(order);
  expect(alerts).toEqual(['It broke off.', 'It broke off.']);
});

test.each([
  [{ ...order, content: ' \n' }, 'Please add some content to rewrite'],
  [{ ...order, linkIds: [] }, 'No valid links selected or found. Please select at least one existing link.'],
])('an order without content or links is refused before anything is sent', async (given, message) => {
  const { controller, alerts } = controllerWith(finishing());
  await controller.start(given);
  expect(alerts).toEqual([message]);
});

test('a failure that is no error object has a general message', () => {
  expect(messageOfFailure('boom')).toBe('Failed to generate alternatives. Please try again.');
});

test('the preparation is part of the generation, and nothing is sent if it fails', async () => {
  let calls = 0;
  const { controller, alerts } = controllerWith(async () => {
    calls += 1;
    return generation;
  });
  let fail = (_failure: Error) => {};
  const started = controller.start({
    ...order,
    prepare: () => new Promise((_resolve, reject) => (fail = reject)),
  });
  expect(controller.state.get().phase).toBe('processing');
  fail(new Error('A link is not saved yet.'));
  await started;
  expect(controller.state.get().phase).toBe('idle');
  expect({ calls, alerts }).toEqual({ calls: 0, alerts: ['A link is not saved yet.'] });
});

test('a generation that is reset during its preparation sends nothing', async () => {
  let calls = 0;
  const { controller, alerts } = controllerWith(async () => {
    calls += 1;
    return generation;
  });
  let saved = (_writer: Writer) => {};
  const started = controller.start({
    ...order,
    prepare: () => new Promise((resolve) => (saved = resolve)),
  });
  controller.reset();
  saved(byServer);
  await started;
  expect(controller.state.get().phase).toBe('idle');
  expect({ calls, alerts }).toEqual({ calls: 0, alerts: [] });
});
