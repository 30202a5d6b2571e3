import {
  createElement,
  Fragment,
  memo,
  useMemo,
  type AriaRole,
  type HTMLAttributes,
  type ReactNode,
} from 'react';

import { formatOf } from '#core/document/text-format.ts';
import type { InlineLook } from '#core/document/inline-looks.ts';
import { documentLooks, type DocumentLooks } from '#core/document/line-looks.ts';
import type { Edit } from '#core/edits/edit.ts';
import { linkRel } from '#core/export/escape.ts';
import { languageTag } from '#core/language/language.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { t } from '#web/lib/language.ts';

import type { EditControls } from './shown-version.ts';
import { readingLines, sourceLines, type ReadLine, type ReadPiece } from './reading-lines.ts';
import { disclosureId, linesOfBlock, type EditedBlock } from './text-pieces.ts';

type VersionTextProps = {
  readonly content: string;
  /** In the order of the content; none overlap. */
  readonly edits: readonly Edit[];
  /** The addresses of the selected links. Only these are drawn as links. */
  readonly urls: readonly string[];
  /** False while the text arrives: links are marked but cannot be opened. */
  readonly isFinal: boolean;
  /** Whether new and removed words are marked. */
  readonly isMarked?: boolean;
  readonly controls?: EditControls | undefined;
  /** Draws Markdown as a reader sees it. False draws its source. */
  readonly asRead: boolean;
};

/**
 * Draws the content with its edits, line by line. Each part of the content has its offset there in `data-at`, in UTF-16
 * units, and each edit its id in `data-edit`. Only paragraphs whose edits change are drawn again.
 */
export function VersionText({ content, edits, asRead, ...rest }: VersionTextProps) {
  const ends = useMemo(() => blockEnds(content), [content]);
  const looks = useMemo(() => (asRead ? documentLooks(content) : null), [content, asRead]);
  const blocks = useMemo(() => blocksWith(ends, edits), [ends, edits]);
  return blocks.map((block) => (
    <Block key={block.start} content={content} block={block} looks={looks} {...rest} />
  ));
}

type BlockProps = Omit<VersionTextProps, 'edits' | 'asRead'> & {
  readonly block: EditedBlock;
  /** Null: the source is drawn. */
  readonly looks: DocumentLooks | null;
};

const Block = memo(
  function Block({ content, block, urls, isMarked = false, isFinal, controls, looks }: BlockProps) {
    const source = linesOfBlock(content, block, urls, isMarked);
    const lines = looks === null ? sourceLines(source) : readingLines(source, looks, content);
    const lastPieces = new Map(
      lines.flatMap(({ cells }) => cells.flat()).map((piece) => [piece.edit, piece]),
    );
    const partOf = ({ edit, pieces }: EditedPart) => {
      const words = pieces.map((piece) => pieceOf(piece, isFinal, isMarked));
      const drawn = createElement(Fragment, { key: `at ${pieces[0]?.at}` }, ...words);
      if (edit === null) return drawn;
      const isEnd = pieces.at(-1) === lastPieces.get(edit);
      return (
        <Fragment key={`edit ${edit.id}`}>
          {edit.id === disclosureId ? (
            <span className="disclosure">{drawn}</span>
          ) : (
            <span className={isFinal ? 'edit' : 'edit edit-arriving'} data-edit={edit.id}>
              {drawn}
            </span>
          )}
          {isEnd ? controls?.(edit) : null}
        </Fragment>
      );
    };
    // Lines and cells need no keys: they are identified by their order.
    const drawn = lines.map(({ look, cells }, index) => {
      // The hidden line under the first row says that it names the columns.
      const isHead = lines[index + 1]?.look?.kind === 'hidden' && lines[index - 1]?.look?.kind !== 'row';
      const role = isHead ? 'columnheader' : 'cell';
      return createElement(
        'div',
        lineProps(look),
        ...cells.map((pieces) => {
          const parts = byEdit(pieces).map(partOf);
          return look?.kind === 'row'
            ? createElement('span', { className: 'read-cell', role }, parts)
            : parts;
        }),
      );
    });
    return createElement(Fragment, null, ...grouped(lines, drawn));
  },
  (before, after) =>
    before.content === after.content &&
    before.urls === after.urls &&
    before.isMarked === after.isMarked &&
    before.isFinal === after.isFinal &&
    before.controls === after.controls &&
    before.looks === after.looks &&
    isSameBlock(before.block, after.block),
);

/** Returns whether a content is Markdown, and its language as the value of `lang`. */
export function useContentKind(content: string) {
  return useMemo(
    () => ({ isMarkdown: formatOf(content) === 'markdown', lang: languageTag(content) }),
    [content],
  );
}

/** Returns the end offsets of the content's blocks, in order. The last one is the content's length. */
export function blockEnds(content: string): readonly number[] {
  const ends: number[] = [];
  for (const { index, 0: blank } of content.matchAll(/\n(?:[^\S\n]*\n)+/gu)) ends.push(index + blank.length);
  if (ends.at(-1) !== content.length) ends.push(content.length);
  return ends;
}

/**
 * Assigns edits to blocks. An insertion between two blocks belongs to the second. An edit that removes the end of a
 * block joins it with the next.
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

type Roles = Partial<Record<NonNullable<ReadLine['look']>['kind'], AriaRole>>;

const lineRoles: Roles = { heading: 'heading', row: 'row' };

function lineProps(look: ReadLine['look']): HTMLAttributes<HTMLDivElement> {
  // The first letters of a line decide its direction.
  const dir = 'auto';
  if (look === null) return { className: 'woven-line', dir };
  const { kind, level } = look;
  const quoted = kind === 'code' && level > 0 ? ' read-quote' : '';
  const className = `woven-line read-${kind} read-level-${level}${quoted}`;
  const role = lineRoles[kind];
  return { className, dir, role, 'aria-level': role === 'heading' ? level : undefined };
}

const groupRoles: Roles = { item: 'list', numbered: 'list', row: 'table', quote: 'blockquote' };

/** Lines that may stand inside a list, a table or a quotation. */
const inside = new Set(['continued', 'code', 'hidden']);

type Group = { readonly role: AriaRole | undefined; readonly parts: Part[] };
/** A line, or an item of a list with the lines that continue it. */
type Part = { readonly level: number; readonly drawn: ReactNode[] };

/** Puts the lines of a list, a table or a quotation into one element, so that screen readers know what they are. */
function grouped(lines: readonly ReadLine[], drawn: readonly ReactNode[]): ReactNode[] {
  const groups: Group[] = [];
  for (const [index, line] of drawn.entries()) {
    const look = lines[index]?.look ?? null;
    const last = groups.at(-1);
    const isInside = look !== null && inside.has(look.kind);
    const role = isInside ? last?.role : look === null ? undefined : groupRoles[look.kind];
    const parts = last !== undefined && last.role === role ? last.parts : [];
    if (parts.length === 0) groups.push({ role, parts });
    if (role === 'list' && isInside) parts.at(-1)?.drawn.push(line);
    // The level of a list starts at 0.
    else parts.push({ level: 1 + (look?.level ?? 0), drawn: [line] });
  }
  return groups.flatMap(({ role, parts }) => {
    if (role === undefined) return parts.flatMap((part) => part.drawn);
    const children = parts.flatMap((part) =>
      role === 'list'
        ? createElement('div', { role: 'listitem', 'aria-level': part.level }, ...part.drawn)
        : part.drawn,
    );
    return createElement('div', { role }, ...children);
  });
}

type EditedPart = { readonly edit: Edit | null; readonly pieces: ReadPiece[] };

function byEdit(line: readonly ReadPiece[]): EditedPart[] {
  const parts: EditedPart[] = [];
  for (const piece of line) {
    const last = parts.at(-1);
    if (last !== undefined && last.edit === piece.edit) last.pieces.push(piece);
    else parts.push({ edit: piece.edit, pieces: [piece] });
  }
  return parts;
}

function pieceOf(piece: ReadPiece, isFinal: boolean, isMarked: boolean): ReactNode {
  const { kind, text, url, at, edit, looks } = piece;
  const words = at === null ? text : <span data-at={at}>{text}</span>;
  if (kind === 'removed') return <del>{words}</del>;
  if (looks.some((look) => look.kind === 'sign')) return <span className="read-sign">{words}</span>;
  const linked = url === null ? words : linkTo(url, isFinal, words);
  const isRelinked = edit?.relink !== undefined;
  const looking = looks.reduceRight<ReactNode>(
    (inner, look) => withLook(look, inner, { isFinal, isRelinked }),
    linked,
  );
  if (isMarked && kind === 'added' && edit?.id !== disclosureId) return <ins>{looking}</ins>;
  // The author's own words stand inside the link, so only the link is new.
  const isNewLink = edit !== null && (url !== null || isRelinked);
  return isMarked && isNewLink ? <ins className="ins-link">{looking}</ins> : looking;
}

const lookElements = { strong: 'strong', em: 'em', struck: 's', code: 'code' } as const;

type LinkState = { readonly isFinal: boolean; readonly isRelinked: boolean };

function withLook(
  { kind, url }: InlineLook,
  inner: ReactNode,
  { isFinal, isRelinked }: LinkState,
): ReactNode {
  if (kind === 'sign') return inner;
  if (kind === 'image') return <span className="read-image">{inner}</span>;
  if (kind !== 'link') return createElement(lookElements[kind], null, inner);
  const className = isRelinked ? 'own-link relinked' : 'own-link';
  if (url === null || !isFinal) return <span className={className}>{inner}</span>;
  const rel = isRelinked ? linkRel : 'noopener noreferrer';
  return (
    <a className={className} href={url} target="_blank" rel={rel} title={url}>
      {inner}
    </a>
  );
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
      title={t('{url} cannot be opened from here: it does not start with https:// or http://', { url })}
    >
      {words}
    </mark>
  );
}
