import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { orderEdits } from '#core/edits/apply-edits.ts';
import { versionNames } from '#core/edits/version.ts';
import type { GenerationProgress } from '#web/api/generation-events.ts';

/** The version that is being written, as far as it has arrived. */
export type LiveVersion = {
  /** Null before the first one. */
  readonly version: VersionName | null;
  /** Whether it is still being written. */
  readonly isOpen: boolean;
  /** The user's text, into which edits go. */
  readonly content: string;
  /** The chosen links' addresses. */
  readonly urls: readonly string[];
  /** How many of them stand in it so far. */
  readonly woven: number;
  /** In the order of the content. */
  readonly edits: readonly Edit[];
  /** The edit that arrived last. */
  readonly newest: string | null;
};

export type LiveText = {
  /**
   * The first version that is not at its end, in the order of the tabs: parts of a long text may write several at once.
   * Between two of them it is the one that ended last, and before the first the content alone.
   */
  shown(): LiveVersion;
  /** Begins a run; what is said of an earlier one is not heard any more. */
  begin(content: string, urls: readonly string[]): LiveRun;
  subscribe(listener: () => void): () => void;
};

type LiveRun = {
  take(event: Exclude<GenerationProgress, { type: 'result' }>): void;
  end(): void;
};

type Draft = Pick<LiveVersion, 'isOpen' | 'woven' | 'edits' | 'newest'>;

const empty: Draft = { isOpen: false, woven: 0, edits: [], newest: null };
const nothing: LiveVersion = { version: null, content: '', urls: [], ...empty };

/** `nextFrame` puts off drawing, so that a fast stream is drawn once a frame. */
export function createLiveText(nextFrame: (draw: () => void) => void): LiveText {
  const listeners = new Set<() => void>();
  let current: LiveRun | null = null;
  let bare = nothing;
  let drafts = new Map<VersionName, Draft>();
  let latest: VersionName | null = null;
  let shown = nothing;
  let isAsked = false;

  function draw(): void {
    isAsked = false;
    const version = versionNames.find((name) => drafts.get(name)?.isOpen) ?? latest;
    const draft = version === null ? undefined : drafts.get(version);
    shown = draft === undefined ? bare : { ...bare, version, ...draft };
    for (const listener of listeners) listener();
  }

  function drawSoon(): void {
    if (isAsked) return;
    isAsked = true;
    nextFrame(draw);
  }

  function startOver(content: LiveVersion): void {
    bare = content;
    drafts = new Map();
    latest = null;
    drawSoon();
  }

  return {
    shown: () => shown,
    begin(content, urls) {
      const run: LiveRun = {
        take(event) {
          if (current !== run) return;
          latest = event.version;
          drafts.set(latest, grown(drafts.get(latest) ?? empty, event, urls));
          drawSoon();
        },
        end() {
          if (current !== run) return;
          current = null;
          startOver(nothing);
        },
      };
      current = run;
      startOver({ ...nothing, content, urls });
      return run;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function grown(draft: Draft, event: Parameters<LiveRun['take']>[0], urls: readonly string[]): Draft {
  if (event.type === 'version-start') return { ...empty, isOpen: true };
  if (event.type === 'version-end') return { ...draft, isOpen: false };
  const edits = orderEdits([...draft.edits, event.edit]);
  const isWoven = (url: string) => edits.some(({ text }) => text.includes(`((${url}))`));
  return { ...draft, edits, newest: event.edit.id, woven: urls.filter(isWoven).length };
}
