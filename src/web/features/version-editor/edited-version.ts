import type { Claim, Edit, Spot } from '#core/edits/edit.ts';
import { keepsText } from '#core/edits/version-rules.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { LinkReport, VersionReport } from '#core/report/version-report.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { checkEditedVersion } from '#core/report/report.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import type { EditSet, KeptChanges, ShownVersion } from '#web/version-view/shown-version.ts';

import {
  canPlace,
  isUnchanged,
  reduceEdits,
  restoreHistory,
  startHistory,
  type EditAction,
  type EditHistory,
} from './edit-history.ts';
import { linksIn } from './edit-words.ts';
import { createPassages, type Passages } from './passages.ts';

type Changes = { readonly history: EditHistory; readonly shown: ShownVersion };

/** One version with the user's changes. */
export type EditedVersion = ReadonlyStore<Changes> & {
  readonly original: ShownVersion;
  /** Parses the content at its first call. */
  passages(): Passages;
  edit(id: string): Edit | null;
  /** Returns false if nothing changed, because an edit cannot be placed or would change another link. */
  act(action: EditAction): boolean;
  /** Returns the passages for an edit that no other edit uses. None: it is not a sentence of its own. */
  freePassages(edit: Edit, replaced?: Edit): readonly Spot[];
  /** Returns the edit at its own place, or as a sentence at the nearest free passage. Null: no place is free. */
  place(edit: Edit, replaced?: Edit): Edit | null;
};

/** `passages` parses the content at its first call. */
function createEditedVersion(
  original: ShownVersion,
  passages: () => Passages,
  kept: KeptChanges,
): EditedVersion {
  const { generation, version } = original;
  const { get, set, subscribe } = createStore(firstChanges(original, kept.read(generation, version)));

  function isFree(edit: Pick<Edit, 'start' | 'end' | 'text'>, ignored: readonly (string | undefined)[]) {
    const { history } = get();
    const others = history.now.edits.filter(({ id }) => !ignored.includes(id));
    return canPlace(history, others, edit);
  }

  function freePassages(edit: Edit, replaced?: Edit): readonly Spot[] {
    if (!passages().isAddition(edit)) return [];
    const ignored = [edit.id, replaced?.id];
    return passages()
      .fitFor(edit)
      .filter(({ offset: at }) => isFree({ start: at, end: at, text: '' }, ignored));
  }

  return {
    get,
    subscribe,
    passages,
    original,
    freePassages,
    edit: (id) => get().history.now.edits.find((edit) => edit.id === id) ?? null,
    act(action) {
      const before = get();
      const history = reduceEdits(before.history, action);
      const shown = history === before.history ? null : shownAfter(before.shown, history, action);
      if (shown !== null) {
        set({ history, shown });
        kept.write(generation, version, history.now);
      }
      return shown !== null;
    },
    place(edit, replaced) {
      if (isFree(edit, [edit.id, replaced?.id])) return edit;
      const distance = ({ offset }: Spot) => Math.abs(offset - edit.start);
      const [nearest] = freePassages(edit, replaced).toSorted((a, b) => distance(a) - distance(b));
      return nearest === undefined ? null : passages().putAt(edit, nearest);
    },
  };
}

/** Returns the version with the kept changes. Changes that are not allowed are left out. */
function firstChanges(original: ShownVersion, kept: EditSet | null): Changes {
  const { generation, version, edits } = original;
  const urls = generation.links.map(({ url }) => url);
  const start = startHistory(edits, { content: generation.text, urls, isSafe: keepsText(version) });
  const history = kept === null ? null : restoreHistory(start, kept);
  const report = history === null ? null : checkVersion(generation, version, history.now.edits);
  if (history === null || report === null) return { history: start, shown: original };
  return { history, shown: { generation, version, edits: history.now.edits, report } };
}

/** Returns what an edit claims. */
export function claimsIn(version: EditedVersion, id: string): readonly Claim[] {
  return version.get().shown.report.claims.filter(({ editId }) => editId === id);
}

const nothingKept: KeptChanges = { read: () => null, write() {} };

/** Returns the changes of a version. They stay as long as its generation is in memory. */
export type EditedVersions = (original: ShownVersion) => EditedVersion;

export function createEditedVersions(kept = nothingKept): EditedVersions {
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
  const recorded = { ...original, moved: original.moved.filter(isInPlace) };
  const { text, report } = checkEditedVersion(content, edits, links, recorded);
  // The author's own text may contain links to other addresses. Their number must not grow.
  if (countUnknownLinks(text, generation) > countUnknownLinks(generation.versions[version], generation))
    return null;
  return {
    ...report,
    links: report.links.map((link, index) => withOffer(link, original.links[index])),
  };
}

/** Returns the report of a link with what only the writer knows: what it offers, and that it left the link out. */
function withOffer(link: LinkReport, original: LinkReport | undefined): LinkReport {
  if (link.status !== 'missing' || original === undefined) return link;
  const { offer, skipReason, status } = original;
  if (status !== 'skipped' || link.times > 0) return { ...link, offer };
  return { ...link, status, offer, skipReason };
}

function countUnknownLinks(text: string, { links }: FinishedGeneration): number {
  const urls = links.map(({ url }) => url);
  return readMarkup(text, urls).filter(({ type }) => type === 'unknown').length;
}
