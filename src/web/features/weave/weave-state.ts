import type { Edit } from '#core/weave/edit.ts';
import { orderEdits } from '#core/weave/order-edits.ts';

/** Edits that stand and fall together: one, or two around the author's own words that make a link of them. */
export type EditGroup = readonly Edit[];

/** A version's edits in the order of the content, and what the user has taken out. */
type Weave = { readonly edits: readonly Edit[]; readonly removed: readonly EditGroup[] };

export type WeaveState = {
  readonly contentLength: number;
  /** Nothing of the content gives way to anything. */
  readonly insertsOnly: boolean;
  /** As it was written. */
  readonly written: Weave;
  readonly now: Weave;
  /** The latest last. */
  readonly past: readonly Weave[];
  /** The next last. */
  readonly future: readonly Weave[];
};

export type WeaveAction =
  | { readonly type: 'group-remove'; readonly group: EditGroup }
  | { readonly type: 'group-put-back'; readonly group: EditGroup }
  /** Another wording or another place. */
  | { readonly type: 'group-change'; readonly group: EditGroup; readonly to: EditGroup }
  | { readonly type: 'edit-add'; readonly edit: Edit }
  | { readonly type: 'start-over' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export function startWeave(
  edits: readonly Edit[],
  terms: Pick<WeaveState, 'contentLength' | 'insertsOnly'>,
): WeaveState {
  const written = { edits, removed: [] };
  return { ...terms, written, now: written, past: [], future: [] };
}

/** What an action asks for in vain, such as a change where another edit stands, gives back the very same state. */
export function weaveReducer(state: WeaveState, action: WeaveAction): WeaveState {
  if (action.type === 'undo') return undo(state);
  if (action.type === 'redo') return redo(state);
  const now = next(state, action);
  return now === null ? state : { ...state, now, past: [...state.past, state.now], future: [] };
}

/** Whether the edit may stand beside the others: inside the content, and on none of what they change. */
export function mayStand(
  { contentLength, insertsOnly }: Pick<WeaveState, 'contentLength' | 'insertsOnly'>,
  others: readonly Edit[],
  { start, end }: Pick<Edit, 'start' | 'end'>,
): boolean {
  const isInside = start >= 0 && start <= end && end <= contentLength;
  if (!isInside || (insertsOnly && start !== end)) return false;
  return others.every((other) => end <= other.start || other.end <= start);
}

function next(state: WeaveState, action: Exclude<WeaveAction, { type: 'undo' | 'redo' }>): Weave | null {
  const { edits, removed } = state.now;
  switch (action.type) {
    case 'group-remove': {
      const { group } = action;
      return holds(edits, group) ? { edits: without(edits, group), removed: [...removed, group] } : null;
    }
    case 'group-put-back':
      return removed.includes(action.group) ? placed(state, edits, action.group) : null;
    case 'group-change': {
      const isNew = !action.to.every((edit) => edits.some((known) => isSame(known, edit)));
      return isNew && holds(edits, action.group)
        ? placed(state, without(edits, action.group), action.to)
        : null;
    }
    case 'edit-add':
      return placed(state, edits, [action.edit]);
    case 'start-over':
      return state.now === state.written ? null : state.written;
  }
}

function placed(state: WeaveState, others: readonly Edit[], added: EditGroup): Weave | null {
  const edits = [...others];
  for (const edit of added) {
    const isFree = edits.every(({ id }) => id !== edit.id) && mayStand(state, edits, edit);
    if (!isFree) return null;
    edits.push(edit);
  }
  const ranks = new Map(state.written.edits.map(({ id }, rank) => [id, rank]));
  const rankOf = ({ id }: Edit) => ranks.get(id) ?? ranks.size;
  const ids = new Set(edits.map(({ id }) => id));
  return {
    edits: orderEdits(edits.toSorted((a, b) => rankOf(a) - rankOf(b))),
    removed: state.now.removed.filter((group) => !group.some(({ id }) => ids.has(id))),
  };
}

function undo(state: WeaveState): WeaveState {
  const now = state.past.at(-1);
  if (now === undefined) return state;
  return { ...state, now, past: state.past.slice(0, -1), future: [...state.future, state.now] };
}

function redo(state: WeaveState): WeaveState {
  const now = state.future.at(-1);
  if (now === undefined) return state;
  return { ...state, now, past: [...state.past, state.now], future: state.future.slice(0, -1) };
}

/** Whether nothing is left of what the user changed. */
export function isAsWritten({ written, now }: WeaveState): boolean {
  return (
    now.edits.length === written.edits.length &&
    written.edits.every((edit) => now.edits.some((known) => isSame(known, edit)))
  );
}

function holds(edits: readonly Edit[], group: EditGroup): boolean {
  return group.length > 0 && group.every((edit) => edits.includes(edit));
}

function without(edits: readonly Edit[], group: EditGroup): readonly Edit[] {
  return edits.filter((edit) => !group.includes(edit));
}

function isSame(one: Edit, other: Edit): boolean {
  return one.id === other.id && one.start === other.start && one.end === other.end && one.text === other.text;
}
