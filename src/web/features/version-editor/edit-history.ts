import { orderEdits, type Change, type Edit } from '#core/edits/edit.ts';
import { isRelinkOf } from '#core/relink/relink-edits.ts';
import type { EditSet } from '#web/version-view/shown-version.ts';
import { keepsWords } from '#web/version-view/text-pieces.ts';

type EditRules = {
  readonly content: string;
  readonly urls: readonly string[];
  /** Whether no word of the content may be replaced. */
  readonly isSafe: boolean;
};

export type EditHistory = EditRules & {
  readonly original: EditSet;
  readonly now: EditSet;
  /** The latest is last. */
  readonly past: readonly EditSet[];
  /** The next is last. */
  readonly future: readonly EditSet[];
};

export type EditAction =
  | { readonly type: 'edit-remove' | 'edit-put-back' | 'edit-add'; readonly edit: Edit }
  /** Changes the wording or the place of an edit. */
  | { readonly type: 'edit-change'; readonly edit: Edit; readonly to: readonly Edit[] }
  /** Puts these relinks in place of all that are there. One that has no place is left out with all of its address. */
  | { readonly type: 'relinks-set'; readonly relinks: readonly Edit[] }
  | { readonly type: 'start-over' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export function startHistory(edits: readonly Edit[], rules: EditRules): EditHistory {
  const original = { edits, removed: [] };
  return { ...rules, original, now: original, past: [], future: [] };
}

/** Returns the next history; the same object if the action is impossible or changes nothing. */
export function reduceEdits(history: EditHistory, action: EditAction): EditHistory {
  const { past, future } = history;
  if (action.type === 'undo') {
    const now = past.at(-1);
    return now === undefined
      ? history
      : { ...history, now, past: past.slice(0, -1), future: [...future, history.now] };
  }
  if (action.type === 'redo') {
    const now = future.at(-1);
    return now === undefined
      ? history
      : { ...history, now, past: [...past, history.now], future: future.slice(0, -1) };
  }
  const now = next(history, action);
  return now === null ? history : { ...history, now, past: [...history.past, history.now], future: [] };
}

/** Returns the history with these changes as one step that can be undone; null if they are not allowed. */
export function restoreHistory(history: EditHistory, kept: EditSet): EditHistory | null {
  const now = withAdded({ ...history, now: kept }, [], kept.edits);
  return now === null ? null : { ...history, now, past: [history.original] };
}

/** Returns whether an edit may be placed: inside the content, without overlapping other edits, and within the rules. */
export function canPlace(
  rules: EditRules,
  others: readonly Edit[],
  edit: Change & Pick<Edit, 'relink'>,
): boolean {
  const { content, urls, isSafe } = rules;
  const { start, end } = edit;
  const isInside = start >= 0 && start <= end && end <= content.length;
  if (!isInside) return false;
  if (edit.relink === undefined ? isSafe && !keepsWords(content, edit, urls) : !isRelinkOf(content, edit))
    return false;
  return others.every((other) => end <= other.start || other.end <= start);
}

function next(history: EditHistory, action: Exclude<EditAction, { type: 'undo' | 'redo' }>): EditSet | null {
  const { edits, removed } = history.now;
  switch (action.type) {
    case 'edit-remove': {
      if (!edits.includes(action.edit)) return null;
      const gone = togetherWith(action.edit, edits);
      return { edits: edits.filter((edit) => !gone.includes(edit)), removed: [...removed, ...gone] };
    }
    case 'edit-put-back':
      return removed.includes(action.edit)
        ? withAdded(history, edits, togetherWith(action.edit, removed))
        : null;
    case 'edit-change': {
      const { edit, to } = action;
      const isNew = !to.every((one) => edits.some((known) => isSame(known, one)));
      return isNew && edits.includes(edit) ? withAdded(history, without(edits, edit), to) : null;
    }
    case 'relinks-set':
      return withRelinks(history, action.relinks);
    case 'edit-add':
      return withAdded(history, edits, [action.edit]);
    case 'start-over':
      return history.now === history.original ? null : history.original;
  }
}

/** Returns an edit with those that come and go with it: a relink exchanges all places of an address. */
function togetherWith(edit: Edit, edits: readonly Edit[]): readonly Edit[] {
  const { relink } = edit;
  return relink === undefined ? [edit] : edits.filter((other) => other.relink?.from === relink.from);
}

function isWritten({ relink }: Edit): boolean {
  return relink === undefined;
}

/** Returns the set with exactly these relinks, as far as they have a place; null if nothing changes. */
function withRelinks(history: EditHistory, relinks: readonly Edit[]): EditSet | null {
  const { edits, removed } = history.now;
  const others = edits.filter(isWritten);
  const ids = new Set(others.map(({ id }) => id));
  const isLost = (edit: Edit) => ids.has(edit.id) || !canPlace(history, others, edit);
  const lost = new Set(relinks.filter(isLost).map(({ relink }) => relink?.from));
  const placed = relinks.filter(({ relink }) => !lost.has(relink?.from));
  const before = edits.filter((edit) => !isWritten(edit));
  const isKept =
    placed.length === before.length && placed.every((edit, at) => isSame(edit, before[at] ?? edit));
  if (isKept && removed.every(isWritten)) return null;
  return { edits: orderEdits([...others, ...placed]), removed: removed.filter(isWritten) };
}

/** Returns the set with the added edits, or null if one of them cannot be placed. */
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
