import { lowerBound } from '#core/lib/lower-bound.ts';
import { isUnclearEdit, readEditLine } from '#core/reply/edit-line.ts';
import { remarks, hiddenSigns, versionWords } from '#core/reply/plain-line.ts';
import { beginsJson } from '#core/reply/json-edits.ts';
import { readMarkerLine } from '#core/reply/marker-line.ts';

/** What a line reader asks and tells. */
type LineHandler = {
  /**
   * Whether a line that begins with `start` must be seen whole. If true for a start, it must be true for every
   * shorter start of it.
   */
  mayMatter(start: string): boolean;
  /** Gets the text of any other line, in pieces, with its line break. */
  text(piece: string): void;
  /** Gets a line that must be seen whole, without its line break. */
  line(whole: string, lineBreak: string): void;
};

/** Cuts a stream into lines. It holds back only lines that may matter. `forget` drops the line that has begun. */
export function createLineReader(handler: LineHandler) {
  let line = '';
  /** Whether the line is known to be plain text. */
  let plain = false;

  function add(piece: string): void {
    const whole = line + piece;
    if (plain) handler.text(piece);
    else if (handler.mayMatter(whole)) line = whole;
    else {
      // The decision depends only on the same beginning of the line, however the stream is cut.
      const certain = certainFrom(handler, whole, line.length);
      handler.text(whole.slice(0, certain));
      if (certain < whole.length) handler.text(whole.slice(certain));
      plain = true;
    }
  }

  function forget(): void {
    [line, plain] = ['', false];
  }

  function endLine(lineBreak: string): void {
    if (plain) handler.text(lineBreak);
    else handler.line(line, lineBreak);
    forget();
  }

  return {
    feed(chunk: string): void {
      let from = 0;
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
        add(chunk.slice(from, at));
        endLine('\n');
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.slice(from));
    },
    forget,
    end: () => endLine(''),
  };
}

/**
 * Returns how much of the line shows that it does not matter. For the first `known` characters this is not certain.
 */
function certainFrom({ mayMatter }: LineHandler, whole: string, known: number): number {
  let low = known;
  let high = Math.min(known + 1, whole.length);
  while (high < whole.length && mayMatter(whole.slice(0, high))) {
    low = high;
    high = Math.min(2 * high, whole.length);
  }
  return lowerBound(low + 1, high, (length) => mayMatter(whole.slice(0, length)));
}

/** A line shows in this much of its beginning what it is, in UTF-16 units. */
export const startLimit = 240;
const remarkLimit = 400;
/** A longer line is read in pieces. In UTF-16 units. */
export const lineLimit = 65_536;

const markers = ['version', 'edits', 'section', ...versionWords.keys()];
const others =
  'insert|replace|delete|remove|move|edit|json|rest|remain|the rest|the remain|no edit|no change|no insertion|none|' +
  'nothing|n/a|keine|ningun|sin cambios|here|below|these are|this is|the edits|sure|okay|certainly|of course|' +
  'following|the following|my ';
/** Signs before the first word that are sufficient without it. */
const signs = String.raw`[^\p{L}]*?(?:[([<{|…@]|\.\.|\x60{3}|~{3})`;
const markerStart = new RegExp(String.raw`^[^\p{L}]*${beginningOf(markers)}`, 'iu');
const textStart = new RegExp(
  String.raw`^(?:${signs}|[^\p{L}]*${beginningOf([...markers, ...others.split('|')])})`,
  'iu',
);
const remarkStart = new RegExp(String.raw`^\s*[*_(]{0,3}${beginningOf(remarks)}`, 'iu');

/** Whether a line of a text that begins with `start` may turn out to be something else. */
export function mayBeStructure(start: string, atParagraph: boolean): boolean {
  const isOpen = textStart.test(start);
  if (isOpen && start.length > startLimit) return tellsByStart(start.slice(0, startLimit));
  return isOpen || (atParagraph && start.length <= remarkLimit && remarkStart.test(start));
}

/** Does the same in a section that does not count, where only a marker line matters. */
export function mayBeMarkerLine(start: string): boolean {
  const isOpen = markerStart.test(start);
  return isOpen && (start.length <= startLimit || readMarkerLine(start.slice(0, startLimit)) !== null);
}

/** Whether the beginning of a long line shows that the whole line is an edit, a marker or JSON. */
function tellsByStart(start: string): boolean {
  return (
    readEditLine(start) !== null ||
    isUnclearEdit(start) ||
    beginsJson(start) ||
    readMarkerLine(start) !== null
  );
}

/**
 * Returns a pattern for text that begins with one of the phrases, or that is the beginning of one. Full-width
 * letters match any.
 */
function beginningOf(phrases: readonly string[]): string {
  const each = phrases.map((phrase) =>
    phrase
      .split('')
      .map((sign) => (sign === ' ' ? String.raw`\s` : sign))
      .reduceRight((rest, sign) => `${sign}${hiddenSigns}*(?:$|${rest})`),
  );
  return String.raw`(?:$|[\uFF21-\uFF5A]|${each.join('|')})`;
}
