import { containerElements, inlineElements, voidElements } from '#core/document/html-elements.ts';
import { htmlPieces, type HtmlPiece } from '#core/export/html-pieces.ts';
import { blankLine } from '#core/lib/helpers.ts';

/** Elements whose own text may be several paragraphs. */
const holdsParagraphs = new Set([...containerElements, 'blockquote', 'li', 'dd', 'figcaption', 'center']);
/** Elements that end where another one with the same name begins. */
const endsAtNext = new Set(['p', 'li', 'dd', 'dt']);
/** An end tag ends none of the elements around this many others. */
const deepest = 100;
/** Comments that part the text, as WordPress writes them. */
const partingComment = /^<!--\s*(?:\/?wp:|more\b|nextpage\b)/u;
const paragraphBreak = new RegExp(String.raw`${blankLine}\s*`, 'gu');
const blank = new RegExp(blankLine, 'u');

/**
 * Writes the paragraphs of text that has no tags of paragraphs, as the classic editor of WordPress does: blank lines
 * part them, and a line end is a break. Text without blank lines stays as it is.
 */
export function withParagraphs(html: string): string {
  const written: string[] = [];
  const open: string[] = [];
  let run: HtmlPiece[] = [];
  const endRun = () => {
    const inside = open.at(-1);
    const isFree = inside === undefined || holdsParagraphs.has(inside);
    const source = run.map((piece) => piece.source).join('');
    written.push(isFree && blank.test(source) && isSeen(run) ? paragraphsOf(run) : source);
    run = [];
  };
  for (const piece of htmlPieces(html)) {
    if (isRunning(piece)) {
      run.push(piece);
      continue;
    }
    endRun();
    follow(open, piece);
    written.push(piece.source);
  }
  endRun();
  return written.join('');
}

/** Whether a piece is a part of running text. */
function isRunning(piece: HtmlPiece): boolean {
  if (piece.kind === 'text') return true;
  return piece.name === '' ? !partingComment.test(piece.source) : inlineElements.has(piece.name);
}

/** Keeps the names of the elements that are open. */
function follow(open: string[], piece: HtmlPiece): void {
  if (piece.kind === 'text' || piece.name === '' || piece.content !== null) return;
  const { name, closes } = piece;
  if (voidElements.has(name) || (piece.closesItself && !closes)) return;
  if (!closes) {
    const last = open.at(-1);
    if (last === 'p' || (last === name && endsAtNext.has(name))) open.pop();
    open.push(name);
  } else {
    const near = open.slice(-deepest).lastIndexOf(name);
    if (near >= 0) open.length = Math.max(0, open.length - deepest) + near;
  }
}

/** Writes running text as paragraphs. A blank line inside an element is no end of one. */
function paragraphsOf(run: readonly HtmlPiece[]): string {
  const paragraphs: HtmlPiece[][] = [[]];
  let depth = 0;
  for (const piece of run) {
    if (piece.kind === 'tag') {
      const isElement = piece.name !== '' && !voidElements.has(piece.name) && !piece.closesItself;
      if (isElement) depth = Math.max(0, depth + (piece.closes ? -1 : 1));
      paragraphs.at(-1)?.push(piece);
      continue;
    }
    const [first = '', ...others] = depth > 0 ? [piece.source] : piece.source.split(paragraphBreak);
    paragraphs.at(-1)?.push({ kind: 'text', source: first });
    for (const source of others) paragraphs.push([{ kind: 'text', source }]);
  }
  return paragraphs.map(paragraphOf).join('\n');
}

function paragraphOf(pieces: readonly HtmlPiece[]): string {
  if (!isSeen(pieces)) return pieces.map(({ source }) => source).join('');
  const written = pieces.map((piece, at) => {
    if (piece.kind === 'tag') return piece.source;
    const before = pieces[at - 1];
    const isAtStart = before === undefined || (before.kind === 'tag' && before.name === 'br');
    const text = isAtStart ? piece.source.trimStart() : piece.source;
    const lines = (at === pieces.length - 1 ? text.trimEnd() : text).split(/\r\n|\r|\n/u);
    return lines.map((line, index) => (index < lines.length - 1 ? line.trimEnd() : line)).join('<br>');
  });
  return `<p>${written.join('')}</p>`;
}

/** Whether a reader sees a piece: it is no comment and not blank. */
function isSeen(pieces: readonly HtmlPiece[]): boolean {
  return pieces.some((piece) => (piece.kind === 'text' ? piece.source.trim() !== '' : piece.name !== ''));
}
