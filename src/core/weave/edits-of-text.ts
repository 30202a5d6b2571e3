import { readMarkup, sourceOf } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';

import { diffTexts } from './diff-runs.ts';
import type { Run } from './diff-runs.ts';
import type { DroppedEdit, Edit, EditAuthor, VersionEdits } from './edit.ts';
import type { VersionName } from './version.ts';

/** A text as a reader sees it, and the links in it. */
type Plain = { readonly text: string; readonly links: readonly PlainLink[] };

/** Where the anchor stands, and what link markup puts before and behind it. */
type PlainLink = {
  readonly start: number;
  readonly end: number;
  readonly open: string;
  readonly close: string;
};

/**
 * The edits that make `text` of the content, to the letter. New sentences are insertions. A link is held whole by one
 * edit, also where it was laid around the author's own words.
 *
 * @param urls the chosen ones, for addresses that no pattern tells the end of
 */
export function editsOfText(
  content: string,
  text: string,
  by: EditAuthor,
  urls: readonly string[] = [],
): Edit[] {
  return changesOf(content, readMarkup(text, urls), false).map((change, index) => editOf(change, index, by));
}

/** The same for all three; a version that is empty is none, and has no edits. */
export function editsOfTexts(content: string, versions: Readonly<Record<VersionName, string>>): VersionEdits {
  const of = (text: string) => (text === '' ? [] : editsOfText(content, text, 'model'));
  const { safe, exploratory, experimental } = versions;
  return { safe: of(safe), exploratory: of(exploratory), experimental: of(experimental) };
}

/**
 * Of a text, what it adds to the content: every edit is an insertion. Where the text changes or drops words of the
 * author's, the author's sentence stays, and what stood in its place is dropped. A link around the author's own words
 * takes two insertions, `[[` and the rest of the markup, which belong together.
 */
export function editsOfSafeText(
  content: string,
  text: string,
  by: EditAuthor,
  urls: readonly string[] = [],
): { edits: Edit[]; dropped: DroppedEdit[] } {
  const { changes, lost } = safeChangesOf(content, readMarkup(text, urls));
  return {
    edits: changes.map((change, index) => editOf(change, index, by)),
    dropped: lost.map((words) => ({ reason: 'not-safe', text: words })),
  };
}

function editOf({ start, end, text }: Change, index: number, by: EditAuthor): Edit {
  return { id: `${index + 1}`, start, end, text, by };
}

export type Change = Pick<Edit, 'start' | 'end' | 'text'>;

/** A change whose text leaves a link open is of use only together with the next. */
export type JoinedChange = Change & { readonly opens: boolean };

/** @param keepSpace leaves white space alone that the text only sets another way */
export function changesOf(content: string, segments: readonly Segment[], keepSpace: boolean): JoinedChange[] {
  const plain = plainOf(content, segments);
  const { runs } = diffTexts(content, plain.text, { safe: false, keepSpace, isWanted: () => false });
  return changesBetween(content, plain, cutOut(runs, plain.links));
}

export function safeChangesOf(
  content: string,
  segments: readonly Segment[],
): { changes: JoinedChange[]; lost: string[] } {
  const { text, links } = plainOf(content, segments);
  const { runs, lost } = diffTexts(content, text, {
    safe: true,
    keepSpace: true,
    isWanted: (start, end) => links.some((link) => link.start >= start && link.end <= end),
  });
  const kept = links.filter((link) =>
    runs.every(
      (run) =>
        run.kind !== 'undone' || run.bEnd <= link.start || run.bStart >= link.end || run.bStart === run.bEnd,
    ),
  );
  return {
    changes: changesBetween(content, { text, links: kept }, splitAt(runs, kept)),
    lost: lost.map(({ start, end }) => text.slice(start, end).trim()),
  };
}

/** What looks like a link and stands in the content, letter for letter, is text of the author's. */
function plainOf(content: string, segments: readonly Segment[]): Plain {
  const pieces: string[] = [];
  const links: PlainLink[] = [];
  const isOwn = createOwnCheck(content);
  let length = 0;
  for (const segment of segments) {
    const source = sourceOf(segment);
    if (segment.type === 'text' || isOwn(source)) {
      pieces.push(source);
      length += source.length;
      continue;
    }
    const at = source.indexOf(segment.anchor);
    const end = length + segment.anchor.length;
    links.push({
      start: length,
      end,
      open: source.slice(0, at),
      close: source.slice(at + segment.anchor.length),
    });
    pieces.push(segment.anchor);
    length = end;
  }
  return { text: pieces.join(''), links };
}

function createOwnCheck(content: string): (source: string) => boolean {
  const mayHold = content.includes('](') || content.includes('((');
  const known = new Map<string, boolean>();
  return (source) => {
    const isOwn = known.get(source) ?? (mayHold && content.includes(source));
    known.set(source, isOwn);
    return isOwn;
  };
}

/** Takes the anchors out of what stays, so that each stands in a change. */
function cutOut(runs: readonly Run[], links: readonly PlainLink[]): Run[] {
  const left: Run[] = [];
  let next = 0;
  for (const run of runs) {
    let rest: Run | null = run;
    while ((links[next]?.end ?? Infinity) <= run.bStart) next += 1;
    for (let at = next; rest !== null; at += 1) {
      const link: PlainLink | undefined = links[at];
      if (link === undefined || link.start >= rest.bEnd) break;
      if (link.start > rest.bStart) left.push(part(rest, rest.bStart, link.start));
      rest = link.end < rest.bEnd ? part(rest, link.end, rest.bEnd) : null;
    }
    if (rest !== null) left.push(rest);
  }
  return left;
}

/** Cuts what stays at both ends of each anchor, so that there is a change at either. */
function splitAt(runs: readonly Run[], links: readonly PlainLink[]): Run[] {
  const places = links.flatMap(({ start, end }) => [start, end]);
  const split: Run[] = [];
  let next = 0;
  for (const run of runs) {
    let from = run.bStart;
    while ((places[next] ?? Infinity) <= from) next += 1;
    for (
      let place = places[next];
      run.kind === 'same' && place !== undefined && place < run.bEnd;
      place = places[next]
    ) {
      if (place > from) split.push(part(run, from, place));
      from = place;
      next += 1;
    }
    split.push(run.kind === 'same' ? part(run, from, run.bEnd) : run);
  }
  return split;
}

function part(run: Run, from: number, to: number): Run {
  if (run.kind !== 'same') return { ...run, bStart: from, bEnd: to };
  const shift = run.aStart - run.bStart;
  return { ...run, aStart: from + shift, aEnd: to + shift, bStart: from, bEnd: to };
}

/** What stands between two runs, with the link markup that belongs there. */
function changesBetween(content: string, { text, links }: Plain, runs: readonly Run[]): JoinedChange[] {
  const marks = links.flatMap(({ start, end, open, close }) => [
    { at: start, text: open, opens: true },
    { at: end, text: close, opens: false },
  ]);
  const changes: JoinedChange[] = [];
  let opens = false;
  let next = 0;
  let from = { a: 0, b: 0 };
  const end: Run = { aStart: content.length, aEnd: 0, bStart: text.length, bEnd: text.length, kind: 'same' };
  for (const run of [...runs, end]) {
    const pieces: string[] = [];
    let at = from.b;
    for (let mark = marks[next]; mark !== undefined; mark = marks[next]) {
      const isLater = mark.opens && mark.at === run.bStart && run.bEnd === run.bStart && run !== end;
      if (mark.at > run.bStart || isLater) break;
      pieces.push(text.slice(at, mark.at), mark.text);
      at = mark.at;
      next += 1;
      ({ opens } = mark);
    }
    pieces.push(text.slice(at, run.bStart));
    const change = { start: from.a, end: run.aStart, text: pieces.join(''), opens };
    if (change.text !== content.slice(change.start, change.end)) changes.push(change);
    from = { a: run.aEnd, b: run.bEnd };
  }
  return changes;
}
