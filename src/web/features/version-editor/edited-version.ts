import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { VersionReport } from '#core/report/report.ts';
import { createStore } from '#web/lib/store.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { isUnchanged, reduceEdits, startHistory, type EditAction, type EditHistory } from './edit-history.ts';
import { linksIn } from './edit-words.ts';
import { createPassages, type Passages } from './passages.ts';

/** A version with the user's changes. */
type Changes = {
  readonly history: EditHistory;
  readonly shown: ShownVersion;
  /** The edits that came when a link was woven again, the oldest first. */
  readonly again: readonly Edit[];
};

export type EditedVersion = ReturnType<typeof createEditedVersion>;

/** Stores the user's changes in one version. `passages` parses the content at its first call. */
function createEditedVersion(original: ShownVersion, passages: () => Passages) {
  const { generation, version, edits } = original;
  const urls = generation.links.map(({ url }) => url);
  const rules = { content: generation.text, urls, isSafe: version === 'safe' };
  const { get, set, subscribe } = createStore<Changes>({
    history: startHistory(edits, rules),
    shown: original,
    again: [],
  });
  return {
    get,
    subscribe,
    passages,
    /** The version as it was generated. */
    original,
    /** Returns the edit with this id as it is now. */
    edit: (id: string): Edit | null => get().history.now.edits.find((edit) => edit.id === id) ?? null,
    /** Returns false if nothing changed: an edit cannot be placed, or would change another link. */
    act(action: EditAction): boolean {
      const before = get();
      const history = reduceEdits(before.history, action);
      const shown = history === before.history ? null : shownAfter(before.shown, history, action);
      if (shown !== null) set({ ...before, history, shown });
      return shown !== null;
    },
    /** Adds a wording to choose from. */
    remember: (edit: Edit) => set({ ...get(), again: [...get().again, edit] }),
  };
}

/** Returns a function that finds the changes of a version. They stay as long as its generation is in memory. */
export function createEditedVersions(): (original: ShownVersion) => EditedVersion {
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
    const edited = versions.get(version) ?? createEditedVersion(original, () => passagesOf(generation));
    known.set(generation, versions.set(version, edited));
    return edited;
  };
}

/** Returns null if the change is not allowed. */
function shownAfter(before: ShownVersion, history: EditHistory, action: EditAction): ShownVersion | null {
  const { generation, version } = before;
  const { edits } = history.now;
  const report = isUnchanged(history) ? generation.report[version] : checkVersion(generation, version, edits);
  if (report === null) return null;
  const shown = { generation, version, edits, report };
  return keepsOtherLinks(before, shown, action) ? shown : null;
}

/** A change keeps the links of its own edits, and leaves all other links as they were. */
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
  // The author's own text may hold links to other addresses: their number must not grow.
  if (countUnknownLinks(text, generation) > countUnknownLinks(generation.versions[version], generation))
    return null;
  return {
    ...report,
    links: report.links.map((link, index) => {
      const offer = link.status === 'missing' ? (original.links[index]?.offer ?? null) : null;
      return { ...link, offer };
    }),
  };
}

function countUnknownLinks(text: string, { links }: FinishedGeneration): number {
  const urls = links.map(({ url }) => url);
  return readMarkup(text, urls).filter(({ type }) => type === 'unknown').length;
}
