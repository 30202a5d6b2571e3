import type { EditRequest, SkipRequest } from '#core/edits/edit.ts';
import { versionWord, type VersionName } from '#core/edits/version-names.ts';
import { numberPattern } from '#core/document/numbered-sentences.ts';

/**
 * What is reported while a reply is read. A version consists either of texts, to be joined, or of edits. A version with
 * neither between its start and its end needs no edits. A version without anything readable has no start.
 */
export type ReplyEvent =
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-text'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-edit'; readonly version: VersionName; readonly edit: EditRequest }
  /** A link stays out of a version. If this is said before the first version, each version has such an event. */
  | { readonly type: 'version-skip'; readonly version: VersionName; readonly skip: SkipRequest }
  /** A stretch of a section that is neither text nor an edit. It may come before a start, or without one. */
  | { readonly type: 'version-unreadable'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-end'; readonly version: VersionName };

/** Limit for the edits and unreadable lines of one version. Further ones are ignored. */
const editLimit = 2000;
const unreadableLimit = 1000;
/** A model that asks for the same edit more often is in a loop. */
const repeatLimit = 20;
/** How much text is held back because it may be a leftover at the end of a version. In UTF-16 units. */
const holdLimit = 4096;

export type Teller = ReturnType<typeof createTeller>;

/** Adds the events of one version to `events`, with a start before its first text or edit. */
export function createTeller(version: VersionName, events: ReplyEvent[]) {
  let left = editLimit;
  let [hasStarted, hasSkipped, isLooping] = [false, false, false];
  const timesAsked = new Map<string, number>();

  function start(): void {
    if (!hasStarted) events.push({ type: 'version-start', version });
    hasStarted = true;
  }

  function tell(event: ReplyEvent): void {
    if (left <= 0) return;
    left -= 1;
    if (event.type === 'version-edit') start();
    events.push(event);
  }

  return {
    start,
    hasStarted: () => hasStarted,
    /** Adds a text, and joins it with a text just before it. */
    text(text: string): void {
      start();
      const last = events.at(-1);
      const isNext = last?.type === 'version-text' && last.version === version;
      if (isNext) events[events.length - 1] = { ...last, text: last.text + text };
      else events.push({ type: 'version-text', version, text });
    },
    asked(edit: EditRequest): void {
      const what = `${edit.action} ${edit.sentence} ${edit.text}`;
      const times = (timesAsked.get(what) ?? 0) + 1;
      timesAsked.set(what, times);
      isLooping ||= times > repeatLimit;
      if (!isLooping) tell({ type: 'version-edit', version, edit });
    },
    isLooping: () => isLooping,
    /** Adds a skip. It is no start: a text or edits may still follow. */
    skip(skip: SkipRequest): void {
      hasSkipped = true;
      tell({ type: 'version-skip', version, skip });
    },
    unreadable: (text: string) =>
      tell({ type: 'version-unreadable', version, text: text.trim().slice(0, unreadableLimit) }),
    /** Returns whether there was a start. A version that only skips links has no edits. */
    end(): boolean {
      if (hasSkipped) start();
      if (hasStarted) events.push({ type: 'version-end', version });
      return hasStarted;
    },
  };
}

/** Writes the text of one version, without blank lines before it and leftovers behind it. */
export function createVersionWriter(teller: Teller, markFilter: () => MarkFilter) {
  let marks: MarkFilter | null = null;
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
    write: (text: string) => write((marks ??= markFilter()).feed(text)),
    /** Holds a line that belongs to the version only if more text follows. */
    hold(line: string): void {
      write(marks?.end() ?? '');
      if (held.length + line.length > holdLimit) write(line);
      else held += line;
    },
    /** Whether a paragraph may begin here. */
    atParagraph: () => !teller.hasStarted() || /\n[^\S\n]*\n$/u.test(held.slice(-80)),
    end: () => write(marks?.end() ?? ''),
  };
}

function lastLineOf(space: string): string {
  return space.slice(space.lastIndexOf('\n') + 1);
}

/** Removes marks of the protocol from a text that arrives in pieces. `end` returns the text that was held back. */
type MarkFilter = { feed(text: string): string; end(): string };

const closing = String.raw`</(?:${versionWord}|versions?|text)>`;
const diff = String.raw`@@[^@\n]{1,40}@@[ \t]`;
const tailLimit = 60;

/**
 * Returns a function that makes filters for the texts of one content. They remove numbers of sentences, `@@ sentence
 * 15 @@` and `</safe>`.
 */
export function markFiltersFor(content: string): () => MarkFilter {
  const number = numberPattern(content);
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
