import { createElement, Fragment, type ReactNode } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { linkRel } from '#core/export/export-format.ts';
import { isWebAddress } from '#core/links/web-address.ts';

import type { EditTools } from './shown-version.ts';
import type { TextPiece } from './text-pieces.ts';

type EditedLineProps = {
  readonly pieces: readonly TextPiece[];
  /** The last piece of each edit. The tools of the edit are drawn behind it. */
  readonly lastPieces: ReadonlyMap<Edit | null, TextPiece>;
  readonly isFinal: boolean;
  readonly isMarked: boolean;
  readonly tools: EditTools | undefined;
};

export function EditedLine({ pieces, lastPieces, isFinal, isMarked, tools }: EditedLineProps) {
  return (
    <div className="woven-line">
      {byEdit(pieces).map(({ edit, of }) => {
        const pieceParts = of.map((piece) => createElement(Piece, { piece, isFinal, isMarked }));
        const drawn = createElement(Fragment, { key: `at ${of[0]?.at}` }, ...pieceParts);
        if (edit === null) return drawn;
        const isEnd = of.at(-1) === lastPieces.get(edit);
        return (
          <Fragment key={`edit ${edit.id}`}>
            <span className={isFinal ? 'edit' : 'edit edit-arriving'} data-edit={edit.id}>
              {drawn}
            </span>
            {isEnd ? tools?.controls?.(edit) : null}
          </Fragment>
        );
      })}
    </div>
  );
}

function byEdit(pieces: readonly TextPiece[]): { edit: Edit | null; of: TextPiece[] }[] {
  const groups: { edit: Edit | null; of: TextPiece[] }[] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last !== undefined && last.edit === piece.edit) last.of.push(piece);
    else groups.push({ edit: piece.edit, of: [piece] });
  }
  return groups;
}

type PieceProps = Pick<EditedLineProps, 'isFinal' | 'isMarked'> & { readonly piece: TextPiece };

function Piece({ piece: { kind, text, url, at, edit }, isFinal, isMarked }: PieceProps) {
  const words = at === null ? text : <span data-at={at}>{text}</span>;
  if (kind === 'removed') return <del>{words}</del>;
  const linked = url === null ? words : <VersionLink url={url} isFinal={isFinal} words={words} />;
  if (isMarked && kind === 'added') return <ins>{linked}</ins>;
  // Of a link around the author's own words, only the link is new.
  return isMarked && url !== null && edit !== null ? <ins className="ins-link">{linked}</ins> : linked;
}

type VersionLinkProps = {
  readonly url: string;
  /** False while the text arrives: links are marked but cannot be opened. */
  readonly isFinal: boolean;
  readonly words: ReactNode;
};

function VersionLink({ url, isFinal, words }: VersionLinkProps) {
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
