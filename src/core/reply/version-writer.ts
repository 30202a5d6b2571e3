import type { VersionName } from '#core/edits/version.ts';
import { numberMark } from '#core/prompt/numbered-text.ts';

import type { Teller } from './edit-collector.ts';
import { readMarkerLine } from './marker-line.ts';
import { isOpeningFence, isRuleLine } from './plain-line.ts';

/** How much text is held back because it may be a leftover at the end of a version, in UTF-16 units. */
const holdLimit = 4096;

/** Writes the text of one version, without blank lines before it and leftovers behind it. */
export function createVersionWriter(teller: Teller, marks: MarkFilter) {
  let isReleased = false;
  let held = '';

  function pass(text: string): void {
    teller.text(text);
    held = '';
  }

  function holdSpace(space: string): void {
    if (!teller.hasStarted()) held = lastLineOf(held + space).slice(-holdLimit);
    else if (!isReleased && held.length + space.length <= holdLimit) held += space;
    else {
      pass(held + space);
      isReleased = true;
    }
  }

  function write(text: string): void {
    const solid = text.trimEnd();
    if (solid !== '') {
      const whole = held + solid;
      pass(teller.hasStarted() ? whole : whole.replace(/^(?:[^\S\n]*\n)+/u, ''));
      isReleased = false;
    }
    if (solid !== text) holdSpace(text.slice(solid.length));
  }

  return {
    /** Writes text of the version, including white space. */
    write: (text: string) => write(marks.feed(text)),
    /** Holds a line that belongs to the version only if more text follows. */
    hold(line: string): void {
      write(marks.end());
      if (held.length + line.length > holdLimit) write(line);
      else held += line;
    },
    /** Whether a paragraph may begin here. */
    atParagraph: () => !teller.hasStarted() || /\n[^\S\n]*\n$/u.test(held.slice(-80)),
    end: () => write(marks.end()),
  };
}

function lastLineOf(space: string): string {
  return space.slice(space.lastIndexOf('\n') + 1);
}

/** Removes marks of the protocol from a text. `end` returns what was held back. */
type MarkFilter = { feed(text: string): string; end(): string };

const numbers = [/\[\d{1,6}\+?\]/u, /\{\d{1,6}\+?\}/u, /<\d{1,6}\+?>/u];
const closing = String.raw`</(?:safe|interesting|exploratory|crazy|experimental|versions?|text)>`;
const diff = String.raw`@@[^@\n]{1,40}@@[ \t]`;
const tailLimit = 60;

/**
 * Returns a function that makes filters for the texts of one content. They remove numbers of sentences, `@@ sentence
 * 15 @@` and `</safe>`.
 */
function markFiltersFor(content: string): () => MarkFilter {
  const number = numbers.find((pattern) => pattern.test(numberMark(content)(0)))?.source ?? '(?!)';
  // Marks that the author uses stay.
  const sources = [String.raw`(?<=^|[\s*_>"“(])${number}[ \t]`, closing, diff].filter(
    (source) => !new RegExp(source, 'iu').test(content),
  );
  const pattern = new RegExp(sources.join('|') || '(?!)', 'giu');
  const beginning = /[[{<]\d{0,6}\+?[\]}>]?$|<\/?[a-z]{0,12}$|@(?:@[^@\n]{0,40}@{0,2})?$/iu;

  return () => {
    let held = '';
    let last = ' ';

    const taken = (text: string, isEnd: boolean): string => {
      if (!/[[{<@]/u.test(text)) {
        held = '';
        last = text.at(-1) ?? last;
        return text;
      }
      const whole = last + text;
      let clean = '';
      let from = 1;
      for (const { index, 0: mark } of whole.matchAll(pattern)) {
        clean += whole.slice(from, index);
        from = index + mark.length;
      }
      const tail = whole.slice(Math.max(from, whole.length - tailLimit));
      const begun = isEnd ? null : beginning.exec(tail);
      held = begun === null ? '' : begun[0];
      last = whole.at(-1 - held.length) ?? ' ';
      return clean + whole.slice(from, whole.length - held.length);
    };

    return {
      feed: (text) => taken(held + text, false),
      end: () => taken(held, true),
    };
  };
}

/**
 * How many equal characters show that a text begins like the author's, and how many that it begins with one of the
 * author's lines.
 */
const beginningLength = 8;
const openingLength = 40;

export type OwnText = ReturnType<typeof createOwnText>;

/** The author's text, for comparison: lines of a reply that the author wrote are text, whatever they look like. */
export function createOwnText(content: string) {
  const lines = new Set(content.split(/\r\n|\r|\n/u).map((line) => line.trim()));
  let named: ReadonlySet<VersionName> | null = null;
  const solid = content.trim();
  lines.delete('');
  return {
    /** Whether the author wrote the whole line. */
    has: (line: string) => lines.has(line.trim()),
    holds: (text: string) => content.includes(text),
    /** Whether the author wrote a line with nothing but the name of a version. */
    names(version: VersionName): boolean {
      named ??= new Set([...lines].flatMap((line) => readMarkerLine(line)?.version ?? []));
      return named.has(version);
    },
    /** Whether a text begins like the author's. Without an author's text, it always does. */
    begins(text: string): boolean {
      if (solid === '') return true;
      const start = text.trimStart();
      const isEnough = start.length >= openingLength || start.includes('\n');
      const line = start.split('\n', 1)[0] ?? '';
      return (
        (start.length >= beginningLength && solid.startsWith(start.slice(0, beginningLength))) ||
        (isEnough && content.includes(line.slice(0, openingLength).trimEnd()))
      );
    },
    opensWithFence: isOpeningFence(solid.split('\n', 1)[0] ?? ''),
    endsWithRule: isRuleLine(solid.slice(solid.lastIndexOf('\n') + 1)),
    markFilter: markFiltersFor(content),
  };
}
