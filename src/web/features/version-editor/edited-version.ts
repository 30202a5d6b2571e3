import { keepsText, orderEdits, type Change, type Claim, type Edit, type Spot } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { LinkReport, VersionReport } from '#core/report/version-report.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { checkEditedVersion } from '#core/report/report.ts';
import { createStore } from '#web/lib/store.ts';
import type { EditSet, KeptChanges, ShownVersion } from '#web/version-view/shown-version.ts';
import { keepsWords } from '#web/version-view/text-pieces.ts';

import { linksIn } from './edit-words.ts';
import { createPassages, type Passages } from './passages.ts';

type Changes = {
  readonly history: EditHistory;
  readonly shown: ShownVersion;
  /** The edits that were made by weaving a link again, the oldest first. */
  readonly again: readonly Edit[];
};

export type EditedVersion = ReturnType<typeof createEditedVersion>;

/** Holds the user's changes in one version. `passages` parses the content at its first call. */
function createEditedVersion(original: ShownVersion, passages: () => Passages, kept: KeptChanges) {
  const { generation, version } = original;
  const { get, set, subscribe } = createStore(firstChanges(original, kept.read(generation, version)));
  return {
    get,
    subscribe,
    passages,
    original,
    edit: (id: string): Edit | null => get().history.now.edits.find((edit) => edit.id === id) ?? null,
    /** Returns false if nothing changed, because an edit cannot be placed or would change another link. */
    act(action: EditAction): boolean {
      const before = get();
      const history = reduceEdits(before.history, action);
      const shown = history === before.history ? null : shownAfter(before.shown, history, action);
      if (shown !== null) {
        set({ ...before, history, shown });
        kept.write(generation, version, history.now);
      }
      return shown !== null;
    },
    canPlace: (edit: Edit, others: readonly Edit[]) => canPlace(get().history, others, edit),
    /** Returns the passages for the edit's text that no other edit uses. */
    freePassages(edit: Edit, others: readonly Edit[]): readonly Spot[] {
      const { history } = get();
      return passages()
        .fitFor(edit)
        .filter(({ offset: at }) => canPlace(history, others, { start: at, end: at, text: '' }));
    },
    /** Adds a wording that the user can choose. */
    remember: (edit: Edit) => set({ ...get(), again: [...get().again, edit] }),
  };
}

/**
 * Returns the version with the kept changes as one step that can be undone. Changes that are not allowed are left out.
 */
function firstChanges(original: ShownVersion, kept: EditSet | null): Changes {
  const { generation, version, edits } = original;
  const urls = generation.links.map(({ url }) => url);
  const history = startHistory(edits, { content: generation.text, urls, isSafe: keepsText(version) });
  const unchanged = { history, shown: original, again: [] };
  if (kept === null) return unchanged;
  const now = withAdded({ ...history, now: kept }, [], kept.edits);
  const report = now === null ? null : checkVersion(generation, version, now.edits);
  if (now === null || report === null) return unchanged;
  return {
    history: { ...history, now, past: [history.original] },
    shown: { generation, version, edits: now.edits, report },
    again: [],
  };
}

/** Returns what an edit claims. */
export function claimsIn(version: EditedVersion, id: string): readonly Claim[] {
  return version.get().shown.report.claims.filter(({ editId }) => editId === id);
}

const nothingKept: KeptChanges = { read: () => null, write() {} };

/** Returns a function that returns the changes of a version. They stay as long as its generation is in memory. */
export function createEditedVersions(kept = nothingKept): (original: ShownVersion) => EditedVersion {
  const known = new WeakMap<FinishedGeneration, Map<VersionName, EditedVersion>>();
  const parsed = new WeakMap<FinishedGeneration, Passages>();

  function passagesOf(generation: FinishedGeneration): Passages {
    const urls = generation.links.map(({ url }) => url);
    const passages = parsed.get(generation) ?? createPassages(generation.text, urls);
    parsed.set(generation, passages);
    return passages;
  }

  return (original) => {
    const { generation, version } = original;
    const versions = known.get(generation) ?? new Map<VersionName, EditedVersion>();
    const edited = versions.get(version) ?? createEditedVersion(original, () => passagesOf(generation), kept);
    known.set(generation, versions.set(version, edited));
    return edited;
  };
}

/** Returns the version after the change, or null if the change is not allowed. */
function shownAfter(before: ShownVersion, history: EditHistory, action: EditAction): ShownVersion | null {
  const { generation, version } = before;
  const { edits } = history.now;
  const report = isUnchanged(history) ? generation.report[version] : checkVersion(generation, version, edits);
  if (report === null) return null;
  const shown = { generation, version, edits, report };
  return keepsOtherLinks(before, shown, action) ? shown : null;
}

/**
 * Returns whether a change keeps all links of other edits. When an edit is changed or added, its own links must also be
 * there.
 */
function keepsOtherLinks(before: ShownVersion, after: ShownVersion, action: EditAction): boolean {
  const isKept = (edit: Edit) => before.edits.includes(edit) && after.edits.includes(edit);
  const changed = new Set(
    [...before.edits, ...after.edits]
      .filter((edit) => !isKept(edit))
      .flatMap((edit) => linksIn(edit, after.generation)),
  );
  const mayMiss = action.type !== 'edit-change' && action.type !== 'edit-add';
  return after.report.links.every((link, index) => {
    if (!changed.has(link.linkId)) return link.times === before.report.links[index]?.times;
    return mayMiss || link.times > 0;
  });
}

/** Returns the report of the content with these edits; null if they link to an address that nobody chose. */
function checkVersion(
  generation: FinishedGeneration,
  version: VersionName,
  edits: readonly Edit[],
): VersionReport | null {
  const { text: content, links } = generation;
  const original = generation.report[version];
  const isInPlace = (id: string) => {
    const [was, is] = [generation.edits[version], edits].map((all) => all.find((edit) => edit.id === id));
    return was !== undefined && was.start === is?.start;
  };
  const noted = { ...original, moved: original.moved.filter(isInPlace) };
  const { text, report } = checkEditedVersion(content, edits, links, noted);
  // The author's own text may contain links to other addresses. Their number must not grow.
  if (countUnknownLinks(text, generation) > countUnknownLinks(generation.versions[version], generation))
    return null;
  return {
    ...report,
    links: report.links.map((link, index) => asNoted(link, original.links[index])),
  };
}

/** Returns the report of a link with what only the writer knows: what it offers, and that it left the link out. */
function asNoted(link: LinkReport, original: LinkReport | undefined): LinkReport {
  if (link.status !== 'missing' || original === undefined) return link;
  const { offer, skipReason, status } = original;
  if (status !== 'skipped' || link.times > 0) return { ...link, offer };
  return { ...link, status, offer, skipReason };
}

function countUnknownLinks(text: string, { links }: FinishedGeneration): number {
  const urls = links.map(({ url }) => url);
  return readMarkup(text, urls).filter(({ type }) => type === 'unknown').length;
}

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

/** Returns whether an edit may be placed: inside the content, without overlapping other edits, and within the rules. */
function canPlace(rules: EditRules, others: readonly Edit[], edit: Change): boolean {
  const { content, urls, isSafe } = rules;
  const { start, end } = edit;
  const isInside = start >= 0 && start <= end && end <= content.length;
  if (!isInside || (isSafe && !keepsWords(content, edit, urls))) return false;
  return others.every((other) => end <= other.start || other.end <= start);
}

function next(history: EditHistory, action: Exclude<EditAction, { type: 'undo' | 'redo' }>): EditSet | null {
  const { edits, removed } = history.now;
  switch (action.type) {
    case 'edit-remove':
      return edits.includes(action.edit)
        ? { edits: without(edits, action.edit), removed: [...removed, action.edit] }
        : null;
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
