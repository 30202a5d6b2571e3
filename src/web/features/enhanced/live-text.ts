import { createMarkupReader } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';
import type { Edit } from '#core/weave/edit.ts';
import { orderEdits } from '#core/weave/order-edits.ts';
import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';
import type { GenerationProgress } from '#web/api/generation-events.ts';

import { appendBlocks } from './text-blocks.ts';
import type { TextBlock } from './text-blocks.ts';

/** The version that is being written, as far as it has arrived. */
export type LiveVersion = {
  readonly version: VersionName | null;
  /** Whether it is still being written. */
  readonly isOpen: boolean;
  /** The user's text, into which edits go. */
  readonly content: string;
  /** The chosen links' addresses. */
  readonly urls: readonly string[];
  /** How many of them stand in it so far. */
  readonly woven: number;
  /** Null while a version arrives as a whole text. */
  readonly edits: readonly Edit[] | null;
  /** The edit that arrived last. */
  readonly newest: string | null;
  /** The lines of a version that arrives as a whole text. */
  readonly blocks: readonly TextBlock[];
};

export type LiveText = {
  /**
   * The first version that is not at its end, in the order of the tabs: parts of a long text may write several at once.
   * Between two of them it is the one that ended last.
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

const nothing: LiveVersion = {
  version: null,
  isOpen: false,
  content: '',
  urls: [],
  woven: 0,
  edits: null,
  newest: null,
  blocks: [],
};

/** `nextFrame` puts off drawing, so that a fast stream is drawn once a frame. */
export function createLiveText(nextFrame: (draw: () => void) => void): LiveText {
  const listeners = new Set<() => void>();
  let current: LiveRun | null = null;
  let drafts = new Map<VersionName, Draft>();
  let latest: VersionName | null = null;
  let shown = nothing;
  let isAsked = false;
  // A writer that told one version in edits tells the next one so, too: its text can stand there at once.
  let tellsEdits = false;

  function draw(): void {
    isAsked = false;
    const version = versionNames.find((name) => drafts.get(name)?.isOpen()) ?? latest;
    const draft = version === null ? undefined : drafts.get(version);
    shown = version === null || draft === undefined ? nothing : { version, ...draft.draw() };
    for (const listener of listeners) listener();
  }

  function drawSoon(): void {
    if (isAsked) return;
    isAsked = true;
    nextFrame(draw);
  }

  return {
    shown: () => shown,
    begin(content, urls) {
      drafts = new Map();
      latest = null;
      const run: LiveRun = {
        take(event) {
          if (current !== run) return;
          if (event.type === 'version-start')
            drafts.set(event.version, createDraft(content, urls, tellsEdits));
          latest = event.version;
          const draft = drafts.get(latest);
          if (event.type === 'version-edit') draft?.edit(event.edit);
          if (event.type === 'version-text') draft?.text(event.text);
          if (event.type === 'version-end') draft?.end();
          if (event.type === 'version-edit' || event.type === 'version-text')
            tellsEdits = event.type === 'version-edit';
          drawSoon();
        },
        end() {
          if (current !== run) return;
          current = null;
          drafts = new Map();
          drawSoon();
        },
      };
      current = run;
      drawSoon();
      return run;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Draft = ReturnType<typeof createDraft>;

function createDraft(content: string, urls: readonly string[], isEdits: boolean) {
  const reader = createMarkupReader(urls);
  const woven = new Set<string>();
  let edits: readonly Edit[] | null = isEdits ? [] : null;
  let newest: string | null = null;
  let blocks: readonly TextBlock[] = [];
  let waiting: Segment[] = [];
  let isOpen = true;

  function read(segments: readonly Segment[]): void {
    for (const segment of segments) {
      if (segment.type === 'link') woven.add(segment.url);
      // Until the link check has seen the text, a link to anything but a chosen address is just its words.
      waiting.push(segment.type === 'stray' ? { type: 'text', text: segment.anchor } : segment);
    }
  }

  return {
    isOpen: () => isOpen,
    edit(edit: Edit) {
      edits = orderEdits([...(edits ?? []), edit]);
      newest = edit.id;
      for (const url of urls) if (edit.text.includes(`((${url}))`)) woven.add(url);
    },
    text(text: string) {
      edits = null;
      read(reader.feed(text));
    },
    end() {
      read(reader.end());
      isOpen = false;
    },
    draw() {
      if (waiting.length > 0) blocks = appendBlocks(blocks, waiting);
      waiting = [];
      return { isOpen, content, urls, woven: woven.size, edits, newest, blocks };
    },
  };
}
