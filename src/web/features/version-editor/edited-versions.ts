import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { VersionReport } from '#core/report/report.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { createStore, type ReadonlyStore, type Store } from '#web/lib/store.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { isUnchanged, reduceEdits, startHistory, type EditAction, type EditHistory } from './edit-history.ts';
import { createPassages, type Passages } from './passages.ts';
import { linksIn } from './wordings.ts';

/** A version with the user's changes. */
export type EditedVersion = {
  readonly history: EditHistory;
  readonly shown: ShownVersion;
  readonly isUnchanged: boolean;
  /** The edits that came when a link was woven again, the oldest first. */
  readonly again: readonly Edit[];
};

/** Stores the user's changes in the versions of a generation, for as long as the generation is in memory. */
export type EditedVersions = {
  /** Returns the store of a version, the same one for each call. */
  of(original: ShownVersion): ReadonlyStore<EditedVersion>;
  /** Returns the edit with this id as it is now. */
  edit(original: ShownVersion, id: string): Edit | null;
  passages(generation: FinishedGeneration): Passages;
  /** Returns false if nothing changed: an edit cannot be placed, or would change another link. */
  act(original: ShownVersion, action: EditAction): boolean;
  /** Adds a wording to choose from. */
  remember(original: ShownVersion, edit: Edit): void;
};

export function createEditedVersions(): EditedVersions {
  const stores = new WeakMap<FinishedGeneration, Map<VersionName, Store<EditedVersion>>>();
  const passagesOf = new WeakMap<FinishedGeneration, Passages>();

  function storeOf(original: ShownVersion): Store<EditedVersion> {
    const ofGeneration = stores.get(original.generation) ?? new Map<VersionName, Store<EditedVersion>>();
    const store = ofGeneration.get(original.version) ?? createStore(begin(original));
    stores.set(original.generation, ofGeneration.set(original.version, store));
    return store;
  }

  return {
    of: storeOf,
    edit: (original, id) =>
      storeOf(original)
        .get()
        .history.now.edits.find((edit) => edit.id === id) ?? null,
    passages(generation) {
      const urls = generation.links.map(({ url }) => url);
      const passages = passagesOf.get(generation) ?? createPassages(generation.text, urls);
      passagesOf.set(generation, passages);
      return passages;
    },
    act(original, action) {
      const store = storeOf(original);
      const next = applyAction(store.get(), action);
      if (next === null) return false;
      store.set(next);
      return true;
    },
    remember(original, edit) {
      const store = storeOf(original);
      store.set({ ...store.get(), again: [...store.get().again, edit] });
    },
  };
}

function begin(original: ShownVersion): EditedVersion {
  const { generation, version, edits } = original;
  const urls = generation.links.map(({ url }) => url);
  const rules = { content: generation.text, urls, isSafe: version === 'safe' };
  return { history: startHistory(edits, rules), shown: original, isUnchanged: true, again: [] };
}

/** Returns null if the action changes nothing or is not allowed. */
function applyAction(before: EditedVersion, action: EditAction): EditedVersion | null {
  const history = reduceEdits(before.history, action);
  if (history === before.history) return null;
  const { generation, version } = before.shown;
  const { edits } = history.now;
  const unchanged = isUnchanged(history);
  const report = unchanged ? generation.report[version] : checkVersion(generation, version, edits);
  if (report === null || !keepsOtherLinks(before, report, edits, action)) return null;
  return { ...before, history, shown: { generation, version, edits, report }, isUnchanged: unchanged };
}

/** A change keeps the links of its own edits, and leaves all other links as they were. */
function keepsOtherLinks(
  { shown }: EditedVersion,
  report: VersionReport,
  edits: readonly Edit[],
  action: EditAction,
): boolean {
  const isKept = (edit: Edit) => edits.includes(edit) && shown.edits.includes(edit);
  const changed = new Set(
    [...shown.edits, ...edits]
      .filter((edit) => !isKept(edit))
      .flatMap((edit) => linksIn(edit, shown.generation)),
  );
  const mayMiss = action.type !== 'edit-change' && action.type !== 'edit-add';
  return report.links.every((link, index) => {
    if (!changed.has(link.linkId)) return link.times === shown.report.links[index]?.times;
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
