import { createMarkupReader } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';

import { appendBlocks } from './text-blocks.ts';
import type { TextBlock } from './text-blocks.ts';

/** The version that is being written, as far as it has arrived, in lines. */
export type LiveText = {
  blocks(): readonly TextBlock[];
  begin(knownUrls: readonly string[]): void;
  append(text: string): void;
  end(): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
};

const nothing: readonly TextBlock[] = [];

/** `nextFrame` puts off drawing, so that a fast stream is drawn once a frame. */
export function createLiveText(nextFrame: (draw: () => void) => void): LiveText {
  const listeners = new Set<() => void>();
  let reader = createMarkupReader([]);
  let blocks = nothing;
  let waiting: Segment[] = [];
  let isAsked = false;

  function draw(): void {
    isAsked = false;
    if (waiting.length > 0) blocks = appendBlocks(blocks, waiting);
    waiting = [];
    for (const listener of listeners) listener();
  }

  function drawSoon(segments: readonly Segment[]): void {
    // Until the link check has seen the text, a link to anything but a chosen address is just its words.
    waiting.push(
      ...segments.map((segment) => (segment.type === 'stray' ? wordsOf(segment.anchor) : segment)),
    );
    if (isAsked) return;
    isAsked = true;
    nextFrame(draw);
  }

  function restart(knownUrls: readonly string[]): void {
    reader = createMarkupReader(knownUrls);
    blocks = nothing;
    waiting = [];
    drawSoon([]);
  }

  return {
    blocks: () => blocks,
    begin: restart,
    append: (text) => drawSoon(reader.feed(text)),
    end: () => drawSoon(reader.end()),
    clear: () => restart([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function wordsOf(anchor: string): Segment {
  return { type: 'text', text: anchor };
}
