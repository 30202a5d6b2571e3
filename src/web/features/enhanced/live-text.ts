import type { Segment } from '#core/markup/segment.ts';

import { appendBlocks } from './text-blocks.ts';
import type { TextBlock } from './text-blocks.ts';

/** The version that is being written, as far as it has arrived, in lines. */
export type LiveText = {
  blocks(): readonly TextBlock[];
  append(segments: readonly Segment[]): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
};

const nothing: readonly TextBlock[] = [];

/** `nextFrame` puts off drawing, so that a fast stream is drawn once a frame. */
export function createLiveText(nextFrame: (draw: () => void) => void): LiveText {
  const listeners = new Set<() => void>();
  let blocks = nothing;
  let waiting: Segment[] = [];
  let isAsked = false;

  function draw(): void {
    isAsked = false;
    if (waiting.length > 0) blocks = appendBlocks(blocks, waiting);
    waiting = [];
    for (const listener of listeners) listener();
  }

  function drawSoon(): void {
    if (isAsked) return;
    isAsked = true;
    nextFrame(draw);
  }

  return {
    blocks: () => blocks,
    append(segments) {
      // Until the link check has seen the text, a link to anything but a chosen address is just its words.
      for (const segment of segments) {
        waiting.push(segment.type === 'stray' ? { type: 'text', text: segment.anchor } : segment);
      }
      drawSoon();
    },
    clear() {
      blocks = nothing;
      waiting = [];
      drawSoon();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
