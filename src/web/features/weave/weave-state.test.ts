import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { applyEdits } from '#core/weave/apply-edits.ts';
import type { Edit } from '#core/weave/edit.ts';

import { isAsWritten, startWeave, weaveReducer } from './weave-state.ts';
import type { WeaveAction, WeaveState } from './weave-state.ts';

const content = 'One stone. Two birds. Three wishes. Four winds.';
const terms = { contentLength: content.length, insertsOnly: true };

function edit(id: string, start: number, text: string, end = start): Edit {
  return { id, start, end, text, by: 'model' };
}

const first = edit('a', 10, ' First.');
const second = edit('b', 21, ' Second.');
const written = startWeave([first, second], terms);

function after(state: WeaveState, ...actions: WeaveAction[]): WeaveState {
  return actions.reduce(weaveReducer, state);
}

const remove = { type: 'group-remove', group: [first] } as const;

test('a removed edit is out of the text, is remembered, and comes back where it stood', () => {
  const removed = after(written, remove);
  expect(removed.now).toEqual({ edits: [second], removed: [[first]] });
  expect(after(removed, { type: 'group-put-back', group: remove.group }).now).toEqual(written.now);
});

test('undo gives back what was there, redo what was undone, and a new change forgets what could be redone', () => {
  const removed = after(written, remove);
  const undone = after(removed, { type: 'undo' });
  expect(undone.now).toBe(written.now);
  expect(after(undone, { type: 'redo' }).now).toBe(removed.now);
  const other = after(undone, { type: 'group-remove', group: [second] });
  expect(after(other, { type: 'redo' })).toBe(other);
});

test('another wording takes the place of the edit, and the other edit stays the same object', () => {
  const changed = after(written, { type: 'group-change', group: [first], to: [edit('a', 10, ' Other.')] });
  expect(applyEdits(content, changed.now.edits)).toBe(
    'One stone. Other. Two birds. Second. Three wishes. Four winds.',
  );
  expect(changed.now.edits[1]).toBe(second);
});

test('a moved edit stands in the order of the content', () => {
  const moved = after(written, { type: 'group-change', group: [first], to: [edit('a', 35, ' First.')] });
  expect(moved.now.edits.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('what would change nothing, or an edit that is not there, gives back the very same state', () => {
  expect(after(written, { type: 'group-remove', group: [edit('c', 3, '')] })).toBe(written);
  expect(after(written, { type: 'group-change', group: [first], to: [first] })).toBe(written);
  expect(after(written, { type: 'edit-add', edit: first })).toBe(written);
  expect(after(written, { type: 'undo' })).toBe(written);
  expect(after(written, { type: 'start-over' })).toBe(written);
});

test('where nothing may give way, a replacement is refused', () => {
  const replacement = edit('a', 11, 'Two doves.', 21);
  expect(after(written, { type: 'group-change', group: [first], to: [replacement] })).toBe(written);
  const free = { ...written, insertsOnly: false };
  expect(after(free, { type: 'group-change', group: [first], to: [replacement] }).now.edits).toEqual([
    replacement,
    second,
  ]);
});

test('two edits never change the same passage', () => {
  const free = startWeave([edit('a', 11, 'Two doves.', 21)], { ...terms, insertsOnly: false });
  expect(after(free, { type: 'edit-add', edit: edit('b', 15, ' inside') })).toBe(free);
  expect(after(free, { type: 'edit-add', edit: edit('b', 0, 'All', 47) })).toBe(free);
  expect(after(free, { type: 'edit-add', edit: edit('b', 21, ' behind') }).now.edits).toHaveLength(2);
});

test('starting over is a change that can be undone', () => {
  const removed = after(written, remove, { type: 'start-over' });
  expect(isAsWritten(removed)).toBe(true);
  expect(after(removed, { type: 'undo' }).now.edits).toEqual([second]);
});

test('two edits around words of the author go and come back together', () => {
  const pair = [edit('a', 0, '[['), edit('b', 9, ']]((https://stone.example))')];
  const linked = startWeave(pair, terms);
  const removed = after(linked, { type: 'group-remove', group: pair });
  expect(applyEdits(content, removed.now.edits)).toBe(content);
  expect(after(removed, { type: 'group-put-back', group: pair }).now).toEqual(linked.now);
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
const anyId = fc.constantFrom('1', '2', '3', '4', 'offer');

function anyEdit(length: number): fc.Arbitrary<Edit> {
  const offset = fc.integer({ min: -1, max: length + 1 });
  return fc
    .record({ id: anyId, at: offset, width: fc.integer({ min: 0, max: 6 }), text: anyText })
    .map(({ id, at, width, text }) => edit(id, at, text, at + (width > 3 ? width : 0)));
}

/** What a user does, told by the place of what it is done to. */
type Deed =
  | { readonly kind: 'remove' | 'put-back'; readonly at: number }
  | { readonly kind: 'change'; readonly at: number; readonly to: readonly Edit[] }
  | { readonly kind: 'add'; readonly edit: Edit }
  | { readonly kind: 'start-over' | 'undo' | 'redo' };

function anyDeed(length: number): fc.Arbitrary<Deed> {
  const at = fc.integer({ min: 0, max: 6 });
  const to = fc.array(anyEdit(length), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    fc.record({ kind: fc.constantFrom('remove' as const, 'put-back' as const), at }),
    fc.record({ kind: fc.constant('change' as const), at, to }),
    fc.record({ kind: fc.constant('add' as const), edit: anyEdit(length) }),
    fc.record({ kind: fc.constantFrom('start-over' as const, 'undo' as const, 'redo' as const) }),
  );
}

function actionOf(deed: Deed, { now }: WeaveState): WeaveAction {
  switch (deed.kind) {
    case 'remove':
      return { type: 'group-remove', group: now.edits.slice(deed.at, deed.at + 2) };
    case 'put-back':
      return { type: 'group-put-back', group: now.removed[deed.at] ?? [] };
    case 'change':
      return { type: 'group-change', group: now.edits.slice(deed.at, deed.at + 1), to: deed.to };
    case 'add':
      return { type: 'edit-add', edit: deed.edit };
    case 'start-over':
    case 'undo':
    case 'redo':
      return { type: deed.kind };
  }
}

/** A content, edits of it, and what a user does, in any order. */
const anySession = anyText.chain((third) => {
  const text = third + third + third;
  return fc.record({
    text: fc.constant(text),
    insertsOnly: fc.boolean(),
    edits: fc.array(anyEdit(text.length), { maxLength: 6 }),
    deeds: fc.array(anyDeed(text.length), { maxLength: 30 }),
  });
});

type Session = {
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly insertsOnly: boolean;
  readonly deeds: readonly Deed[];
};

/** Every state of a session, the first one before anything is done. */
function statesOf({
  text,
  edits,
  insertsOnly,
  deeds,
}: Session): { state: WeaveState; action: WeaveAction }[] {
  const bounds = { contentLength: text.length, insertsOnly };
  const { now } = after(
    startWeave([], bounds),
    ...edits.map((added) => ({ type: 'edit-add', edit: added }) as const),
  );
  let state = startWeave(now.edits, bounds);
  return [
    { state, action: { type: 'undo' } },
    ...deeds.map((deed) => {
      const action = actionOf(deed, state);
      state = weaveReducer(state, action);
      return { state, action };
    }),
  ];
}

function areApart(edits: readonly Edit[], length: number): boolean {
  const starts = [...edits.slice(1).map(({ start }) => start), length];
  const isFirstInside = (edits[0]?.start ?? 0) >= 0;
  return isFirstInside && edits.every(({ start, end }, at) => start <= end && end <= (starts[at] ?? 0));
}

test('whatever is done, edits stay in order, apart and inside the content, and safe only ever inserts', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      for (const { state } of statesOf(session)) {
        expect(areApart(state.now.edits, session.text.length)).toBe(true);
        expect(new Set(state.now.edits.map(({ id }) => id)).size).toBe(state.now.edits.length);
        const authors = applyEdits(
          session.text,
          state.now.edits.map((one) => ({ ...one, text: '' })),
        );
        if (session.insertsOnly) expect(authors).toBe(session.text);
      }
    }),
  );
});

test('a change touches no other edit: each of them stays the same to the byte', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      const states = statesOf(session);
      for (const [index, { state, action }] of states.entries()) {
        const before = states[index - 1]?.state.now.edits ?? [];
        if (action.type === 'undo' || action.type === 'redo' || action.type === 'start-over') continue;
        const group = action.type === 'edit-add' ? [action.edit] : action.group;
        const others = before.filter((one) => !group.includes(one));
        expect(others.every((other) => state.now.edits.includes(other))).toBe(true);
      }
    }),
  );
});

test('as many undos as there were changes give back the version as it was written, and redos all of it', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      const states = statesOf(session).map(({ state }) => state);
      const start = states[0];
      const end = states.at(-1);
      if (start === undefined || end === undefined) throw new Error('A session has a state.');
      const back = after(end, ...end.past.map(() => ({ type: 'undo' }) as const));
      expect(back.now).toBe(start.now);
      expect(after(back, ...end.past.map(() => ({ type: 'redo' }) as const)).now).toBe(end.now);
    }),
  );
});
