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

const remove = { type: 'edit-remove', id: 'a' } as const;

test('a removed edit is out of the text, is remembered, and comes back where it stood', () => {
  const removed = after(written, remove);
  expect(removed.now).toEqual({ edits: [second], removed: [first] });
  expect(after(removed, { type: 'edit-put-back', id: 'a' }).now).toEqual(written.now);
});

test('undo gives back what was there, redo what was undone, and a new change forgets what could be redone', () => {
  const removed = after(written, remove);
  const undone = after(removed, { type: 'undo' });
  expect(undone.now).toBe(written.now);
  expect(after(undone, { type: 'redo' }).now).toBe(removed.now);
  const other = after(undone, { type: 'edit-remove', id: 'b' });
  expect(after(other, { type: 'redo' })).toBe(other);
});

test('another wording takes the place of the edit, and the other edit stays the same object', () => {
  const changed = after(written, { type: 'edit-change', id: 'a', to: [edit('a', 10, ' Other.')] });
  expect(applyEdits(content, changed.now.edits)).toBe(
    'One stone. Other. Two birds. Second. Three wishes. Four winds.',
  );
  expect(changed.now.edits[1]).toBe(second);
});

test('a moved edit stands in the order of the content', () => {
  const moved = after(written, { type: 'edit-change', id: 'a', to: [edit('a', 35, ' First.')] });
  expect(moved.now.edits.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('what would change nothing, or an edit that is not there, gives back the very same state', () => {
  expect(after(written, { type: 'edit-remove', id: 'c' })).toBe(written);
  expect(after(written, { type: 'edit-change', id: 'a', to: [first] })).toBe(written);
  expect(after(written, { type: 'edit-add', edit: first })).toBe(written);
  expect(after(written, { type: 'undo' })).toBe(written);
  expect(after(written, { type: 'start-over' })).toBe(written);
});

test('where nothing may give way, a replacement is refused', () => {
  const replacement = edit('a', 11, 'Two doves.', 21);
  expect(after(written, { type: 'edit-change', id: 'a', to: [replacement] })).toBe(written);
  const free = { ...written, insertsOnly: false };
  expect(after(free, { type: 'edit-change', id: 'a', to: [replacement] }).now.edits).toEqual([
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

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
const anyId = fc.constantFrom('1', '2', '3', '4', 'offer');

function anyEdit(length: number): fc.Arbitrary<Edit> {
  const offset = fc.integer({ min: -1, max: length + 1 });
  return fc
    .record({ id: anyId, at: offset, width: fc.integer({ min: 0, max: 6 }), text: anyText })
    .map(({ id, at, width, text }) => edit(id, at, text, at + (width > 3 ? width : 0)));
}

function anyAction(length: number): fc.Arbitrary<WeaveAction> {
  const id = anyId;
  return fc.oneof(
    fc.record({ type: fc.constant('edit-remove' as const), id }),
    fc.record({ type: fc.constant('edit-put-back' as const), id }),
    fc.record({
      type: fc.constant('edit-change' as const),
      id,
      to: fc.array(anyEdit(length), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ type: fc.constant('edit-add' as const), edit: anyEdit(length) }),
    fc.constantFrom({ type: 'undo' } as const, { type: 'redo' } as const, { type: 'start-over' } as const),
  );
}

/** A content, edits of it, and what a user may do, in any order. */
const anySession = anyText.chain((half) => {
  const text = half + half + half;
  return fc.record({
    text: fc.constant(text),
    insertsOnly: fc.boolean(),
    edits: fc.array(anyEdit(text.length), { maxLength: 6 }),
    actions: fc.array(anyAction(text.length), { maxLength: 30 }),
  });
});

function begin(text: string, edits: readonly Edit[], insertsOnly: boolean): WeaveState {
  const empty = startWeave([], { contentLength: text.length, insertsOnly });
  const { now } = edits.reduce(
    (state, added) => weaveReducer(state, { type: 'edit-add', edit: added }),
    empty,
  );
  return startWeave(now.edits, { contentLength: text.length, insertsOnly });
}

/** The text without what the edits have put in: what they left of the content. */
function authorsWords(text: string, edits: readonly Edit[]): string {
  return applyEdits(
    text,
    edits.map((one) => ({ ...one, text: '' })),
  );
}

test('whatever is done, edits stay in order, apart and inside the content, and safe only ever inserts', () => {
  fc.assert(
    fc.property(anySession, ({ text, edits, actions, insertsOnly }) => {
      let state = begin(text, edits, insertsOnly);
      for (const action of actions) {
        state = weaveReducer(state, action);
        let from = 0;
        for (const { start, end } of state.now.edits) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThanOrEqual(start);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(text.length);
        expect(new Set(state.now.edits.map(({ id }) => id)).size).toBe(state.now.edits.length);
        if (insertsOnly) expect(authorsWords(text, state.now.edits)).toBe(text);
      }
    }),
  );
});

test('a change touches no other edit: each of them stays the same to the byte', () => {
  fc.assert(
    fc.property(anySession, ({ text, edits, actions, insertsOnly }) => {
      let state = begin(text, edits, insertsOnly);
      for (const action of actions) {
        const before = state.now.edits;
        state = weaveReducer(state, action);
        if (action.type === 'undo' || action.type === 'redo' || action.type === 'start-over') continue;
        const target = action.type === 'edit-add' ? action.edit.id : action.id;
        const own = action.type === 'edit-change' ? action.to.map(({ id }) => id) : [];
        const others = before.filter(({ id }) => id !== target && !own.includes(id));
        expect(others.every((other) => state.now.edits.includes(other))).toBe(true);
      }
    }),
  );
});

test('as many undos as there were changes give back the version as it was written, and redos all of it', () => {
  fc.assert(
    fc.property(anySession, ({ text, edits, actions, insertsOnly }) => {
      const start = begin(text, edits, insertsOnly);
      const end = after(start, ...actions);
      const steps = end.past.length;
      const back = after(end, ...end.past.map(() => ({ type: 'undo' }) as const));
      expect(back.now).toBe(start.now);
      const forth = Array.from({ length: steps }, () => ({ type: 'redo' }) as const);
      expect(after(back, ...forth).now).toBe(end.now);
    }),
  );
});
