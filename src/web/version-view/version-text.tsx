import { createElement, Fragment, memo, useMemo, type ReactNode } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { linkRel } from '#core/export/export-format.ts';
import { isWebAddress } from '#core/links/web-address.ts';

import type { EditControls } from './shown-version.ts';
import { linesOfBlock, type CompareWords, type EditedBlock, type TextPiece } from './text-pieces.ts';

type VersionTextProps = {
  readonly content: string;
  /** In the order of the content; none overlap. */
  readonly edits: readonly Edit[];
  /** The addresses of the selected links. Only these are drawn as links. */
  readonly urls: readonly string[];
  /** False while the text arrives: links are marked but cannot be opened. */
  readonly isFinal: boolean;
  /** Finds new and removed words, which are then marked. Null shows the version without marks. */
  readonly compare?: CompareWords | null;
  readonly controls?: EditControls | undefined;
};

/**
 * Draws the content with its edits, line by line. Each part of the content has its offset there in `data-at`, in UTF-16
 * units, and each edit its id in `data-edit`. Only paragraphs whose edits change are drawn again.
 */
export function VersionText({ content, edits, ...rest }: VersionTextProps) {
  const ends = useMemo(() => blockEnds(content), [content]);
  const blocks = useMemo(() => blocksWith(ends, edits), [ends, edits]);
  return blocks.map((block) => <Block key={block.start} content={content} block={block} {...rest} />);
}

type BlockProps = Omit<VersionTextProps, 'edits'> & { readonly block: EditedBlock };

const Block = memo(
  function Block({ content, block, urls, compare = null, isFinal, controls }: BlockProps) {
    const lines = linesOfBlock(content, block, urls, compare);
    const lastPieces = new Map(lines.flat().map((piece) => [piece.edit, piece]));
    const partOf = ({ edit, pieces }: EditedPart) => {
      const words = pieces.map((piece) => pieceOf(piece, isFinal, compare !== null));
      const drawn = createElement(Fragment, { key: `at ${pieces[0]?.at}` }, ...words);
      if (edit === null) return drawn;
      const isEnd = pieces.at(-1) === lastPieces.get(edit);
      return (
        <Fragment key={`edit ${edit.id}`}>
          <span className={isFinal ? 'edit' : 'edit edit-arriving'} data-edit={edit.id}>
            {drawn}
          </span>
          {isEnd ? controls?.(edit) : null}
        </Fragment>
      );
    };
    // Lines need no keys: they are identified by their order.
    const drawn = lines.map((pieces) =>
      createElement('div', { className: 'woven-line' }, byEdit(pieces).map(partOf)),
    );
    return createElement(Fragment, null, ...drawn);
  },
  (before, after) =>
    before.content === after.content &&
    before.urls === after.urls &&
    before.compare === after.compare &&
    before.isFinal === after.isFinal &&
    before.controls === after.controls &&
    isSameBlock(before.block, after.block),
);

/** Returns the end offsets of the content's blocks, in order. The last one is the content's length. */
export function blockEnds(content: string): readonly number[] {
  const ends: number[] = [];
  for (const { index, 0: blank } of content.matchAll(/\n(?:[^\S\n]*\n)+/gu)) ends.push(index + blank.length);
  if (ends.at(-1) !== content.length) ends.push(content.length);
  return ends;
}

/**
 * Assigns edits to blocks. An insertion between two blocks belongs to the second. An edit that removes the end of a block
 * joins it with the next.
 */
export function blocksWith(ends: readonly number[], edits: readonly Edit[]): readonly EditedBlock[] {
  const blocks: EditedBlock[] = [];
  let next = 0;
  let start = 0;
  let inside: Edit[] = [];
  for (const [at, end] of ends.entries()) {
    const isLast = at === ends.length - 1;
    const limit = isLast ? Number.POSITIVE_INFINITY : end;
    for (let edit = edits[next]; edit !== undefined && edit.start < limit; edit = edits[next]) {
      inside.push(edit);
      next += 1;
    }
    const reach = inside.at(-1)?.end ?? 0;
    if (!isLast && reach >= end) continue;
    blocks.push({ start, end, edits: inside });
    start = end;
    inside = [];
  }
  return blocks;
}

function isSameBlock(one: EditedBlock, other: EditedBlock): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.edits.length === other.edits.length &&
    one.edits.every((edit, index) => edit === other.edits[index])
  );
}

type EditedPart = { readonly edit: Edit | null; readonly pieces: TextPiece[] };

function byEdit(line: readonly TextPiece[]): EditedPart[] {
  const parts: EditedPart[] = [];
  for (const piece of line) {
    const last = parts.at(-1);
    if (last !== undefined && last.edit === piece.edit) last.pieces.push(piece);
    else parts.push({ edit: piece.edit, pieces: [piece] });
  }
  return parts;
}

function pieceOf({ kind, text, url, at, edit }: TextPiece, isFinal: boolean, isMarked: boolean): ReactNode {
  const words = at === null ? text : <span data-at={at}>{text}</span>;
  if (kind === 'removed') return <del>{words}</del>;
  const linked = url === null ? words : linkTo(url, isFinal, words);
  if (isMarked && kind === 'added') return <ins>{linked}</ins>;
  // Of a link around the author's own words, only the link is new.
  return isMarked && url !== null && edit !== null ? <ins className="ins-link">{linked}</ins> : linked;
}

/** While the text arrives, links are marked but cannot be opened. */
function linkTo(url: string, isFinal: boolean, words: ReactNode) {
  if (!isFinal) return <span className="thread">{words}</span>;
  if (isWebAddress(url)) {
    return (
      <a className="thread" href={url} target="_blank" rel={linkRel} title={url}>
        {words}
      </a>
    );
  }
  return (
    <mark
      className="thread thread-dead"
      title={`${url} cannot be opened from here: it does not start with https:// or http://`}
    >
      {words}
    </mark>
  );
}
