import type { ReplyEvent } from '#core/reply/reply-event.ts';
import { numberMark } from '#core/prompt/numbered-text.ts';
import type { VersionName } from '#core/edits/version.ts';
import { isOpeningFence, isRuleLine } from '#core/reply/plain-line.ts';
import { readMarkerLine } from '#core/reply/marker-line.ts';

/** How much text is held back because it may be a leftover at the end of a version, in UTF-16 units. */
const holdLimit = 4096;

/** Writes the text of one version without blank lines before it and leftovers behind it. */
export type VersionWriter = {
  /** Writes text of the version, including white space. */
  write(text: string): void;
  /** Holds a line that belongs to the version only if more text follows. */
  hold(line: string): void;
  /** Whether the version has any text. */
  hasText(): boolean;
  /** Whether a paragraph may begin here. */
  atParagraph(): boolean;
  end(): void;
};

export function createVersionWriter(
  version: VersionName,
  emit: (event: ReplyEvent) => void,
  marks: MarkFilter,
): VersionWriter {
  let started = false;
  let released = false;
  let held = '';

  const pass = (text: string) => {
    if (!started) emit({ type: 'version-start', version });
    started = true;
    emit({ type: 'version-text', version, text });
    held = '';
  };

  const holdSpace = (space: string) => {
    if (!started) held = lastLineOf(held + space).slice(-holdLimit);
    else if (!released && held.length + space.length <= holdLimit) held += space;
    else {
      pass(held + space);
      released = true;
    }
  };

  const write = (text: string) => {
    const solid = text.trimEnd();
    if (solid !== '') {
      const whole = held + solid;
      pass(started ? whole : whole.replace(/^(?:[^\S\n]*\n)+/u, ''));
      released = false;
    }
    if (solid !== text) holdSpace(text.slice(solid.length));
  };

  return {
    write: (text) => write(marks.feed(text)),
    hold(line) {
      write(marks.end());
      if (held.length + line.length > holdLimit) write(line);
      else held += line;
    },
    hasText: () => started,
    atParagraph: () => !started || /\n[^\S\n]*\n$/u.test(held.slice(-80)),
    end() {
      write(marks.end());
      if (started) emit({ type: 'version-end', version });
    },
  };
}

function lastLineOf(space: string): string {
  return space.slice(space.lastIndexOf('\n') + 1);
}

/** Removes marks of the protocol from a text. `end` returns what was held back. */
export type MarkFilter = { feed(text: string): string; end(): string };

const numbers = [/\[\d{1,6}\+?\]/u, /\{\d{1,6}\+?\}/u, /<\d{1,6}\+?>/u];
const closing = String.raw`</(?:safe|interesting|exploratory|crazy|experimental|versions?|text)>`;
const diff = String.raw`@@[^@\n]{1,40}@@[ \t]`;
const tailLimit = 60;

/**
 * Returns a function that makes filters for the texts of one content. They remove numbers of sentences, `@@ sentence
 * 15 @@` and `</safe>`.
 */
export function markFiltersFor(content: string): () => MarkFilter {
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

/** The author's text, for comparison: lines of a reply that the author wrote are text, whatever they look like. */
export type OwnText = {
  /** Whether the author wrote the whole line. */
  has(line: string): boolean;
  holds(text: string): boolean;
  /** Whether the author wrote a line with nothing but the name of a version. */
  names(version: VersionName): boolean;
  /** Whether a text begins like the author's. Without an author's text, it always does. */
  begins(text: string): boolean;
  readonly opensWithFence: boolean;
  readonly endsWithRule: boolean;
  markFilter(): MarkFilter;
};

export function createOwnText(content: string): OwnText {
  const lines = new Set(content.split(/\r\n|\r|\n/u).map((line) => line.trim()));
  let named: ReadonlySet<VersionName> | null = null;
  const solid = content.trim();
  lines.delete('');
  return {
    has: (line) => lines.has(line.trim()),
    holds: (text) => content.includes(text),
    names(version) {
      named ??= new Set([...lines].flatMap((line) => readMarkerLine(line)?.version ?? []));
      return named.has(version);
    },
    begins(text) {
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
