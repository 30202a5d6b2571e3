import type { VersionReport } from '#core/report/report.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { checkWeave } from './check-weave.ts';
import { linksIn } from './edit-links.ts';
import { createPassages } from './passages.ts';
import type { Passages } from './passages.ts';
import { isAsWritten, startWeave, weaveReducer } from './weave-state.ts';
import type { WeaveAction, WeaveState } from './weave-state.ts';

/** A version that is worked on. */
export type Work = {
  readonly state: WeaveState;
  readonly shown: ShownVersion;
  readonly isAsWritten: boolean;
  /** What came when a link was woven again, the oldest first. */
  readonly again: readonly Edit[];
};

/** Keeps what users change in the versions of a generation; it goes with the generation. */
export type WeaveDesk = {
  /** The same object until it changes. */
  work(written: ShownVersion): Work;
  /** The edit with this id as it stands now. */
  edit(written: ShownVersion, id: string): Edit | null;
  passages(generation: FinishedGeneration): Passages;
  /** False where nothing changed: an edit may not stand there, or would change what another link reads. */
  act(written: ShownVersion, action: WeaveAction): boolean;
  /** One more wording to choose from. */
  remember(written: ShownVersion, edit: Edit): void;
  subscribe(listener: () => void): () => void;
};

export function createWeaveDesk(): WeaveDesk {
  const works = new WeakMap<FinishedGeneration, Map<VersionName, Work>>();
  const read = new WeakMap<FinishedGeneration, Passages>();
  const listeners = new Set<() => void>();

  function work(written: ShownVersion): Work {
    const known = works.get(written.generation) ?? new Map<VersionName, Work>();
    const own = known.get(written.version) ?? begin(written);
    works.set(written.generation, known.set(written.version, own));
    return own;
  }

  function keep({ generation, version }: ShownVersion, next: Work): void {
    works.get(generation)?.set(version, next);
    for (const listener of listeners) listener();
  }

  return {
    work,
    edit: (written, id) => work(written).state.now.edits.find((edit) => edit.id === id) ?? null,
    passages(generation) {
      const passages =
        read.get(generation) ??
        createPassages(
          generation.text,
          generation.links.map(({ url }) => url),
        );
      read.set(generation, passages);
      return passages;
    },
    act(written, action) {
      const before = work(written);
      const next = worked(before, action);
      if (next === null) return false;
      keep(written, next);
      return true;
    },
    remember(written, edit) {
      const before = work(written);
      keep(written, { ...before, again: [...before.again, edit] });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function begin(written: ShownVersion): Work {
  const { generation, version, edits } = written;
  const urls = generation.links.map(({ url }) => url);
  const terms = { content: generation.text, urls, isSafe: version === 'safe' };
  return { state: startWeave(edits, terms), shown: written, isAsWritten: true, again: [] };
}

function worked(before: Work, action: WeaveAction): Work | null {
  const state = weaveReducer(before.state, action);
  if (state === before.state) return null;
  const { generation, version } = before.shown;
  const { edits } = state.now;
  const asWritten = isAsWritten(state);
  const report = asWritten ? generation.report[version] : checkWeave(generation, version, edits);
  if (report === null || !keepsLinks(before, report, edits, action)) return null;
  return { ...before, state, shown: { generation, version, edits, report }, isAsWritten: asWritten };
}

/** A change weaves the links that it is about, and leaves every other as it was. */
function keepsLinks(
  { shown }: Work,
  report: VersionReport,
  edits: readonly Edit[],
  action: WeaveAction,
): boolean {
  const isLeft = (edit: Edit) => edits.includes(edit) && shown.edits.includes(edit);
  const changed = new Set(
    [...shown.edits, ...edits]
      .filter((edit) => !isLeft(edit))
      .flatMap((edit) => linksIn(edit, shown.generation)),
  );
  const mayMiss = action.type !== 'edit-change' && action.type !== 'edit-add';
  return report.links.every((link, index) => {
    if (!changed.has(link.linkId)) return link.times === shown.report.links[index]?.times;
    return mayMiss || link.times > 0;
  });
}
