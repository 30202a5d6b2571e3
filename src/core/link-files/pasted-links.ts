import type { FoundLink } from './import-plan.ts';

type Piece = { readonly start: number; readonly end: number; readonly url: string };

const markdownLink = /!?\[([^\]]*)\]\(\s*(?:<([^>]*)>|((?:[^\s()]|\([^\s()]*\))+))(?:\s+["'][^)]*)?\s*\)/gu;
const webAddress = /https?:\/\/[^\s<>"]+/giu;
const bareAddress = /(?:^|\s)(www\.\S+|(?:[\p{L}\d-]+\.)+\p{L}{2,}\/\S*)/iu;
const listMark = /^\s*(?:[-*+•]|\d+[.)])\s+/u;
const edges = /^[\s,;:|"<>–—-]+|[\s,;:|"<>–—-]+$/gu;
const nextAddress = /[,;|](?=https?:\/\/)/iu;
const endOfAddress = /(?:[,;]+|,(\p{L}[\p{L}\p{M}’'-]+))$/u;

/**
 * Reads the links of a text, line by line: `URL description` or `description URL` with spaces, tabs or commas between
 * them, several in a line, or Markdown links. A line without a URL becomes a link without a URL, so that it is shown.
 */
export function readPastedLinks(text: string): FoundLink[] {
  return text.split(/\r\n|\r|\n/u).flatMap((line, index) => {
    if (line.trim() === '') return [];
    return linksOfLine(line).map((fields) => ({ row: index + 1, ...fields }));
  });
}

type Fields = Pick<FoundLink, 'url' | 'description'>;

function linksOfLine(line: string): Fields[] {
  const marked = [...line.matchAll(markdownLink)];
  if (marked.length > 0) {
    return marked.map(([, words = '', angled, plain = '']) => ({
      url: angled ?? plain,
      description: words.trim(),
    }));
  }
  const text = line.replace(listMark, '');
  // An address that is alone in its line is never changed.
  if (/^(?:https?:\/\/\S+|[^\s<]\S*\.\S+)$/iu.test(text.trim()) && !nextAddress.test(text)) {
    return [{ url: text.trim(), description: '' }];
  }
  const pieces = addressesIn(text);
  if (pieces.length === 0) return [{ url: '', description: text.trim() }];
  return describe(text, pieces);
}

function addressesIn(text: string): Piece[] {
  const found = [...text.matchAll(webAddress)].flatMap(({ 0: glued, index }) => split(glued, index));
  if (found.length > 0) return found.map((piece) => withoutTail(piece, text));
  const bare = bareAddress.exec(text);
  if (bare === null) return [];
  const url = bare[1] ?? '';
  const start = text.indexOf(url, bare.index);
  return [{ start, end: start + url.length, url }];
}

/** Splits addresses with only a comma between them. */
function split(glued: string, start: number): Piece[] {
  const next = nextAddress.exec(glued)?.index;
  const url = glued.slice(0, next);
  const piece = { start, end: start + url.length, url };
  return next === undefined ? [piece] : [piece, ...split(glued.slice(next + 1), start + next + 1)];
}

/** Removes a comma at the end, and a comma with the first word of a description. */
function withoutTail(piece: Piece, text: string): Piece {
  const tail = endOfAddress.exec(piece.url);
  const isWord = tail?.[1] !== undefined;
  if (tail === null || (isWord && text.slice(piece.end).trim() === '')) return piece;
  const url = piece.url.slice(0, tail.index);
  return { start: piece.start, end: piece.start + url.length, url };
}

/** In a line that begins with an address, text belongs to the address before it, else to the address after it. */
function describe(text: string, pieces: readonly Piece[]): Fields[] {
  const clean = (start: number, end: number) => text.slice(start, end).replaceAll(edges, '');
  const leads = clean(0, pieces[0]?.start ?? 0) === '';
  return pieces.map(({ start, end, url }, index) => ({
    url,
    description: leads
      ? clean(end, pieces[index + 1]?.start ?? text.length)
      : clean(pieces[index - 1]?.end ?? 0, start) || clean(end, pieces[index + 1]?.start ?? text.length),
  }));
}
