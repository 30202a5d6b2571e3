import type { Change, Edit } from '#core/edits/edit.ts';
import { orderEdits } from '#core/edits/apply-edits.ts';
import { keepsWords } from '#web/version-view/keeps-words.ts';

/** A version's edits in the order of the content, and what the user has taken out. */
type Weave = { readonly edits: readonly Edit[]; readonly removed: readonly Edit[] };

type WeaveTerms = {
  readonly content: string;
  /** The chosen links' addresses. */
  readonly urls: readonly string[];
  /** No word of the content gives way to anything. */
  readonly isSafe: boolean;
};

export type WeaveState = WeaveTerms & {
  /** As it was written. */
  readonly written: Weave;
  readonly now: Weave;
  /** The latest last. */
  readonly past: readonly Weave[];
  /** The next last. */
  readonly future: readonly Weave[];
};

export type WeaveAction =
  | { readonly type: 'edit-remove'; readonly edit: Edit }
  | { readonly type: 'edit-put-back'; readonly edit: Edit }
  /** Another wording or another place. */
  | { readonly type: 'edit-change'; readonly edit: Edit; readonly to: readonly Edit[] }
  | { readonly type: 'edit-add'; readonly edit: Edit }
  | { readonly type: 'start-over' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export function startWeave(edits: readonly Edit[], terms: WeaveTerms): WeaveState {
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
export function mayStand(state: WeaveTerms, others: readonly Edit[], edit: Change): boolean {
  const { content, urls, isSafe } = state;
  const { start, end } = edit;
  const isInside = start >= 0 && start <= end && end <= content.length;
  if (!isInside || (isSafe && !keepsWords(content, edit, urls))) return false;
  return others.every((other) => end <= other.start || other.end <= start);
}

/** Whether something may be added there. */
export function isOpen(state: WeaveTerms, others: readonly Edit[], offset: number): boolean {
  return mayStand(state, others, { start: offset, end: offset, text: '' });
}

function next(state: WeaveState, action: Exclude<WeaveAction, { type: 'undo' | 'redo' }>): Weave | null {
  const { edits, removed } = state.now;
  switch (action.type) {
    case 'edit-remove': {
      const { edit } = action;
      return edits.includes(edit) ? { edits: without(edits, edit), removed: [...removed, edit] } : null;
    }
    case 'edit-put-back':
      return removed.includes(action.edit) ? placed(state, edits, [action.edit]) : null;
    case 'edit-change': {
      const { edit, to } = action;
      const isNew = !to.every((one) => edits.some((known) => isSame(known, one)));
      return isNew && edits.includes(edit) ? placed(state, without(edits, edit), to) : null;
    }
    case 'edit-add':
      return placed(state, edits, [action.edit]);
    case 'start-over':
      return state.now === state.written ? null : state.written;
  }
}

function placed(state: WeaveState, others: readonly Edit[], added: readonly Edit[]): Weave | null {
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
    removed: state.now.removed.filter(({ id }) => !ids.has(id)),
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

function without(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  return edits.filter((other) => other !== edit);
}

function isSame(one: Edit, other: Edit): boolean {
  return one.id === other.id && one.start === other.start && one.end === other.end && one.text === other.text;
}
