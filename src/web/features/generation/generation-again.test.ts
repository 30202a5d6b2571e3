import { expect, test } from 'vitest';

import type { Writer } from '#web/api/generations-api.ts';
import { recordAnnouncements } from '#web/ui/test-announced.ts';

import { changedLinks, isResultOf } from './generation-state.ts';
import {
  chooseServer,
  controllerWith,
  failing,
  finishing,
  generation,
  inTurn,
  link,
  order,
  part,
  settle,
  waiting,
} from './test-generation-controller.ts';

const announced = recordAnnouncements();

test('after a result, other content or other links may be generated, with one call', async () => {
  let calls = 0;
  const { controller } = controllerWith(async () => {
    calls += 1;
    return generation;
  });
  await controller.start(order);
  await Promise.all([
    controller.start({ ...order, content: 'Rye.' }),
    controller.start({ ...order, content: 'Rye.' }),
  ]);
  expect(calls).toBe(2);
  await controller.start({ ...order, linkIds: ['a', 'b'] });
  expect(calls).toBe(3);
  await controller.start({ ...order, instructions: 'friendly' });
  expect(calls).toBe(4);
});

test.each([
  [{ content: 'Bread.', linkIds: ['a', 'b'] }, true],
  [{ content: 'Bread.', linkIds: ['b', 'a'] }, true],
  [{ content: 'Bread. ', linkIds: ['a', 'b'] }, false],
  [{ content: 'Bread.', linkIds: ['a'] }, false],
  [{ content: 'Bread.', linkIds: ['a', 'c'] }, false],
  [{ content: 'Bread.', linkIds: ['a', 'b', 'c'] }, false],
])('a result of links a and b is one of %j: %s', (given, is) => {
  const two = { ...generation, links: [link, { ...link, id: 'b' }] };
  const requested = { ...given, instructions: '', relinks: [] };
  expect(isResultOf(requested, { phase: 'result', generation: two })).toBe(is);
  expect(isResultOf(requested, { phase: 'unfinished', generation: two, reason: '' })).toBe(false);
});

test('a result of a link is not one of the link with another URL; other links do not matter', () => {
  const state = { phase: 'result', generation } as const;
  const other = { ...link, url: 'https://a.example/other' };
  expect(isResultOf(order, state, [link])).toBe(true);
  expect(isResultOf(order, state, [{ ...other, id: 'b' }])).toBe(true);
  expect(isResultOf(order, state, [other])).toBe(false);
});

test('the shown links with another URL now are found, also in unfinished versions; before there are none', () => {
  const two = { ...generation, links: [link, { ...link, id: 'b' }] };
  const looked: (readonly string[])[] = [];
  const find = (ids: readonly string[]) => {
    looked.push(ids);
    return [link, { ...link, id: 'b', url: 'https://a.example/other' }];
  };
  expect(changedLinks({ phase: 'result', generation: two }, find)).toBe('b');
  expect(changedLinks({ phase: 'unfinished', generation: two, reason: '' }, find)).toBe('b');
  expect(looked[0]).toEqual(['a', 'b']);
  expect(changedLinks({ phase: 'result', generation: two }, () => [])).toBe('');
  expect(changedLinks({ phase: 'idle' }, find)).toBe('');
});

test.each([
  ['friendly', true],
  [' friendly\n', true],
  ['Friendly', false],
  ['', false],
])('a result of the instructions "friendly" is one of %j: %s', (instructions, is) => {
  const state = { phase: 'result', generation: { ...generation, instructions: 'friendly' } } as const;
  expect(isResultOf({ ...order, instructions }, state)).toBe(is);
});

test.each(['failure', 'stop'] as const)(
  'a result comes back if the next try returns nothing: %s',
  async (end) => {
    const next = end === 'stop' ? waiting : failing('Nothing came.');
    const { controller, phases } = controllerWith(inTurn(finishing, next));
    await controller.start(order);
    const shown = controller.state.get();
    const ended = controller.start({ ...order, content: 'Rye.' });
    await settle();
    controller.stop();
    await ended;
    expect(controller.state.get()).toBe(shown);
    expect(phases).toEqual(['processing', 'result', 'processing', 'result']);
    // The shown result is what the user asks for now.
    await controller.start(order);
    expect(controller.state.get()).toBe(shown);
    expect(controller.failure.get()).toBeNull();
  },
);

test('a stop keeps finished versions at once, ends the call and shows no failure', async () => {
  let signal: AbortSignal | null = null;
  const { controller, alerts } = controllerWith(
    (...given) => {
      signal = given[2].signal;
      return waiting(...given);
    },
    chooseServer,
    () => part,
  );
  const ended = controller.start(order);
  await settle();
  announced.splice(0);
  controller.stop();
  const reason = 'Stopped.';
  expect(controller.state.get()).toEqual({ phase: 'unfinished', generation: part, reason });
  expect(signal).toMatchObject({ aborted: true });
  await ended;
  expect(controller.state.get()).toEqual({ phase: 'unfinished', generation: part, reason });
  expect({ alerts, failure: controller.failure.get() }).toEqual({ alerts: [], failure: null });
  expect(announced.splice(0)).toEqual(['2 versions are ready.']);
});

test('a failure without versions of the server keeps what has arrived', async () => {
  const { controller } = controllerWith(failing('It broke off.'), chooseServer, () => part);
  await controller.start(order);
  expect(controller.state.get()).toEqual({ phase: 'unfinished', generation: part, reason: 'It broke off.' });
});

test('a stop before the call begins does not show the versions of the run before', async () => {
  let isSaved = true;
  const choose = (): Promise<Writer> => (isSaved ? chooseServer() : new Promise(() => {}));
  const finished = () => (isSaved ? null : part);
  const { controller } = controllerWith(inTurn(failing('It broke off.')), choose, finished);
  await controller.start(order);
  isSaved = false;
  void controller.start(order);
  await settle();
  controller.stop();
  expect(controller.state.get()).toMatchObject({ phase: 'stopped', partial: {} });
});
