import { createElement, memo } from 'react';

import { WovenLink } from '#web/woven/woven-link.tsx';

import type { Piece, TextBlock } from './text-blocks.ts';

type WovenTextProps = {
  readonly blocks: readonly TextBlock[];
  /** The chosen links' addresses: only these are drawn as links. */
  readonly urls: readonly string[];
};

/** A version that arrives as a whole text, line by line, in text nodes alone. */
export function WovenText({ blocks, urls }: WovenTextProps) {
  return blocks.map((block) => <WovenLine key={block.line} pieces={block.pieces} urls={urls} />);
}

type WovenLineProps = Pick<WovenTextProps, 'urls'> & { readonly pieces: readonly Piece[] };

// Pieces only ever grow at the end: their place is all the key they need, so they are passed one by one.
const WovenLine = memo(function WovenLine({ pieces, urls }: WovenLineProps) {
  const drawn = pieces.map((piece) => {
    if (piece.type === 'text') return piece.text;
    if (!urls.includes(piece.url)) return piece.anchor;
    return createElement(WovenLink, { url: piece.url, isFinal: false, words: piece.anchor });
  });
  return createElement('div', { className: 'woven-line' }, ...drawn);
});
