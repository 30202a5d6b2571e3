import { type Change, type Edit, orderEdits } from '#core/edits/edit.ts';
import { keepsWords } from '#web/version-view/keeps-words.ts';

/** A version's edits in the order of the content, and the edits that the user has removed. */
type EditSet = { readonly edits: readonly Edit[]; readonly removed: readonly Edit[] };

type EditRules = {
  readonly content: string;
  /** The addresses of the chosen links. */
  readonly urls: readonly string[];
  /** No word of the content may be replaced. */
  readonly isSafe: boolean;
};

export type EditHistory = EditRules & {
  /** The edits as they were generated. */
  readonly original: EditSet;
  readonly now: EditSet;
  /** The latest is last. */
  readonly past: readonly EditSet[];
  /** The next is last. */
  readonly future: readonly EditSet[];
};

export type EditAction =
  | { readonly type: 'edit-remove'; readonly edit: Edit }
  | { readonly type: 'edit-put-back'; readonly edit: Edit }
  /** Changes the wording or the place of an edit. */
  | { readonly type: 'edit-change'; readonly edit: Edit; readonly to: readonly Edit[] }
  | { readonly type: 'edit-add'; readonly edit: Edit }
  | { readonly type: 'start-over' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export function startHistory(edits: readonly Edit[], rules: EditRules): EditHistory {
  const original = { edits, removed: [] };
  return { ...rules, original, now: original, past: [], future: [] };
}

/** Returns the next history; the same object if the action is impossible or changes nothing. */
export function reduceEdits(history: EditHistory, action: EditAction): EditHistory {
  if (action.type === 'undo') return undo(history);
  if (action.type === 'redo') return redo(history);
  const now = next(history, action);
  return now === null ? history : { ...history, now, past: [...history.past, history.now], future: [] };
}

/** Returns whether an edit may be placed: inside the content, apart from the other edits, and within the rules. */
export function canPlace(rules: EditRules, others: readonly Edit[], edit: Change): boolean {
  const { content, urls, isSafe } = rules;
  const { start, end } = edit;
  const isInside = start >= 0 && start <= end && end <= content.length;
  if (!isInside || (isSafe && !keepsWords(content, edit, urls))) return false;
  return others.every((other) => end <= other.start || other.end <= start);
}

/** Returns whether an addition may be placed at this offset. */
export function canAdd(rules: EditRules, others: readonly Edit[], offset: number): boolean {
  return canPlace(rules, others, { start: offset, end: offset, text: '' });
}

function next(history: EditHistory, action: Exclude<EditAction, { type: 'undo' | 'redo' }>): EditSet | null {
  const { edits, removed } = history.now;
  switch (action.type) {
    case 'edit-remove': {
      const { edit } = action;
      return edits.includes(edit) ? { edits: without(edits, edit), removed: [...removed, edit] } : null;
    }
    case 'edit-put-back':
      return removed.includes(action.edit) ? withAdded(history, edits, [action.edit]) : null;
    case 'edit-change': {
      const { edit, to } = action;
      const isNew = !to.every((one) => edits.some((known) => isSame(known, one)));
      return isNew && edits.includes(edit) ? withAdded(history, without(edits, edit), to) : null;
    }
    case 'edit-add':
      return withAdded(history, edits, [action.edit]);
    case 'start-over':
      return history.now === history.original ? null : history.original;
  }
}

/** Returns null if one of the added edits cannot be placed. */
function withAdded(history: EditHistory, others: readonly Edit[], added: readonly Edit[]): EditSet | null {
  const edits = [...others];
  for (const edit of added) {
    if (edits.some(({ id }) => id === edit.id) || !canPlace(history, edits, edit)) return null;
    edits.push(edit);
  }
  const ranks = new Map(history.original.edits.map(({ id }, rank) => [id, rank]));
  const rankOf = ({ id }: Edit) => ranks.get(id) ?? ranks.size;
  const ids = new Set(edits.map(({ id }) => id));
  return {
    edits: orderEdits(edits.toSorted((a, b) => rankOf(a) - rankOf(b))),
    removed: history.now.removed.filter(({ id }) => !ids.has(id)),
  };
}

function undo(history: EditHistory): EditHistory {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { ...history, now, past: history.past.slice(0, -1), future: [...history.future, history.now] };
}

function redo(history: EditHistory): EditHistory {
  const now = history.future.at(-1);
  if (now === undefined) return history;
  return { ...history, now, past: [...history.past, history.now], future: history.future.slice(0, -1) };
}

/** Returns whether the edits are the same as the generated ones. */
export function isUnchanged({ original, now }: EditHistory): boolean {
  return (
    now.edits.length === original.edits.length &&
    original.edits.every((edit) => now.edits.some((known) => isSame(known, edit)))
  );
}

function without(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  return edits.filter((other) => other !== edit);
}

function isSame(one: Edit, other: Edit): boolean {
  return one.id === other.id && one.start === other.start && one.end === other.end && one.text === other.text;
}
