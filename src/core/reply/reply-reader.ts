import { readCommandLine, isUnclearCommand, readPlanLine } from '#core/commands/command-line.ts';
import type { CommandLine } from '#core/commands/command.ts';
import type { SkipRequest } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';

import { beginAnswer, endAnswer, readAnswerLine } from './answer-text.ts';
import {
  addToValue,
  beginsJson,
  endsInString,
  openValue,
  readJson,
  withoutSeparators,
  type OpenValue,
} from './json-values.ts';
import { cutAtMarkers, isLine, type MarkerLine, type OwnText, readMarkerLine, readOwnText } from './lines.ts';
import {
  createSection,
  endSection,
  forgetSection,
  isHalf,
  readSectionLine,
  readSectionText,
  startVersion,
  type ReplyEvent,
  type ReplyLine,
  type Section,
} from './section.ts';

/** A longer line is read in pieces. In UTF-16 units. */
const lineLimit = 65_536;
/** A longer JSON value is cut off here. In UTF-16 units. */
const valueLimit = 1_000_000;
/** More text than this before the first version may be reasoning whose opening tag is missing. In UTF-16 units. */
const reasoningLimit = 400;
/** Further links that are left out before the first version are ignored. */
const skipLimit = 1000;

/** Reads the reply of a model while it arrives. */
export type ReplyReader = {
  /** Reads the next piece of the reply, however it is cut. Returns the new events that are certain. */
  feed(piece: string): ReplyEvent[];
  /** Reads what is left when the reply has ended. Returns the last events. */
  end(): ReplyEvent[];
};

/** What has been read of a reply. */
type ReplyState = {
  readonly own: OwnText;
  /** The only version that was requested. Edits before any marker line belong to it. */
  readonly requested: VersionName | null;
  readonly events: ReplyEvent[];
  readonly done: Set<VersionName>;
  readonly open: Map<VersionName, Section>;
  /** The section that reads the next line. Null: there is none yet, or it does not count. */
  current: Section | null;
  hasBegun: boolean;
  /** How much text came before the first section. In UTF-16 units. */
  talked: number;
  /** Links that are left out before the first version, and so out of all versions. */
  skips: SkipRequest[];
  /** Whether the whole reply is in a code fence. */
  isFenced: boolean;
  value: OpenValue | null;
  /** The beginning of a line. */
  readonly line: LineBuffer;
  /** Whether the rest of a too long line is ignored. */
  isCut: boolean;
};

/**
 * Reads three versions from a reply, in any form that models use. Each version goes from its marker line to the next
 * one. Of several sections for a version, the first with any content counts. Removes everything around the versions,
 * unless the user's `content` contains it: reasoning, a preamble, a code fence around everything, a rule before the
 * next marker, a closing remark.
 *
 * @param requested the only version that was requested
 */
export function createReplyReader(content = '', requested: VersionName | null = null): ReplyReader {
  const state: ReplyState = {
    own: readOwnText(content),
    requested,
    events: [],
    done: new Set(),
    open: new Map(),
    current: null,
    hasBegun: false,
    talked: 0,
    skips: [],
    isFenced: false,
    value: null,
    line: { text: '', isBegun: false },
    isCut: false,
  };
  const raw: LineBuffer = { text: '', isBegun: false };
  const answer = beginAnswer(content, {
    text: (piece) => readText(state, piece),
    forget: () => forget(state),
    inString: () => endsInString(state.value, state.line.text),
  });
  return {
    feed(piece) {
      for (const { text } of linesOf(raw, piece)) readAnswerLine(answer, text);
      return takeEvents(state);
    },
    end() {
      readAnswerLine(answer, raw.text);
      readText(state, answerIn(endAnswer(answer)));
      endReply(state);
      return takeEvents(state);
    },
  };
}

/** Returns the new events. */
function takeEvents({ talked, events }: ReplyState): ReplyEvent[] {
  return talked > reasoningLimit ? [] : events.splice(0);
}

/** The beginning of a line. `isBegun`: a part of it was passed on. */
type LineBuffer = { text: string; isBegun: boolean };

/** A line with its line break, or a part of a line that is too long. */
type Line = { readonly text: string; readonly isStart: boolean; readonly isWhole: boolean };

/** Adds a piece to the buffer, and returns the lines that have ended. */
function linesOf(buffer: LineBuffer, piece: string): readonly Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < piece.length;) {
    const lineBreak = piece.indexOf('\n', from);
    const end = lineBreak < 0 ? piece.length : lineBreak + 1;
    buffer.text += piece.slice(from, end);
    from = end;
    while (buffer.text.length >= lineLimit) {
      lines.push({ text: buffer.text.slice(0, lineLimit), isStart: !buffer.isBegun, isWhole: false });
      buffer.text = buffer.text.slice(lineLimit);
      buffer.isBegun = true;
    }
    if (lineBreak < 0) break;
    if (buffer.text !== '')
      lines.push({ text: buffer.text, isStart: !buffer.isBegun, isWhole: !buffer.isBegun });
    [buffer.text, buffer.isBegun] = ['', false];
  }
  return lines;
}

/** Reads text of the answer. */
function readText(state: ReplyState, piece: string): void {
  for (const { text, isStart, isWhole } of linesOf(state.line, piece))
    if (isWhole) readWholeLine(state, text.slice(0, -1), '\n');
    else readLinePart(state, text, isStart);
}

/** Drops everything that was not reported, because it was reasoning. */
function forget(state: ReplyState): void {
  for (const section of state.open.values()) forgetSection(section);
  endSections(state);
  if (state.talked > reasoningLimit) {
    state.done.clear();
    state.events.length = 0;
  }
  [state.line.text, state.line.isBegun, state.value, state.skips] = ['', false, null, []];
  [state.hasBegun, state.talked, state.isFenced] = [false, 0, false];
}

/** Returns the answer at the end of a reasoning block that was not closed: all versions in their order, and a proper end. */
function answerIn(thoughts: string): string {
  const missing = [...versionNames];
  if (isHalf(thoughts.trimEnd(), false)) return '';
  for (let end = thoughts.length; end > 0;) {
    const start = thoughts.lastIndexOf('\n', end - 1) + 1;
    const marker = readMarkerLine(thoughts.slice(start, end));
    if (marker?.isRequested === true && marker.version !== missing.pop()) return '';
    if (missing.length === 0) return thoughts.slice(start);
    end = start - 1;
  }
  return '';
}

function endReply(state: ReplyState): void {
  if (state.line.isBegun) readLinePart(state, state.line.text, false);
  else readWholeLine(state, state.line.text, '');
  endValue(state);
  // Without a version, the only one that was requested leaves all its links out.
  if (state.requested !== null && state.skips.length > 0) {
    turnTo(state, state.requested);
    if (state.current !== null) startVersion(state.current);
  }
  endSections(state);
  state.talked = 0;
}

/** Reads a part of a line that is too long. */
function readLinePart(state: ReplyState, text: string, isStart: boolean): void {
  const form = formOf(state);
  if (form === 'unheard' && state.value === null) return;
  if (isStart) state.isCut = form === 'edits' || readCommandLine(text) !== null;
  if (state.value !== null || (isStart && mayHoldJson(form) && beginsJson(text))) addJson(state, text);
  else if (isStart && (state.isCut || form === 'none')) readLine(state, text, '\n');
  else if (!state.isCut && state.current !== null) readSectionText(state.current, text);
}

function readWholeLine(state: ReplyState, whole: string, lineBreak: string): void {
  const form = formOf(state);
  const isOne = whole.indexOf('VERSION', 1) < 0 || form === 'unheard' || state.own.has(whole);
  const parts = isOne ? [whole] : cutAtMarkers(whole, form === 'text' || form === 'open');
  for (const [index, part] of parts.entries())
    readLine(state, part, index === parts.length - 1 ? lineBreak : '\n');
}

function readLine(state: ReplyState, whole: string, lineBreak: string): void {
  const bare = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
  const { value } = state;
  if (value !== null && (value.inString || /^\s*["'[\]{},]/u.test(bare)))
    return addJson(state, whole + lineBreak);
  const { command, marker, isJson, isUnclear, skips } = contentOf(state, bare);
  if (value !== null) {
    if (command === null && marker?.isRequested !== true) return addJson(state, whole + lineBreak);
    endValue(state);
  }
  const isEarly = command !== null && 'skips' in command && command.version === null && !state.hasBegun;
  if (isEarly) addSkips(state, command.skips);
  else if (skips !== null) addSkips(state, skips);
  else if (marker !== null) {
    startSection(state, marker.version);
    if (marker.text !== '') readLine(state, marker.text, lineBreak);
  } else if (isJson) addJson(state, whole + lineBreak);
  else {
    if (command !== null || isUnclear) turnTo(state, command?.version ?? null);
    readInSection(state, { bare, whole: whole + lineBreak, command, isUnclear, isFenced: state.isFenced });
    if (state.hasBegun) return;
    state.talked += bare.length;
    if (isLine('opening-fence', bare)) state.isFenced = !state.isFenced;
  }
}

/** What a line is. At most one is there. `skips`: the links that a line before the first version leaves out. */
type LineContent = {
  readonly command: CommandLine | null;
  readonly marker: MarkerLine | null;
  readonly isJson: boolean;
  readonly isUnclear: boolean;
  readonly skips: readonly SkipRequest[] | null;
};

const onlyText: LineContent = { command: null, marker: null, isJson: false, isUnclear: false, skips: null };

/** Returns what a line is, depending on the form of its section. The author's own lines are text. */
function contentOf(state: ReplyState, bare: string): LineContent {
  if (!/[\p{L}{[]/u.test(bare)) return onlyText;
  const { own, hasBegun } = state;
  const form = formOf(state);
  const isOwn = own.has(bare);
  if (!isOwn && form !== 'unheard') {
    const command = readCommandLine(bare);
    if (command !== null) return { ...onlyText, command };
    if (mayHoldJson(form) && beginsJson(bare)) return { ...onlyText, isJson: true };
  }
  const marker = readMarkerLine(bare, own.saysVersion ? undefined : (number) => versionAt(state, number));
  if (marker !== null && begins(marker, isOwn, form, own)) return { ...onlyText, marker };
  if (isOwn) return onlyText;
  const skips = hasBegun ? null : readPlanLine(bare);
  return skips === null ? { ...onlyText, isUnclear: isUnclearCommand(bare) } : { ...onlyText, skips };
}

/** `none`: before the first section. `unheard`: in a section that does not count. */
type Form = Section['form'] | 'none' | 'unheard';

function formOf({ current, hasBegun }: ReplyState): Form {
  return current?.form ?? (hasBegun ? 'unheard' : 'none');
}

function mayHoldJson(form: Form): boolean {
  return form === 'none' || form === 'open' || form === 'edits';
}

/** Whether a marker begins a section. Within a text, a bare name must be formatted, and the author must not use it. */
function begins(marker: MarkerLine, isOwn: boolean, form: Form, own: OwnText): boolean {
  if (marker.isRequested) return !isOwn;
  return form === 'none' || form === 'edits' || (marker.isSure && !isOwn && !own.names(marker.version));
}

function versionAt({ requested, done, open }: ReplyState, number: number): VersionName | undefined {
  const isNew = (version: VersionName) => !done.has(version) && !open.has(version);
  return requested ?? versionNames[number - 1] ?? versionNames.find(isNew);
}

function addJson(state: ReplyState, text: string): void {
  for (let rest = text; rest !== '';) {
    state.value ??= openValue();
    const behind = addToValue(state.value, rest);
    if (behind === null && state.value.text.length <= valueLimit) return;
    endValue(state);
    rest = withoutSeparators(behind ?? '');
    if (beginsJson(rest)) continue;
    if (/\p{L}/u.test(rest)) readLine(state, rest.trimEnd(), '\n');
    return;
  }
}

/** Reads a JSON value, even if it was cut off. */
function endValue(state: ReplyState): void {
  const text = state.value?.text ?? '';
  state.value = null;
  if (text === '') return;
  const pieces = readJson(text);
  for (const piece of pieces) {
    turnTo(state, piece.version);
    if ('lines' in piece) for (const line of piece.lines.split('\n')) readLine(state, line, '\n');
    else {
      const bare = writtenOut(piece.command);
      const line = { bare, whole: `${bare}\n`, isUnclear: false, isFenced: state.isFenced };
      readInSection(state, { ...line, command: piece.command });
    }
    endValue(state);
  }
  if (pieces.length === 0 && state.current !== null) readSectionText(state.current, text);
}

/** Returns a command from JSON as a line. */
function writtenOut(command: CommandLine): string {
  if (!('edit' in command)) return '';
  const { action, sentence, last, text } = command.edit;
  return `${action.toUpperCase()} ${last === undefined ? sentence : `${sentence}-${last}`}: ${text}`;
}

function readInSection(state: ReplyState, line: ReplyLine): void {
  const { command } = line;
  if (!state.hasBegun && command !== null && 'skips' in command) return addSkips(state, command.skips);
  if (state.current === null) return;
  readSectionLine(state.current, line);
  // A version whose edits repeat themselves without an end is finished.
  if (state.current.isLooping) endSections(state);
}

function addSkips({ skips }: ReplyState, more: readonly SkipRequest[]): void {
  if (skips.length < skipLimit) skips.push(...more);
}

/** Ends the open sections and begins the version that a marker line names. */
function startSection(state: ReplyState, version: VersionName): void {
  const { current } = state;
  // This line is a heading below the marker line of the same version.
  if (current?.version === version && current.form === 'open') forgetSection(current);
  else endSections(state);
  turnTo(state, version);
}

/** Continues with a version and leaves others open. Null: the current version, else the one that was requested. */
function turnTo(state: ReplyState, named: VersionName | null): void {
  const { own, events, requested, done, open } = state;
  const version = named ?? (state.hasBegun ? null : requested);
  if (version === null) return;
  state.hasBegun = true;
  for (const each of requested === null ? versionNames : [requested])
    for (const skip of state.skips) events.push({ type: 'version-skip', version: each, skip });
  state.skips = [];
  if (state.current?.version === version) return;
  state.current = open.get(version) ?? (done.has(version) ? null : createSection(version, own, events));
  if (state.current !== null) open.set(version, state.current);
}

function endSections(state: ReplyState): void {
  for (const [version, section] of state.open) if (endSection(section)) state.done.add(version);
  state.open.clear();
  state.current = null;
}
