import { recordAnnouncements } from '#web/ui/test-announced.ts';
import { expect, test } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Writer } from '#web/api/generations-api.ts';

import {
  type chooseServer,
  controllerWith,
  failing,
  finishing,
  generation,
  inTurn,
  order,
  part,
  settle,
  waiting,
} from './test-generation-controller.ts';

const announced = recordAnnouncements();

test('a generation ends with its result', async () => {
  const { controller, alerts, phases } = controllerWith(finishing);
  await controller.start(order);
  expect(controller.state.get()).toEqual({ phase: 'result', generation });
  expect(phases).toEqual(['processing', 'result']);
  expect(alerts).toEqual([]);
});

test('an earlier generation is resumed without a choice of a writer, and once', async () => {
  const choose = () => Promise.reject(new Error('Nobody chooses.'));
  const { controller, alerts, phases } = controllerWith(finishing, choose);
  const resumed = [controller.start(order, 'earlier'), controller.start(order, 'earlier')];
  await Promise.all(resumed);
  expect(controller.state.get()).toEqual({ phase: 'result', generation });
  expect(phases).toEqual(['processing', 'result']);
  expect(alerts).toEqual([]);
});

test('screen readers hear of a start, of a stop, of a failure, and of kept versions', async () => {
  const { controller } = controllerWith(inTurn(waiting, failing('Quota.'), failing('Broken.', part)));
  const stopped = controller.start(order);
  await settle();
  controller.stop();
  await stopped;
  expect(announced.splice(0)).toEqual(['Generating', 'Stopped.']);
  await controller.start(order);
  expect(announced.splice(0)).toEqual(['Generating', 'Couldn’t generate your versions']);
  await controller.start(order);
  expect(announced.splice(0)).toEqual(['Generating', '2 versions are ready.']);
});

test('a start leads from idle to processing with the content alone', () => {
  const { controller } = controllerWith(waiting);
  expect(controller.state.get()).toEqual({ phase: 'idle' });
  const before = Date.now();
  void controller.start(order);
  const state = controller.state.get();
  if (state.phase !== 'processing') throw new Error(state.phase);
  expect(state.startedAt).toBeGreaterThanOrEqual(before);
  expect(state.live.get()).toEqual({
    open: [],
    done: [],
    content: 'Bread.',
    urls: ['https://a.example/'],
    woven: null,
    edits: [],
    isWhole: false,
  });
  controller.stop();
});

test('a second start while one runs changes nothing and sends no request', async () => {
  let calls = 0;
  const { controller } = controllerWith((...given) => {
    calls += 1;
    return waiting(...given);
  });
  void controller.start(order);
  const running = controller.state.get();
  await controller.start(order);
  await settle();
  expect(controller.state.get()).toBe(running);
  expect(calls).toBe(1);
  controller.stop();
});

test('a start after the result of the same order changes nothing', async () => {
  const { controller, phases } = controllerWith(finishing);
  await controller.start(order);
  await controller.start(order);
  expect(phases).toEqual(['processing', 'result']);
});

test('a shown result is written again when that is asked for, also by another try after a failure', async () => {
  const anew = { ...generation };
  const { controller, phases } = controllerWith(inTurn(finishing, failing('Quota.'), async () => anew));
  await controller.start(order);
  await controller.start(order, 'again');
  expect(controller.state.get()).toEqual({ phase: 'result', generation });
  // "Try again" names no writer.
  await controller.start(order);
  const state = controller.state.get();
  expect(state.phase === 'result' && state.generation).toBe(anew);
  await controller.start(order);
  expect(phases.filter((phase) => phase === 'processing')).toHaveLength(3);
});

test('a reset leads from a result to idle', async () => {
  const { controller } = controllerWith(finishing);
  await controller.start(order);
  controller.reset();
  expect(controller.state.get()).toEqual({ phase: 'idle' });
});

test.each([
  ['stop', 'stopped'],
  ['reset', 'idle'],
] as const)('%s ends the call without a failure message', async (end, phase) => {
  let heard: AbortSignal | null = null;
  const { controller, alerts } = controllerWith((...given) => {
    heard = given[2].signal;
    return waiting(...given);
  });
  const ended = controller.start(order);
  await settle();
  controller[end]();
  await ended;
  expect(heard).toMatchObject({ aborted: true });
  expect(controller.state.get().phase).toBe(phase);
  expect(alerts).toEqual([]);
});

test('the result of a stopped generation changes nothing', async () => {
  let finish = (_result: FinishedGeneration) => {};
  const { controller } = controllerWith(() => new Promise((resolve) => (finish = resolve)));
  const ended = controller.start(order);
  await settle();
  controller.stop();
  finish(generation);
  await ended;
  expect(controller.state.get().phase).toBe('stopped');
});

test('a stop before the end of a version keeps what had been written, to be read', async () => {
  const edit = { id: 'a', start: 0, end: 0, text: 'Rye. ', by: 'model' } as const;
  const partial = { safe: [edit] };
  const { controller } = controllerWith(waiting, undefined, undefined, () => partial);
  const ended = controller.start(order);
  await settle();
  controller.stop();
  await ended;
  const urls = ['https://a.example/'];
  expect(controller.state.get()).toEqual({ phase: 'stopped', content: 'Bread.', urls, partial });
  expect(controller.failure.get()).toBeNull();
});

test('a stop without a generation changes nothing', async () => {
  const { controller, phases } = controllerWith(finishing);
  controller.stop();
  await controller.start(order);
  controller.stop();
  expect(phases).toEqual(['processing', 'result']);
});

test('a failure has its own message, and the next generation may start', async () => {
  const { controller, alerts } = controllerWith(inTurn(failing('The quota is used up.')));
  await controller.start(order);
  expect(alerts).toEqual(['The quota is used up.']);
  expect(controller.state.get()).toEqual({ phase: 'idle' });
  await controller.start(order);
  expect(controller.state.get()).toMatchObject({ phase: 'result' });
});

test('the code of a failure stays until the next start or a reset', async () => {
  const { controller } = controllerWith(inTurn(failing('It broke off.'), waiting, failing('It broke off.')));
  expect(controller.failure.get()).toBeNull();
  await controller.start(order);
  expect(controller.failure.get()).toEqual({ code: 'provider-reply-cut', message: 'It broke off.' });
  const next = controller.start(order);
  expect(controller.failure.get()).toBeNull();
  await settle();
  controller.stop();
  await next;
  await controller.start(order);
  const seen: unknown[] = [];
  controller.failure.subscribe(() => seen.push(controller.failure.get()));
  controller.reset();
  expect(seen).toEqual([null]);
});

test('a failure after finished versions keeps them, with its reason, and another generation may start', async () => {
  const { controller, alerts } = controllerWith(failing('It broke off.', part));
  await controller.start(order);
  expect(controller.state.get()).toEqual({ phase: 'unfinished', generation: part, reason: 'It broke off.' });
  await controller.start(order);
  expect(alerts).toEqual(['It broke off.', 'It broke off.']);
});

test.each(['failure', 'stop'] as const)(
  'kept versions are shown again if the next try returns nothing: %s',
  async (end) => {
    const next = end === 'stop' ? waiting : failing('Nothing came.');
    const { controller, phases } = controllerWith(inTurn(failing('It broke off.', part), next));
    await controller.start(order);
    const kept = controller.state.get();
    const ended = controller.start(order);
    await settle();
    controller.stop();
    await ended;
    expect(controller.state.get()).toBe(kept);
    expect(phases).toEqual(['processing', 'unfinished', 'processing', 'unfinished']);
  },
);

test('kept versions are replaced by the next kept ones', async () => {
  const other = { ...part, unfinished: ['safe' as const] };
  const runs = inTurn(failing('It broke off.', part), failing('Too slow.', other));
  const { controller } = controllerWith(runs);
  await controller.start(order);
  await controller.start(order);
  expect(controller.state.get()).toEqual({ phase: 'unfinished', generation: other, reason: 'Too slow.' });
});

test('kept versions are replaced by a result', async () => {
  const { controller } = controllerWith(inTurn(failing('It broke off.', part)));
  await controller.start(order);
  await controller.start(order);
  expect(controller.state.get()).toMatchObject({ phase: 'result' });
});

test('kept versions are removed by a reset', async () => {
  const { controller } = controllerWith(failing('It broke off.', part));
  await controller.start(order);
  controller.reset();
  expect(controller.state.get()).toEqual({ phase: 'idle' });
});

test.each([
  [{ ...order, content: ' \n' }, 'Please add some content to rewrite'],
  [{ ...order, linkIds: [] }, 'No valid links selected or found. Please select at least one existing link.'],
])('an order without content or links is refused before anything is sent', async (given, message) => {
  const { controller, alerts } = controllerWith(finishing);
  await controller.start(given);
  expect(alerts).toEqual([message]);
});

test('a failure that is no error object has a general message', async () => {
  const { controller, alerts } = controllerWith(() => Promise.reject('boom'));
  await controller.start(order);
  expect(alerts).toEqual(['Failed to generate alternatives. Please try again.']);
});

function countedController(choose: typeof chooseServer) {
  let calls = 0;
  const made = controllerWith(async () => {
    calls += 1;
    return generation;
  }, choose);
  return { ...made, calls: () => calls };
}

test('the preparation is part of the generation, and nothing is sent if it fails', async () => {
  let fail = (_failure: Error) => {};
  const { controller, alerts, calls } = countedController(
    () => new Promise((_resolve, reject) => (fail = reject)),
  );
  const started = controller.start(order);
  await settle();
  expect(controller.state.get().phase).toBe('processing');
  fail(new Error('A link is not saved yet.'));
  await started;
  expect(controller.state.get().phase).toBe('idle');
  expect({ calls: calls(), alerts }).toEqual({ calls: 0, alerts: ['A link is not saved yet.'] });
});

test('a generation that is reset during its preparation sends nothing', async () => {
  let saved = (_writer: Writer) => {};
  const { controller, alerts, calls } = countedController(() => new Promise((resolve) => (saved = resolve)));
  const started = controller.start(order);
  await settle();
  controller.reset();
  saved({ kind: 'server' });
  await started;
  expect(controller.state.get().phase).toBe('idle');
  expect({ calls: calls(), alerts }).toEqual({ calls: 0, alerts: [] });
});
