import type { SkipRequest } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import { lowerBound } from '#core/lib/helpers.ts';

import type { CommandLine } from '#core/commands/edit-request.ts';
import { createAnswerReader } from './answer-text.ts';
import { isUnclearCommand, readEditLine } from '#core/commands/edit-line.ts';
import { isHalf } from './edit-text.ts';
import { beginsJson, createJsonReader, type JsonPiece } from './json-edits.ts';
import { isOpeningFence, readMarkerLine, sectionsOnLine, type MarkerLine } from './lines.ts';
import { mayBeMarkerLine, mayBeStructure, startLimit } from './line-starts.ts';
import { readPlanLine } from './plan.ts';
import { createOwnText, createSections, type OwnText, type Sections } from './sections.ts';
import type { ReplyEvent } from './reply-events.ts';

/** A longer line is read in pieces. In UTF-16 units. */
const lineLimit = 65_536;

/**
 * Reads three versions from a reply, in any form that models use. Each version goes from its marker line to the next
 * one. Of several sections for a version, the first with any content counts. Removes everything around the versions,
 * unless the user's `content` contains it: reasoning, a preamble, a code fence around everything, a rule before the
 * next marker, a closing remark. Edits before any marker line belong to the version `assumed`. `feed` and `end` return
 * the new events that are certain.
 */
export function createReplyReader(content = '', assumed: VersionName | null = null) {
  const own = createOwnText(content);
  const sections = createSections(own, assumed);
  const taker = createLineTaker(own, sections);
  let atLineStart = true;
  /** Whether the start of the line has already shown what the line is. */
  let isTold = false;

  const lines = createLineReader({
    mayMatter(start) {
      if (start.length > lineLimit) return false;
      const form = sections.form();
      if (form === 'none' || form === 'edits' || taker.inJson() || isTold) return true;
      const atParagraph = sections.current()?.atParagraph() === true;
      const may = form === 'unheard' ? mayBeMarkerLine(start) : mayBeStructure(start, atParagraph);
      isTold = may && start.length > startLimit;
      return may;
    },
    text(piece) {
      taker.piece(piece, atLineStart);
      atLineStart = piece.endsWith('\n');
      isTold = false;
    },
    line(whole, lineBreak) {
      const form = sections.form();
      const parts = form === 'unheard' || own.has(whole) ? [whole] : sectionsOnLine(whole, form === 'text');
      for (const [index, part] of parts.entries())
        taker.line(part, index === parts.length - 1 ? lineBreak : '\n');
      atLineStart = true;
      isTold = false;
    },
  });

  const answer = createAnswerReader(content, {
    text: lines.feed,
    forget() {
      lines.forget();
      taker.forget();
      sections.forget();
      [atLineStart, isTold] = [true, false];
    },
    thoughts: (text) => lines.feed(answerIn(text)),
  });

  return {
    feed(chunk: string): ReplyEvent[] {
      answer.feed(chunk);
      return sections.taken();
    },
    end(): ReplyEvent[] {
      answer.end();
      lines.end();
      taker.end();
      sections.end();
      return sections.taken();
    },
  };
}

/** Returns the answer at the end of a reasoning block that was not closed: all versions in their order, and a proper end. */
function answerIn(thoughts: string): string {
  const missing = [...versionNames];
  if (isHalf(thoughts.trimEnd(), false)) return '';
  for (let end = thoughts.length; end > 0;) {
    const start = thoughts.lastIndexOf('\n', end - 1) + 1;
    const marker = readMarkerLine(thoughts.slice(start, end));
    if (marker?.isAsked === true && marker.version !== missing.pop()) return '';
    if (missing.length === 0) return thoughts.slice(start);
    end = start - 1;
  }
  return '';
}

/** Decides what a line is, and passes it to its section. */
function createLineTaker(own: OwnText, sections: Sections) {
  /** Whether the whole reply is in a code fence, and whether the rest of a too long line must be ignored. */
  let [isFenced, isCut] = [false, false];

  const takeLine = (whole: string, lineBreak: string): void => {
    const bare = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    const form = sections.form();
    const goesOn = json.isOpen() && (json.inString() || /^\s*["'[\]{},]/u.test(bare));
    if (goesOn) return json.add(whole + lineBreak);
    if (form === 'unheard' && !mayBeMarkerLine(bare)) return;
    const { edit, marker, isJson, isUnclear, skips } = lookAt(bare, form, own, sections);
    if (json.isOpen()) {
      if (edit === null && marker?.isAsked !== true) return json.add(whole + lineBreak);
      json.close();
    }
    if (skips !== null) sections.skipEverywhere(skips);
    else if (marker !== null) {
      sections.start(marker.version);
      if (marker.text !== '') takeLine(marker.text, lineBreak);
    } else if (isJson) json.add(whole + lineBreak);
    else {
      if (edit !== null || isUnclear) sections.turnTo(edit?.version ?? null);
      sections.line({ bare, whole: whole + lineBreak, edit, isUnclear, isFenced });
      sections.talk(bare.length);
      if (!sections.hasBegun() && isOpeningFence(bare)) isFenced = !isFenced;
    }
  };

  const json = createJsonReader({
    pieces(pieces, source) {
      for (const piece of pieces) {
        sections.turnTo(piece.version);
        if ('lines' in piece) for (const line of piece.lines.split('\n')) takeLine(line, '\n');
        else sections.line({ ...heldLineOf(piece), isFenced });
        json.close();
      }
      if (pieces.length === 0) sections.current()?.text(source);
    },
    line: (rest) => takeLine(rest, '\n'),
  });

  return {
    inJson: json.isOpen,
    line: takeLine,
    /** Takes pieces of a line that is plain text or too long to be held. `isStart` marks the first piece. */
    piece(piece: string, isStart: boolean): void {
      const form = sections.form();
      if (form === 'unheard' && !json.isOpen()) return;
      if (isStart) isCut = piece.length > lineLimit && (form === 'edits' || readEditLine(piece) !== null);
      if (json.isOpen() || (isStart && mayTellJson(form) && beginsJson(piece))) json.add(piece);
      else if (isStart && (isCut || form === 'none')) takeLine(piece, '\n');
      else if (!isCut) sections.current()?.text(piece);
    },
    forget(): void {
      json.drop();
      isFenced = false;
    },
    end: json.close,
  };
}

/** Returns the links that a line before the first version leaves out. Null: it is no line of a plan. */
function plannedSkips(bare: string, edit: CommandLine | null, own: OwnText): readonly SkipRequest[] | null {
  if (edit !== null) return 'skips' in edit && edit.version === null ? edit.skips : null;
  return own.has(bare) ? null : readPlanLine(bare);
}

type Form = ReturnType<Sections['form']>;

/** Returns what a line is, depending on the form of its section. The author's own lines are text. */
function lookAt(bare: string, form: Form, own: OwnText, { versionAt, hasBegun }: Sections) {
  if (!/[\p{L}{[]/u.test(bare))
    return { edit: null, marker: null, isJson: false, isUnclear: false, skips: null };
  const isOwn = own.has(bare);
  const edit = isOwn || form === 'unheard' ? null : readEditLine(bare);
  const isJson = !isOwn && mayTellJson(form) && beginsJson(bare);
  const marker =
    edit !== null || isJson ? null : readMarkerLine(bare, own.saysVersion ? undefined : versionAt);
  const begun = marker !== null && isMarker(marker, isOwn, form, own) ? marker : null;
  return {
    edit,
    marker: begun,
    isJson,
    isUnclear: !isOwn && edit === null && begun === null && !isJson && isUnclearCommand(bare),
    skips: begun === null && !isJson && !hasBegun() ? plannedSkips(bare, edit, own) : null,
  };
}

/** Returns the line for a command from JSON. */
function heldLineOf(piece: Exclude<JsonPiece, { lines: string }>) {
  if ('skips' in piece) return { bare: '', whole: '\n', edit: { ...piece, isSure: true }, isUnclear: false };
  const { action, sentence, last, text } = piece.edit;
  const bare = `${action.toUpperCase()} ${last === undefined ? sentence : `${sentence}-${last}`}: ${text}`;
  const edit = { edit: piece.edit, version: null, emphasis: '', isWhole: true, isSure: true };
  return { bare, whole: `${bare}\n`, edit, isUnclear: false };
}

/** Whether a marker begins a section. Within a text, a bare name must be formatted, and the author must not use it. */
function isMarker(marker: MarkerLine, isOwn: boolean, form: Form, own: OwnText): boolean {
  if (marker.isAsked) return !isOwn;
  return form === 'none' || form === 'edits' || (marker.isSure && !isOwn && !own.names(marker.version));
}

function mayTellJson(form: Form): boolean {
  return form === 'none' || form === 'open' || form === 'edits';
}

/** Takes the lines from a line reader. */
type LineHandler = {
  /**
   * Whether a line that begins with `start` must be seen whole. If true for a start, it must be true for every
   * shorter start of it.
   */
  mayMatter(start: string): boolean;
  /** Takes the text of any other line, in pieces, with its line break. */
  text(piece: string): void;
  /** Takes a line that must be seen whole, without its line break. */
  line(whole: string, lineBreak: string): void;
};

/** Cuts a stream into lines. It holds back only lines that may matter. `forget` drops the line that has begun. */
function createLineReader(handler: LineHandler) {
  let line = '';
  /** Whether the line is known to be plain text. */
  let plain = false;

  function add(piece: string): void {
    if (plain) return handler.text(piece);
    const known = line.length;
    line += piece;
    if (handler.mayMatter(line)) return;
    // The decision depends on the same length of the line, however the stream is cut.
    const certain = certainFrom(handler, line, known);
    handler.text(line.slice(0, certain));
    if (certain < line.length) handler.text(line.slice(certain));
    plain = true;
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

/** Returns the length of the beginning that shows that the line does not matter. It is more than `known`. */
function certainFrom({ mayMatter }: LineHandler, whole: string, known: number): number {
  let low = known;
  let high = Math.min(known + 1, whole.length);
  while (high < whole.length && mayMatter(whole.slice(0, high))) {
    low = high;
    high = Math.min(2 * high, whole.length);
  }
  return lowerBound(low + 1, high, (length) => mayMatter(whole.slice(0, length)));
}
