import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { applyEdits, type Edit } from '#core/edits/edit.ts';
import { relinkEdits } from '#core/relink/relink-edits.ts';

import {
  canPlace,
  isUnchanged,
  reduceEdits,
  startHistory,
  type EditAction,
  type EditHistory,
} from './edit-history.ts';

const content = 'One stone. Two birds. Three wishes. Four winds.';
const url = 'https://stone.example/(1)';
const rules = { content, urls: [url], isSafe: true };

function edit(id: string, start: number, text: string, end = start): Edit {
  return { id, start, end, text, by: 'model' };
}

const first = edit('a', 10, ' First.');
const second = edit('b', 21, ' Second.');
const original = startHistory([first, second], rules);

function after(state: EditHistory, ...actions: EditAction[]): EditHistory {
  return actions.reduce(reduceEdits, state);
}

const remove = { type: 'edit-remove', edit: first } as const;

test('a removed edit is not in the text, and comes back at its own place', () => {
  const removed = after(original, remove);
  expect(removed.now).toEqual({ edits: [second], removed: [first] });
  expect(after(removed, { type: 'edit-put-back', edit: first }).now).toEqual(original.now);
});

test('undo restores the state before, redo the state after, and a new change clears redo', () => {
  const removed = after(original, remove);
  const undone = after(removed, { type: 'undo' });
  expect(undone.now).toBe(original.now);
  expect(after(undone, { type: 'redo' }).now).toBe(removed.now);
  const other = after(undone, { type: 'edit-remove', edit: second });
  expect(after(other, { type: 'redo' })).toBe(other);
});

test('another wording replaces the edit, and the other edit stays the same object', () => {
  const changed = after(original, { type: 'edit-change', edit: first, to: [edit('a', 10, ' Other.')] });
  expect(applyEdits(content, changed.now.edits)).toBe(
    'One stone. Other. Two birds. Second. Three wishes. Four winds.',
  );
  expect(changed.now.edits[1]).toBe(second);
});

test('a moved edit is in the order of the content', () => {
  const moved = after(original, { type: 'edit-change', edit: first, to: [edit('a', 35, ' First.')] });
  expect(moved.now.edits.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('an action without effect, or on an unknown edit, returns the same object', () => {
  expect(after(original, { type: 'edit-remove', edit: edit('c', 3, '') })).toBe(original);
  expect(after(original, { type: 'edit-change', edit: first, to: [first] })).toBe(original);
  expect(after(original, { type: 'edit-add', edit: first })).toBe(original);
  expect(after(original, { type: 'undo' })).toBe(original);
  expect(after(original, { type: 'start-over' })).toBe(original);
});

test('a replacement is refused if no word may be replaced', () => {
  const replacement = edit('a', 11, 'Two doves.', 21);
  expect(after(original, { type: 'edit-change', edit: first, to: [replacement] })).toBe(original);
  const free = { ...original, isSafe: false };
  expect(after(free, { type: 'edit-change', edit: first, to: [replacement] }).now.edits).toEqual([
    replacement,
    second,
  ]);
});

test('two edits never change the same passage', () => {
  const free = startHistory([edit('a', 11, 'Two doves.', 21)], { ...rules, isSafe: false });
  expect(after(free, { type: 'edit-add', edit: edit('b', 15, ' inside') })).toBe(free);
  expect(after(free, { type: 'edit-add', edit: edit('b', 0, 'All', 47) })).toBe(free);
  expect(after(free, { type: 'edit-add', edit: edit('b', 21, ' behind') }).now.edits).toHaveLength(2);
});

test('starting over is a change that can be undone', () => {
  const removed = after(original, remove, { type: 'start-over' });
  expect(isUnchanged(removed)).toBe(true);
  expect(after(removed, { type: 'undo' }).now.edits).toEqual([second]);
});

test("in safe a link may be put around the author's words, and they stay when it is removed", () => {
  const laid = edit('a', 4, `[[stone]]((${url}))`, 9);
  const linked = after(original, { type: 'edit-change', edit: first, to: [laid] });
  expect(applyEdits(content, linked.now.edits)).toBe(
    `One [[stone]]((${url})). Two birds. Second. Three wishes. Four winds.`,
  );
  const removed = after(linked, { type: 'edit-remove', edit: laid }, { type: 'edit-remove', edit: second });
  expect(applyEdits(content, removed.now.edits)).toBe(content);
  expect(after(removed, { type: 'edit-put-back', edit: laid }).now.edits).toEqual([laid]);
  for (const text of [`[[Stone]]((${url}))`, `a [[stone]]((${url}))`, '[[stone]]((https://x.example))']) {
    expect(after(original, { type: 'edit-add', edit: { ...laid, id: 'c', text } })).toBe(original);
  }
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
const anyId = fc.constantFrom('1', '2', '3', '4', 'offer');

/** Adds or replaces words, or puts a link around existing words. */
function anyEdit(text: string): fc.Arbitrary<Edit> {
  const at = fc.integer({ min: -1, max: text.length + 1 });
  const width = fc.integer({ min: 0, max: 6 });
  return fc
    .record({ id: anyId, at, width, words: fc.option(anyText) })
    .map(({ id, at: start, width: wide, words }) => {
      const end = start + (wide > 3 ? wide : 0);
      return edit(id, start, words ?? `[[${text.slice(Math.max(0, start), end)}]]((${url}))`, end);
    });
}

/** A step of the user. `at` is the index of its edit. */
type Step =
  | { readonly kind: 'remove' | 'put-back'; readonly at: number }
  | { readonly kind: 'change'; readonly at: number; readonly to: readonly Edit[] }
  | { readonly kind: 'add'; readonly edit: Edit }
  | { readonly kind: 'start-over' | 'undo' | 'redo' };

function anyStep(text: string): fc.Arbitrary<Step> {
  const at = fc.integer({ min: 0, max: 6 });
  const to = fc.array(anyEdit(text), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    fc.record({ kind: fc.constantFrom('remove' as const, 'put-back' as const), at }),
    fc.record({ kind: fc.constant('change' as const), at, to }),
    fc.record({ kind: fc.constant('add' as const), edit: anyEdit(text) }),
    fc.record({ kind: fc.constantFrom('start-over' as const, 'undo' as const, 'redo' as const) }),
  );
}

function actionOf(step: Step, { now }: EditHistory): EditAction {
  switch (step.kind) {
    case 'remove':
      return { type: 'edit-remove', edit: now.edits[step.at] ?? first };
    case 'put-back':
      return { type: 'edit-put-back', edit: now.removed[step.at] ?? first };
    case 'change':
      return { type: 'edit-change', edit: now.edits[step.at] ?? first, to: step.to };
    case 'add':
      return { type: 'edit-add', edit: step.edit };
    case 'start-over':
    case 'undo':
    case 'redo':
      return { type: step.kind };
  }
}

/** A content, its edits, and steps of the user in any order. */
const anySession = anyText.chain((third) => {
  const text = third + third + third;
  return fc.record({
    text: fc.constant(text),
    isSafe: fc.boolean(),
    edits: fc.array(anyEdit(text), { maxLength: 6 }),
    steps: fc.array(anyStep(text), { maxLength: 30 }),
  });
});

type Session = {
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly isSafe: boolean;
  readonly steps: readonly Step[];
};

/** Returns the history after each step. The first one is before any step. */
function historiesOf({ text, edits, isSafe, steps }: Session): { state: EditHistory; action: EditAction }[] {
  const bounds = { content: text, urls: [url], isSafe };
  const { now } = after(
    startHistory([], bounds),
    ...edits.map((added) => ({ type: 'edit-add', edit: added }) as const),
  );
  let state = startHistory(now.edits, bounds);
  return [
    { state, action: { type: 'undo' } },
    ...steps.map((step) => {
      const action = actionOf(step, state);
      state = reduceEdits(state, action);
      return { state, action };
    }),
  ];
}

/** Returns the author's words in an edit. */
function ownWordsIn({ start, end, text }: Edit): string {
  return start === end ? '' : text.replace(/^\[\[/u, '').replace(`]]((${url}))`, '');
}

function areApart(edits: readonly Edit[], length: number): boolean {
  const starts = [...edits.slice(1).map(({ start }) => start), length];
  const isFirstInside = (edits[0]?.start ?? 0) >= 0;
  return isFirstInside && edits.every(({ start, end }, at) => start <= end && end <= (starts[at] ?? 0));
}

test('after any actions, edits are in order, apart and inside the content, and safe keeps every word', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      for (const { state } of historiesOf(session)) {
        expect(areApart(state.now.edits, session.text.length)).toBe(true);
        expect(new Set(state.now.edits.map(({ id }) => id)).size).toBe(state.now.edits.length);
        const authors = state.now.edits.map((one) => ({ ...one, text: ownWordsIn(one) }));
        if (session.isSafe) expect(applyEdits(session.text, authors)).toBe(session.text);
      }
    }),
  );
});

test('a change leaves every other edit the same object', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      const states = historiesOf(session);
      for (const [index, { state, action }] of states.entries()) {
        const before = states[index - 1]?.state.now.edits ?? [];
        if (!('edit' in action)) continue;
        const others = before.filter((one) => one !== action.edit);
        expect(others.every((other) => state.now.edits.includes(other))).toBe(true);
      }
    }),
  );
});

test('as many undos as changes restore the original, and as many redos restore the end', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      const states = historiesOf(session).map(({ state }) => state);
      const start = states[0];
      const end = states.at(-1);
      if (start === undefined || end === undefined) throw new Error('A session has a state.');
      const back = after(end, ...end.past.map(() => ({ type: 'undo' }) as const));
      expect(back.now).toBe(start.now);
      expect(after(back, ...end.past.map(() => ({ type: 'redo' }) as const)).now).toBe(end.now);
    }),
  );
});

const linked =
  'See [it](https://shop.example/a) and [that](https://shop.example/a), or [this](https://shop.example/b).';
const relinks = ['a', 'b'].map((page) => ({
  from: `https://shop.example/${page}`,
  url: `https://go.example/${page}`,
  source: { linkId: page },
}));

test('a removed relink takes all places of its address with it, and one click puts them back', () => {
  const edits = relinkEdits(linked, relinks);
  const history = startHistory(edits, { ...rules, content: linked });
  const [relink] = edits;
  if (relink === undefined) throw new Error('There is no relink.');
  const removed = after(history, { type: 'edit-remove', edit: relink });
  expect(applyEdits(linked, removed.now.edits)).toBe(linked.replace('shop.example/b', 'go.example/b'));
  expect(after(removed, { type: 'undo' }).now).toBe(history.now);
  expect(after(removed, { type: 'edit-put-back', edit: relink }).now).toEqual(history.now);
});

test('in safe, only a true exchange of an address can be placed', () => {
  const [relink] = relinkEdits(linked, relinks);
  if (relink?.relink === undefined) throw new Error('There is no relink.');
  const own = { ...rules, content: linked };
  const isAllowed = (change: Partial<Edit>) => canPlace(own, [], { ...relink, ...change });
  expect(isAllowed({})).toBe(true);
  expect(isAllowed({ text: 'https://other.example/' })).toBe(false);
  expect(isAllowed({ start: 0, end: 3 })).toBe(false);
  expect(isAllowed({ relink: undefined })).toBe(false);
  const source = { template: 'https://go.example/?to={url}' };
  expect(isAllowed({ relink: { ...relink.relink, source } })).toBe(false);
  const made = 'https://go.example/?to=https%3A%2F%2Fshop.example%2Fa';
  expect(isAllowed({ text: made, relink: { ...relink.relink, url: made, source } })).toBe(true);
});

const [pageA = '', pageB = ''] = relinks.map(({ url: address }) => address);
const setTo = (...wanted: typeof relinks) =>
  ({ type: 'relinks-set', relinks: relinkEdits(linked, wanted) }) as const;

test('relinks replace those that are there, in one step that can be undone', () => {
  const note = edit('n', linked.length, ' A note.');
  const history = startHistory([note], { ...rules, content: linked });
  const both = after(history, setTo(...relinks));
  expect(applyEdits(linked, both.now.edits)).toBe(
    `See [it](${pageA}) and [that](${pageA}), or [this](${pageB}). A note.`,
  );
  const one = after(both, setTo(...relinks.slice(1)));
  expect(applyEdits(linked, one.now.edits)).toBe(
    `See [it](https://shop.example/a) and [that](https://shop.example/a), or [this](${pageB}). A note.`,
  );
  expect(one.now.removed).toEqual([]);
  expect(after(one, { type: 'undo' }).now).toBe(both.now);
  expect(after(one, { type: 'undo' }, { type: 'undo' }).now).toBe(history.now);
  expect(after(one, setTo()).now.edits).toEqual([note]);
});

test('the same relinks again change nothing, unless the user has undone one', () => {
  const history = startHistory([], { ...rules, content: linked });
  const both = after(history, setTo(...relinks));
  expect(after(both, setTo(...relinks))).toBe(both);
  const [relink] = both.now.edits;
  if (relink === undefined) throw new Error('There is no relink.');
  const undone = after(both, { type: 'edit-remove', edit: relink });
  expect(after(undone, setTo(...relinks)).now).toEqual(both.now);
});

test('an address of which one place is rewritten stays as it is in all places', () => {
  const rewritten = edit('r', linked.indexOf('[that]'), 'something else', linked.indexOf(', or'));
  const history = startHistory([rewritten], { ...rules, content: linked, isSafe: false });
  expect(applyEdits(linked, after(history, setTo(...relinks)).now.edits)).toBe(
    `See [it](https://shop.example/a) and something else, or [this](${pageB}).`,
  );
});
