import { createElement, memo } from 'react';

import { linkRel } from '#core/rich-text/link-rel.ts';
import { isWebAddress } from '#core/web-address/web-address.ts';

import type { Piece, TextBlock } from './text-blocks.ts';

type WovenTextProps = {
  readonly blocks: readonly TextBlock[];
  /** The chosen links' addresses: only these are drawn as links. */
  readonly urls: ReadonlySet<string>;
  /** While the text still arrives, links are marked but cannot be followed. */
  readonly isFinal: boolean;
};

/** A version, line by line, in text nodes alone. */
export function WovenText({ blocks, urls, isFinal }: WovenTextProps) {
  return blocks.map((block) => (
    <WovenLine key={block.line} pieces={block.pieces} urls={urls} isFinal={isFinal} />
  ));
}

type WovenLineProps = Omit<WovenTextProps, 'blocks'> & { readonly pieces: readonly Piece[] };

// Pieces only ever grow at the end: their place is all the key they need, so they are passed one by one.
const WovenLine = memo(function WovenLine({ pieces, urls, isFinal }: WovenLineProps) {
  const drawn = pieces.map((piece) => {
    if (piece.type === 'text') return piece.text;
    if (!urls.has(piece.url)) return piece.anchor;
    return createElement(WovenLink, { anchor: piece.anchor, url: piece.url, isFinal });
  });
  return createElement('div', { className: 'woven-line' }, ...drawn);
});

type WovenLinkProps = { readonly anchor: string; readonly url: string; readonly isFinal: boolean };

function WovenLink({ anchor, url, isFinal }: WovenLinkProps) {
  if (!isFinal) return <span className="thread">{anchor}</span>;
  if (isWebAddress(url)) {
    return (
      <a className="thread" href={url} target="_blank" rel={linkRel} title={url}>
        {anchor}
      </a>
    );
  }
  return (
    <mark
      className="thread thread-dead"
      title={`${url} cannot be opened from here: it does not start with https:// or http://`}
    >
      {anchor}
    </mark>
  );
}
