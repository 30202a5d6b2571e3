import { inlineLooks, type InlineLook } from '#core/document/inline-looks.ts';
import type { DocumentLooks, LineLook } from '#core/document/line-looks.ts';
import type { Edit } from '#core/edits/edit.ts';
import { mergeSpans, overlapping, spanAround, type Span } from '#core/lib/helpers.ts';
import { withoutEntities } from '#core/links/web-address.ts';

import { disclosureId, type TextPiece } from './text-pieces.ts';

/** A piece with the looks around it, from the outermost to the innermost. */
export type ReadPiece = TextPiece & { readonly looks: readonly InlineLook[] };

export type ReadLine = {
  /** Null for running text, and for a line that is shown as its source. */
  readonly look: LineLook | null;
  /** The cells of a row of a table. Any other line has one. */
  readonly cells: readonly (readonly ReadPiece[])[];
};

export function sourceLines(lines: readonly (readonly TextPiece[])[]): ReadLine[] {
  return lines.map((pieces) => ({ look: null, cells: [pieces.map((piece) => ({ ...piece, looks: [] }))] }));
}

/** Returns the lines as a reader sees them. `content` is the text of the author. */
export function readingLines(
  lines: readonly (readonly TextPiece[])[],
  { lines: looks, labels }: DocumentLooks,
  content: string,
): ReadLine[] {
  const read: ReadLine[] = [];
  // Emphasis and links may begin on one line and end on another, but not across a line of another kind or the
  // disclosure.
  let run: LookedLine[] = [];
  let wasApart = false;
  for (const pieces of lines) {
    const look = lookOf(pieces, looks);
    const isApart = look !== null || pieces.some(isDisclosure);
    if (run.length > 0 && (isApart || wasApart)) {
      read.push(...readRun(run, labels, content));
      run = [];
    }
    run.push({ pieces, look });
    wasApart = isApart;
  }
  return [...read, ...readRun(run, labels, content)];
}

type LookedLine = { readonly pieces: readonly TextPiece[]; readonly look: LineLook | null };

function isDisclosure({ edit }: TextPiece): boolean {
  return edit?.id === disclosureId;
}

function lookOf(pieces: readonly TextPiece[], looks: ReadonlyMap<number, LineLook>): LineLook | null {
  return looks.get(pieces.find(({ kind, at }) => kind === 'kept' && at !== null)?.at ?? -1) ?? null;
}

const asWritten = new Set<LineLook['kind']>(['code', 'hidden', 'html', 'note']);

function readRun(lines: readonly LookedLine[], labels: DocumentLooks['labels'], content: string): ReadLine[] {
  const text = lines.map(({ pieces, look }) => wordsOf(pieces, look)).join('\n');
  const isPlain = lines.some(({ look }) => look !== null && asWritten.has(look.kind));
  const isRow = lines.some(({ look }) => look?.kind === 'row');
  const inline = isRow ? looksInCells(text, labels) : inlineLooks(text, labels);
  const relinks = relinksOf(lines);
  const looks = isPlain ? [] : inline.map((look) => withOwnUrl(look, content, relinks));
  const signs = lines.flatMap(({ look }) => (look === null ? [] : signsOf(look, text)));
  const all = [...looks, ...signs].toSorted((a, b) => a.start - b.start || b.end - a.end);
  const isOwn = ({ start, end }: InlineLook) => content.includes(text.slice(start, end));
  const cut = createCutter(all, { isOwn, relinks });
  const unseen = mergeSpans(all.filter(({ kind }) => kind === 'sign'));
  let at = 0;
  return lines.map(({ pieces, look }) => {
    const cells: ReadPiece[][] = [[]];
    for (const piece of pieces) {
      if (piece.kind === 'removed') {
        // An address that is not seen is exchanged by one that is not seen. The words show the exchange.
        if (piece.edit?.relink === undefined || spanAround(unseen, at) === undefined)
          cells.at(-1)?.push({ ...piece, looks: [] });
        continue;
      }
      for (const part of cut(piece, at)) {
        cells.at(-1)?.push(part);
        const isWall = look?.kind === 'row' && part.text === '|' && isSign(part);
        if (isWall && cells.at(-1)?.some((each) => !isSign(each) && each.text.trim() !== '') === true)
          cells.push([]);
      }
      at += piece.text.length;
    }
    at += 1;
    return { look, cells: cells.length > 1 && cells.at(-1)?.length === 0 ? cells.slice(0, -1) : cells };
  });
}

const wall = /(?<!\\)\|/gu;

/** Returns the looks in the cells of a row. No link, emphasis or code goes on in the next cell. */
function looksInCells(text: string, labels: DocumentLooks['labels']): InlineLook[] {
  let at = 0;
  return text.split(wall).flatMap((cell) => {
    const from = at;
    at += cell.length + 1;
    const looks = inlineLooks(cell, labels);
    return looks.map((look) => ({ ...look, start: look.start + from, end: look.end + from }));
  });
}

/** A relink, and where its new address stands in the text of a run. */
type PlacedRelink = Span & { readonly edit: Edit };

function relinksOf(lines: readonly LookedLine[]): readonly PlacedRelink[] {
  const found: PlacedRelink[] = [];
  let at = 0;
  for (const { pieces } of lines) {
    for (const { kind, text, edit } of pieces) {
      if (kind === 'removed') continue;
      if (edit?.relink !== undefined) found.push({ start: at, end: at + text.length, edit });
      at += text.length;
    }
    at += 1;
  }
  return found;
}

/** Returns the relink whose address is that of this link. */
function relinkIn(look: InlineLook, relinks: readonly PlacedRelink[]): Edit | undefined {
  return look.kind === 'link' ? overlapping(relinks, look)[0]?.edit : undefined;
}

/**
 * Returns the look without its address if the author did not write that address and exchanged none for it. The words of
 * an edit may stand beside brackets of the author and seem to form a link.
 */
function withOwnUrl(look: InlineLook, content: string, relinks: readonly PlacedRelink[]): InlineLook {
  const isKept = look.url === null || content.includes(look.url) || relinkIn(look, relinks) !== undefined;
  return isKept ? look : { ...look, url: null };
}

/** Returns the words of a line. Blanks replace the signs at its start, so that they are not read as emphasis. */
function wordsOf(pieces: readonly TextPiece[], look: LineLook | null): string {
  const text = pieces.map(({ kind, text: words }) => (kind === 'removed' ? '' : words)).join('');
  const sign = look?.sign ?? 0;
  return ' '.repeat(Math.min(sign, text.length)) + text.slice(sign);
}

/** Returns the signs of a line with this look. A line with a look is a run of its own. */
function signsOf({ kind, sign }: LineLook, text: string): InlineLook[] {
  const signs: InlineLook[] = sign > 0 ? [{ kind: 'sign', start: 0, end: sign, url: null }] : [];
  if (kind !== 'row') return signs;
  const walls = [...text.matchAll(wall)].map(({ index }) => index);
  return [...signs, ...walls.map((at) => ({ kind: 'sign' as const, start: at, end: at + 1, url: null }))];
}

function isSign({ looks }: ReadPiece): boolean {
  return looks.some(({ kind }) => kind === 'sign');
}

type Author = {
  /** Whether the author wrote the text of a look. In edits other than disclosure and relinks, only such signs are hidden. */
  readonly isOwn: (look: InlineLook) => boolean;
  readonly relinks: readonly PlacedRelink[];
};

/**
 * Returns a function that cuts a piece where looks begin and end. The offsets of its calls must increase. The words of a
 * link belong to the relink of its address.
 *
 * @param all ordered by their starts
 */
function createCutter(all: readonly InlineLook[], { isOwn, relinks }: Author) {
  let next = 0;
  let open: InlineLook[] = [];
  return function* cut(piece: TextPiece, start: number): Generator<ReadPiece> {
    const end = start + piece.text.length;
    for (let from = start; from < end;) {
      for (let look = all[next]; look !== undefined && look.start <= from; look = all[next]) {
        open.push(look);
        next += 1;
      }
      open = open.filter((look) => look.end > from);
      // The words of a selected link stay together.
      const edges = piece.url === null ? [...open.map((look) => look.end), all[next]?.start ?? end] : [];
      const to = Math.min(end, ...edges);
      const source = piece.text.slice(from - start, to - start);
      const text = isDisclosure(piece) ? withoutEntities(source) : source;
      const isWritten = piece.at !== null || isDisclosure(piece) || piece.edit?.relink !== undefined;
      const isHidden = (sign: InlineLook) => piece.url === null && (isWritten || isOwn(sign));
      const looks = open.filter((look) => look.end >= to && (look.kind !== 'sign' || isHidden(look)));
      const edit =
        piece.edit ??
        (relinks.length === 0
          ? null
          : (looks.map((look) => relinkIn(look, relinks)).find((found) => found !== undefined) ?? null));
      yield { ...piece, text, edit, at: piece.at === null ? null : piece.at + from - start, looks };
      from = to;
    }
  };
}
