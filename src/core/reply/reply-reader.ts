import { createAnswerReader } from './answer-text.ts';
import { isUnclearEdit, readEditLine } from './edit-line.ts';
import type { EditLine } from './edit-line.ts';
import { isOpeningFence } from './lines/frame-line.ts';
import { createJsonReader } from './lines/json-edits.ts';
import { beginsJson } from './lines/json-values.ts';
import { createLineReader } from './lines/line-reader.ts';
import { lineLimit, mayBeMarkerLine, mayBeStructure, startLimit } from './lines/line-start.ts';
import { readMarkerLine } from './marker-line.ts';
import type { MarkerLine } from './marker-line.ts';
import { createOwnText } from './sections/own-text.ts';
import type { OwnText } from './sections/own-text.ts';
import type { HeldLine } from './sections/section.ts';
import type { ReplyEvent } from './reply-event.ts';
import { createSections } from './sections/sections.ts';
import type { Sections } from './sections/sections.ts';
import type { AskedEdit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

/** Reads a model's reply as it arrives. Both calls give the events that have become certain. */
export type ReplyReader = {
  feed(chunk: string): ReplyEvent[];
  end(): ReplyEvent[];
};

/**
 * Reads three versions out of a reply, in whatever form models tell them: each from behind its marker line up to the
 * next one, the first of its name that has anything, be it text or edits. What models put around the versions is left
 * out: reasoning, a preamble, a code fence around everything, a rule before the next marker, a closing remark, unless
 * the user's `content` itself has it there. Edits before any marker line belong to the `assumed` version: the only one
 * that was asked for.
 */
export function createReplyReader(content = '', assumed: VersionName | null = null): ReplyReader {
  const own = createOwnText(content);
  const sections = createSections(own, assumed);
  const taker = createLineTaker(own, sections);
  let atLineStart = true;
  /** Whether the line that arrives has shown by its start that all of it matters. */
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
      taker.line(whole, lineBreak);
      atLineStart = true;
      isTold = false;
    },
  });

  const answer = createAnswerReader(content, {
    text: (piece) => lines.feed(piece),
    forget() {
      lines.forget();
      taker.forget();
      sections.forget();
      [atLineStart, isTold] = [true, false];
    },
  });

  return {
    feed(chunk) {
      answer.feed(chunk);
      return sections.taken();
    },
    end() {
      answer.end();
      lines.end();
      taker.end();
      sections.end();
      return sections.taken();
    },
  };
}

/** Tells what a line is, and passes it on to its section. */
function createLineTaker(own: OwnText, sections: Sections) {
  /** Whether all stands in a fence, and whether the line was too long: the rest of it does not count. */
  let [isFenced, isCut] = [false, false];

  const takeLine = (whole: string, lineBreak: string): void => {
    const bare = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    const form = sections.form();
    if (json.isOpen() && (json.inString() || /^\s*["'[\]{},]/u.test(bare)))
      return json.add(whole + lineBreak);
    if (form === 'unheard' && !mayBeMarkerLine(bare)) return;
    const { edit, marker, isJson, isUnclear } = lookAt(bare, form, own);
    if (json.isOpen()) {
      if (edit === null && marker?.isAsked !== true) return json.add(whole + lineBreak);
      json.close();
    }
    if (marker !== null) {
      sections.start(marker.version);
      if (marker.text !== '') takeLine(marker.text, '\n');
    } else if (isJson) json.add(whole + lineBreak);
    else {
      if (edit !== null || isUnclear) sections.turnTo(edit?.version ?? null);
      sections.current()?.line({ bare, whole: whole + lineBreak, edit, isFenced });
      if (sections.hasBegun()) return;
      sections.talk(bare.length);
      if (isOpeningFence(bare)) isFenced = !isFenced;
    }
  };

  const json = createJsonReader({
    pieces(pieces, source) {
      for (const piece of pieces) {
        sections.turnTo(piece.version);
        if ('edit' in piece) sections.current()?.line({ ...heldLineOf(piece.edit), isFenced });
        else for (const line of piece.lines.split('\n')) takeLine(line, '\n');
        json.close();
      }
      if (pieces.length === 0) sections.current()?.text(source);
    },
    line: (rest) => takeLine(rest, '\n'),
  });

  return {
    inJson: json.isOpen,
    line: takeLine,
    /** Of a line that is plain text, or longer than a line is held: its first piece, or one of the others. */
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

type Form = ReturnType<Sections['form']>;
type Look = {
  readonly edit: EditLine | null;
  readonly marker: MarkerLine | null;
  readonly isJson: boolean;
  /** Meant as an edit, but of what cannot be told. */
  readonly isUnclear: boolean;
};

const plainText: Look = { edit: null, marker: null, isJson: false, isUnclear: false };

/** What a line says, where it stands. The author's own lines are text. */
function lookAt(bare: string, form: Form, own: OwnText): Look {
  if (!/[\p{L}{[]/u.test(bare)) return plainText;
  const isOwn = own.has(bare);
  const edit = isOwn || form === 'unheard' ? null : readEditLine(bare);
  const isJson = !isOwn && mayTellJson(form) && beginsJson(bare);
  const marker = edit !== null || isJson ? null : readMarkerLine(bare);
  return {
    edit,
    marker: marker !== null && isMarker(marker, isOwn, form, own) ? marker : null,
    isJson,
    isUnclear: !isOwn && isUnclearEdit(bare),
  };
}

/** An edit that was told in JSON, as the asked form has it. */
function heldLineOf(edit: AskedEdit): Pick<HeldLine, 'bare' | 'whole' | 'edit'> {
  const numbers = edit.last === undefined ? `${edit.sentence}` : `${edit.sentence}-${edit.last}`;
  const bare = `${edit.action.toUpperCase()} ${numbers}: ${edit.text}`;
  return { bare, whole: `${bare}\n`, edit: { edit, version: null, emphasis: '', isWhole: true } };
}

/** A bare name begins a section where no text can be; in a text it is dressed, and not the author's. */
function isMarker(marker: MarkerLine, isOwn: boolean, form: Form, own: OwnText): boolean {
  if (marker.isAsked) return !isOwn;
  return form === 'none' || form === 'edits' || (marker.isSure && !isOwn && !own.names(marker.version));
}

function mayTellJson(form: Form): boolean {
  return form === 'none' || form === 'open' || form === 'edits';
}
