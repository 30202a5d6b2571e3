import { type Edit, orderEdits } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version.ts';
import type { VersionEvent } from '#web/api/generation-events.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import type { CompleteVersions } from './partial-generation.ts';

/** The version that is shown while a generation runs, as far as it has arrived. */
export type LiveVersion = {
  /** Null before the first version begins. */
  readonly version: VersionName | null;
  /** Whether it is still being written. */
  readonly isOpen: boolean;
  /** The user's text, to which the edits belong. */
  readonly content: string;
  /** The addresses of the chosen links. */
  readonly urls: readonly string[];
  /** How many of these links the version contains so far. */
  readonly woven: number;
  /** In the order of the content. */
  readonly edits: readonly Edit[];
  /** The id of the edit that arrived last. */
  readonly newest: string | null;
};

export type LiveText = {
  /**
   * The first open version in the order of the tabs: the parts of a long text may write several at once. Between two
   * versions it is the one that ended last. Before the first one it is the content alone.
   */
  readonly shown: ReadonlyStore<LiveVersion>;
  /** Begins a generation. An earlier one is not shown any more. */
  begin(content: string, urls: readonly string[]): LiveRun;
};

type LiveRun = {
  take(event: VersionEvent): void;
  complete(): CompleteVersions;
  end(): void;
};

type Draft = Pick<LiveVersion, 'isOpen' | 'woven' | 'edits' | 'newest'>;

type Drafts = {
  /** The content without edits. */
  readonly base: LiveVersion;
  readonly versions: Map<VersionName, Draft>;
  /** The version of the last event. */
  latest: VersionName | null;
};

const emptyDraft: Draft = { isOpen: false, woven: 0, edits: [], newest: null };
const noVersion: LiveVersion = { version: null, content: '', urls: [], ...emptyDraft };

function createDrafts(base: LiveVersion): Drafts {
  return { base, versions: new Map(), latest: null };
}

/** `nextFrame` delays the update, so that a fast stream is drawn once a frame. */
export function createLiveText(nextFrame: (draw: () => void) => void): LiveText {
  const shown = createStore(noVersion);
  let current = createDrafts(noVersion);
  let isScheduled = false;

  function draw(): void {
    isScheduled = false;
    const { base, versions, latest } = current;
    const version = versionNames.find((name) => versions.get(name)?.isOpen) ?? latest;
    const draft = version === null ? undefined : versions.get(version);
    shown.set(draft === undefined ? base : { ...base, version, ...draft });
  }

  function drawSoon(): void {
    if (isScheduled) return;
    isScheduled = true;
    nextFrame(draw);
  }

  return {
    shown,
    begin(content, urls) {
      const drafts = createDrafts({ ...noVersion, content, urls });
      current = drafts;
      drawSoon();
      return {
        take(event) {
          const before = drafts.versions.get(event.version) ?? { ...emptyDraft, isOpen: true };
          drafts.versions.set(event.version, nextDraft(before, event, urls));
          drafts.latest = event.version;
          if (current === drafts) drawSoon();
        },
        complete() {
          const closed = [...drafts.versions].filter(([, { isOpen }]) => !isOpen);
          return new Map(closed.map(([name, { edits }]) => [name, edits]));
        },
        end() {
          if (current !== drafts) return;
          current = createDrafts(noVersion);
          drawSoon();
        },
      };
    },
  };
}

function nextDraft(draft: Draft, event: VersionEvent, urls: readonly string[]): Draft {
  if (event.type === 'version-start') return { ...emptyDraft, isOpen: true };
  if (event.type === 'version-end') return { ...draft, isOpen: false };
  const edits = orderEdits([...draft.edits, event.edit]);
  const isWoven = (url: string) => edits.some(({ text }) => text.includes(`((${url}))`));
  return { ...draft, edits, newest: event.edit.id, woven: urls.filter(isWoven).length };
}

/** The live text of this page. */
export const liveText = createLiveText((draw) => requestAnimationFrame(draw));
