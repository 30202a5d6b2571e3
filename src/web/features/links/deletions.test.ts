import { expect, test } from 'vitest';

import { createDeletions, undoTime } from './deletions.ts';
import { deletionsKey } from './pending-deletions.ts';

/** A desk with a clock that is moved by hand, and a server that answers when told to. */
function deskOver(map = new Map<string, string>(), startsAt = 1000) {
  let now = startsAt;
  let timer: { run: () => void; at: number } | null = null;
  const sent: string[] = [];
  const unsent = new Set<string>();
  const log: string[] = [];
  const answers = new Map<string, { ok: () => void; fail: (failure: Error) => void }>();
  const deletions = createDeletions({
    storage: {
      read: (key) => map.get(key) ?? null,
      write: (key, value) => void map.set(key, value),
      remove: (key) => void map.delete(key),
    },
    now: () => now,
    schedule(run, delay) {
      timer = { run, at: now + delay };
      return () => (timer = null);
    },
    send(id, { keepalive }) {
      sent.push(keepalive ? `${id} keepalive` : id);
      return new Promise((ok, fail) => answers.set(id, { ok, fail }));
    },
    isUnsent: (id) => unsent.has(id),
    onSent: (id) => log.push(`sent ${id}`),
    onFail: (id) => log.push(`failed ${id}`),
  });
  return {
    deletions,
    unsent,
    sent,
    log,
    stored: () => map.get(deletionsKey),
    answer: async (id: string, failure?: Error) => {
      const answer = answers.get(id);
      if (failure === undefined) answer?.ok();
      else answer?.fail(failure);
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    pass(time: number) {
      now += time;
      if (timer !== null && timer.at <= now) timer.run();
    },
  };
}

test('nothing is sent before its six seconds are over', () => {
  const desk = deskOver();
  desk.deletions.add('a');
  desk.pass(undoTime - 1);
  expect(desk.sent).toEqual([]);
  expect(desk.deletions.pending()).toEqual([{ id: 'a', canUndo: true }]);
  desk.pass(1);
  expect(desk.sent).toEqual(['a']);
  expect(desk.deletions.pending()).toEqual([{ id: 'a', canUndo: false }]);
});

test('a deletion that was taken back is never sent', () => {
  const desk = deskOver();
  desk.deletions.add('a');
  expect(desk.deletions.undo('a')).toBe(true);
  desk.pass(undoTime * 2);
  expect(desk.sent).toEqual([]);
  expect(desk.deletions.pending()).toEqual([]);
  expect(desk.stored()).toBe('[]');
});

test('two deletions each have their own six seconds', () => {
  const desk = deskOver();
  desk.deletions.add('a');
  desk.pass(2000);
  desk.deletions.add('b');
  desk.pass(4000);
  expect(desk.sent).toEqual(['a']);
  desk.pass(2000);
  expect(desk.sent).toEqual(['a', 'b']);
});

test('a deletion stops being pending only when the server has answered', async () => {
  const desk = deskOver();
  desk.deletions.add('a');
  desk.pass(undoTime);
  expect(desk.deletions.undo('a')).toBe(false);
  expect(desk.log).toEqual([]);
  await desk.answer('a');
  expect(desk.log).toEqual(['sent a']);
  expect(desk.deletions.pending()).toEqual([]);
});

test('a deletion that failed is told, and the link is back', async () => {
  const desk = deskOver();
  desk.deletions.add('a');
  desk.pass(undoTime);
  await desk.answer('a', new Error('no network'));
  expect(desk.log).toEqual(['failed a']);
  expect(desk.deletions.pending()).toEqual([]);
});

test('leaving the page sends what is pending by requests that outlive it', () => {
  const desk = deskOver();
  desk.deletions.add('a');
  desk.deletions.add('b');
  desk.deletions.flush();
  expect(desk.sent).toEqual(['a keepalive', 'b keepalive']);
});

test('leaving the page lets no deletion overtake an unsent change of the same link', () => {
  const desk = deskOver();
  desk.deletions.add('a');
  desk.unsent.add('a');
  desk.deletions.flush();
  // Not by a request of its own: behind what is unsent.
  expect(desk.sent).toEqual(['a']);
});

test('leaving one tab ends the time to undo of no deletion that another tab made', () => {
  const map = new Map<string, string>();
  const one = deskOver(map);
  const other = deskOver(map);
  one.deletions.add('a');
  other.deletions.add('b');
  one.deletions.reload();
  one.deletions.flush();
  expect(one.sent).toEqual(['a keepalive']);
  other.deletions.reload();
  expect(other.deletions.pending()).toContainEqual({ id: 'b', canUndo: true });
  expect(other.deletions.undo('b')).toBe(true);
});

test('a deletion that another tab took back and made again is that tab’s own', () => {
  const map = new Map<string, string>();
  const one = deskOver(map);
  const other = deskOver(map, 2000);
  one.deletions.add('a');
  other.deletions.undo('a');
  other.deletions.add('a');
  one.deletions.reload();
  one.deletions.flush();
  expect(one.sent).toEqual([]);
});

test('a page that comes back after it left sends nothing twice, and shows no link that is on its way out', async () => {
  const desk = deskOver();
  desk.deletions.add('a');
  desk.deletions.flush();
  desk.pass(undoTime);
  desk.deletions.reload();
  desk.deletions.flush();
  expect(desk.sent).toEqual(['a keepalive']);
  expect(desk.deletions.pending()).toEqual([{ id: 'a', canUndo: false }]);
  await desk.answer('a');
  expect(desk.deletions.pending()).toEqual([]);
});

test('what a page could not finish, the next one sends and does not offer to undo', () => {
  const map = new Map<string, string>();
  const left = deskOver(map);
  left.deletions.add('a');
  left.deletions.flush();
  const next = deskOver(map, 1500);
  next.deletions.reload();
  expect(next.sent).toEqual(['a']);
  expect(next.deletions.pending()).toEqual([{ id: 'a', canUndo: false }]);
});

test('a tab that died leaves its deletion to the next visit', () => {
  const map = new Map<string, string>();
  deskOver(map).deletions.add('a');
  const next = deskOver(map, 1_000_000);
  next.deletions.reload();
  expect(next.sent).toEqual(['a']);
});

test('another tab sees a deletion, and sees it taken back', () => {
  const map = new Map<string, string>();
  const one = deskOver(map);
  const other = deskOver(map);
  one.deletions.add('a');
  other.deletions.reload();
  expect(other.deletions.pending()).toEqual([{ id: 'a', canUndo: true }]);
  one.deletions.undo('a');
  other.pass(undoTime);
  expect(other.sent).toEqual([]);
  expect(other.deletions.pending()).toEqual([]);
});

test('stored garbage counts as nothing', () => {
  const desk = deskOver(new Map([[deletionsKey, '[{"id":1}]']]));
  desk.deletions.reload();
  expect(desk.deletions.pending()).toEqual([]);
});

test('a clock that is set back leaves nobody waiting for longer than the time to undo', () => {
  const map = new Map([[deletionsKey, JSON.stringify([{ id: 'a', due: 3_600_000 }])]]);
  const desk = deskOver(map);
  desk.deletions.reload();
  desk.pass(undoTime);
  expect(desk.sent).toEqual(['a']);
});
