import type { MarkedExtension } from 'marked';

import { linesOf, readBlocks, type Line } from '#core/document/blocks.ts';
import { labelOf } from '#core/document/inline-looks.ts';
import { firstEndingAt, type Span } from '#core/lib/helpers.ts';

/** Footnotes by their labels, as Markdown without the indent of their lines. */
export type Footnotes = ReadonlyMap<string, string>;

const definition = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/u;
const indent = /^(?: {1,4}|\t)/u;
const isIndented = (text: string) => /^(?: {4}|\t)/u.test(text);

/**
 * Takes the footnotes out of Markdown: `[^label]: words`, up to a blank line, and what is indented below. Of several
 * with one label, the first is taken.
 */
export function takeFootnotes(markdown: string): { readonly text: string; readonly footnotes: Footnotes } {
  const footnotes = new Map<string, string>();
  if (!markdown.includes('[^')) return { text: markdown, footnotes };
  const lines = linesOf(markdown);
  const { blocks } = readBlocks(markdown, false);
  const blockAt = (line: Span) => blocks[firstEndingAt(blocks, line.end)];
  const text: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? noLine;
    const [sign = '', label = ''] = definition.exec(line.text) ?? [];
    const block = blockAt(line);
    const isFree = block?.kind === 'flow' || (block?.kind === 'other' && block.start === line.start);
    if (sign === '' || !isFree || footnotes.has(labelOf(label))) {
      text.push(line.text);
      at += 1;
      continue;
    }
    const goesOn = (below: Line) =>
      !definition.test(below.text) && (blockAt(below)?.kind === 'flow' || blockAt(below) === block);
    const end = endOf(lines, at, goesOn);
    const own = lines.slice(at + 1, end).map((below) => below.text.replace(indent, ''));
    footnotes.set(labelOf(label), [line.text.slice(sign.length), ...own].join('\n'));
    text.push('');
    at = end;
  }
  return { text: text.join('\n'), footnotes };
}

const noLine: Line = { text: '', start: 0, end: 0 };

/** Returns the index of the line behind a footnote. */
function endOf(lines: readonly Line[], first: number, goesOn: (line: Line) => boolean): number {
  let end = first + 1;
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at] ?? noLine;
    if (line.text.trim() === '') continue;
    if (!isIndented(line.text) && !(at === end && goesOn(line))) break;
    end = at + 1;
  }
  return end;
}

/** Writes the marks of footnotes and their list. */
export type FootnoteWriter = {
  readonly extension: MarkedExtension;
  /**
   * Returns the list of the footnotes, in the order of their marks. Call it when everything else is written.
   *
   * @param write returns the HTML of Markdown
   */
  list(write: (markdown: string) => string): string;
};

/**
 * @param id what the ids of this text begin with. Null: marks and footnotes are not linked, as in a copy, where ids get
 * lost.
 */
export function createFootnoteWriter(footnotes: Footnotes, id: string | null): FootnoteWriter {
  const labels: string[] = [];
  const places = new Map<string, { readonly number: number; marks: number }>();

  function placeOf(label: string) {
    const place = places.get(label) ?? { number: labels.push(label), marks: 0 };
    places.set(label, place);
    return place;
  }

  function writeMark(label: string): string {
    const place = placeOf(label);
    place.marks += 1;
    const { number, marks } = place;
    if (id === null) return `${number}`;
    const ownId = `${id}-mark-${number}${marks === 1 ? '' : `-${marks}`}`;
    return `<a href="#${id}-${number}" id="${ownId}">${number}</a>`;
  }

  function writeItem(label: string, write: (markdown: string) => string): string {
    const words = write(footnotes.get(label) ?? '').trim();
    const [, only] = /^<p>([^]*)<\/p>$/u.exec(words) ?? [];
    const inner = only === undefined || only.includes('</p>') ? words : only;
    const { number, marks } = placeOf(label);
    if (id === null || marks === 0) return `<li>${inner}</li>`;
    const back = ` <a href="#${id}-mark-${number}" id="${id}-${number}">↩</a>`;
    return inner.endsWith('</p>') ? `<li>${inner.slice(0, -4)}${back}</p></li>` : `<li>${inner}${back}</li>`;
  }

  return {
    extension: {
      extensions: [
        {
          name: 'footnoteMarks',
          level: 'inline',
          tokenizer(source) {
            const [length] = readMarks(source, footnotes);
            return length === 0 ? undefined : { type: 'footnoteMarks', raw: source.slice(0, length) };
          },
          renderer: ({ raw }) => `<sup>${readMarks(raw, footnotes)[1].map(writeMark).join(', ')}</sup>`,
        },
      ],
    },
    list(write) {
      const items: string[] = [];
      const writeNext = () => {
        for (let label = labels[items.length]; label !== undefined; label = labels[items.length])
          items.push(writeItem(label, write));
      };
      // Footnotes may have marks of others, which get the next numbers. Those without marks are the last.
      writeNext();
      for (const label of footnotes.keys()) {
        placeOf(label);
        writeNext();
      }
      return items.length === 0 ? '' : `<hr>\n<ol>\n${items.join('\n')}\n</ol>`;
    },
  };
}

const mark = /\[\^([^\]\s]{1,100})\]/uy;

/**
 * Returns the length and the labels of the marks that a text begins with. Marks that follow each other directly are
 * written as one: "1, 2" and not "12".
 */
function readMarks(text: string, footnotes: Footnotes): readonly [length: number, labels: readonly string[]] {
  const labels: string[] = [];
  for (let length = 0; ;) {
    mark.lastIndex = length;
    const [found = '', written = ''] = mark.exec(text) ?? [];
    const label = labelOf(written);
    if (!footnotes.has(label)) return [length, labels];
    labels.push(label);
    length += found.length;
  }
}

/** Returns what the ids of a text begin with. Two texts on one page get different ones. */
export function footnoteId(text: string, footnotes: Footnotes): string {
  let hash = 0x811c9dc5;
  for (const sign of [...footnotes].join('\n'))
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  for (let id = hash >>> 0; ; id += 1) {
    const written = `note-${id.toString(36)}`;
    if (!text.includes(written)) return written;
  }
}
