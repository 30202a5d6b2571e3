import { isUnclearCommand, readCommandLine, readPlanLine } from '#core/commands/command-line.ts';
import { withoutClosingTag, type CommandLine, type EditLine } from '#core/commands/command.ts';
import { commandPattern, Cursor, joinWords, newWords, oldWords, plainLine } from '#core/commands/lexer.ts';
import type { EditRequest, SkipRequest } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';

import { cutAt, isFrame, isLine, isRemark, type OwnText } from './lines.ts';

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

/** Limits for the edits and unreadable lines of one version. Further ones are ignored. */
const eventLimit = 2000;
const unreadableLimit = 1000;
/** A model that requests the same edit more often is in a loop. */
const repeatLimit = 20;
/** How much text is kept back because it may be a leftover at the end of a version. In UTF-16 units. */
const leftoverLimit = 4096;
/** More text than this before the edits is not an introduction to them. In UTF-16 units. */
const introductionLimit = 600;
/** No line is added to a longer edit. In UTF-16 units. */
const editLimit = 65_536;
/** How many equal characters show that words are the author's. */
const ownLength = 8;

/** A line of an answer. `bare` is without its line break, `whole` with it. */
export type ReplyLine = {
  readonly bare: string;
  readonly whole: string;
  readonly command: CommandLine | null;
  /** Meant as a command, but its place is unknown. */
  readonly isUnclear: boolean;
  /** Whether the whole reply is in a code fence. */
  readonly isFenced: boolean;
};

/** An edit that may go on. `isOpen`: its last line has no line end. */
type PendingEdit = EditLine & { text: string; isOpen: boolean; readonly source: string };

/** The content behind one marker line: the version's text or its edits. */
export type Section = {
  readonly version: VersionName;
  readonly own: OwnText;
  readonly events: ReplyEvent[];
  /** The first line with content decides. */
  form: 'open' | 'text' | 'edits';
  hasFence: boolean;
  /** Text that does not begin like the author's. If it is short, it may be an introduction to edits. */
  introduction: string;
  /** Blank lines, fences and the like. They belong to the version only if more text follows. */
  leftover: string;
  edit: PendingEdit | null;
  hasStarted: boolean;
  hasSkipped: boolean;
  /** Whether the model requests the same edit again and again. Nothing else of the version counts. */
  isLooping: boolean;
  eventsLeft: number;
  readonly requests: Map<string, number>;
};

export function createSection(version: VersionName, own: OwnText, events: ReplyEvent[]): Section {
  return {
    version,
    own,
    events,
    form: 'open',
    hasFence: false,
    introduction: '',
    leftover: '',
    edit: null,
    hasStarted: false,
    hasSkipped: false,
    isLooping: false,
    eventsLeft: eventLimit,
    requests: new Map(),
  };
}

export function readSectionLine(section: Section, line: ReplyLine): void {
  const { form, own } = section;
  const isFirst = form === 'open' && section.introduction === '';
  const kind = kindOf(section, line, isFirst);
  if (kind === 'edit') decide(section, 'edits');
  if (isFirst && !own.opensWithFence && isLine('opening-fence', line.bare)) section.hasFence = true;
  else if (kind === 'edit' || kind === 'skip') readEditLine(section, line);
  else if (kind === 'unreadable') reportUnreadable(section, line.bare);
  else if (kind === 'text' && form !== 'text' && !isFirst) readSectionText(section, line.whole);
  else if (kind === 'text' && !isLeftover(section, line)) readSectionText(section, line.whole);
  else if (kind === 'text') keepLeftover(section, line.whole);
}

/** Reads text of a version, or text among its edits. */
export function readSectionText(section: Section, text: string): void {
  if (section.form === 'edits') reportUnreadable(section, text);
  else if (section.form === 'text') writeText(section, text);
  else {
    section.introduction += text;
    if (section.introduction.length > introductionLimit || section.own.begins(section.introduction))
      decide(section, 'text');
  }
}

/** Drops what has begun and was not reported. */
export function forgetSection(section: Section): void {
  section.introduction = '';
  section.edit = null;
}

/** Reports the rest and the end. Returns whether anything of the version was reported. */
export function endSection(section: Section): boolean {
  if (section.introduction.trim() !== '') decide(section, 'text');
  endEdit(section);
  // A version that only skips links has no edits.
  if (section.hasSkipped) startVersion(section);
  if (section.hasStarted) section.events.push({ type: 'version-end', version: section.version });
  return section.hasStarted;
}

function decide(section: Section, form: 'text' | 'edits'): void {
  const { introduction } = section;
  [section.form, section.introduction] = [form, ''];
  if (form === 'text' && introduction !== '') writeText(section, introduction);
  if (form === 'edits' && introduction.trim() !== '') reportUnreadable(section, introduction);
}

/** Returns what a line of a section is. Within a text, an edit must have capitals or a link. */
function kindOf(
  { form, own }: Section,
  { bare, command, isUnclear }: ReplyLine,
  isFirst: boolean,
): 'text' | 'edit' | 'skip' | 'unreadable' | 'nothing' {
  if (form === 'edits') return 'edit';
  if (bare.trim() === '' || own.has(bare)) return 'text';
  if (command !== null && 'skips' in command && command.isSure) return 'skip';
  if (form === 'open' && readPlanLine(bare) !== null) return 'nothing';
  const isEdit = command === null ? isUnclear : form === 'open' || command.isSure;
  if (form === 'open' && (isEdit || isLine('no-edits', bare))) return 'edit';
  if (isEdit || isLine('omission', bare)) return 'unreadable';
  const isFrameLine =
    isLine('placeholder', bare) || (isFirst && (isLine('announcement', bare) || isLine('table-frame', bare)));
  return isFrameLine ? 'nothing' : 'text';
}

/** Whether the line belongs to a text only when more text follows. */
function isLeftover(
  { own, hasStarted, leftover, hasFence }: Section,
  { bare, isFenced }: ReplyLine,
): boolean {
  const atParagraph = !hasStarted || /\n[^\S\n]*\n$/u.test(leftover.slice(-80));
  return (
    bare.trim() === '' ||
    ((hasFence || isFenced) && isLine('closing-fence', bare)) ||
    (isLine('rule', bare) && !own.endsWithRule) ||
    (atParagraph && isRemark(bare) && !own.holds(bare.trim()))
  );
}

export function startVersion(section: Section): void {
  if (!section.hasStarted) section.events.push({ type: 'version-start', version: section.version });
  section.hasStarted = true;
}

function report(section: Section, event: ReplyEvent): void {
  if (section.eventsLeft <= 0) return;
  section.eventsLeft -= 1;
  if (event.type === 'version-edit') startVersion(section);
  section.events.push(event);
}

function reportUnreadable(section: Section, text: string): void {
  endEdit(section);
  const short = text.trim().slice(0, unreadableLimit);
  report(section, { type: 'version-unreadable', version: section.version, text: short });
}

/** Adds a text, without marks of the protocol, blank lines before the version and white space at its end so far. */
function writeText(section: Section, text: string): void {
  const clean = section.own.withoutMarks(text);
  const solid = clean.trimEnd();
  if (solid !== '') {
    const whole = section.leftover + solid;
    addText(section, section.hasStarted ? whole : whole.replace(/^(?:[^\S\n]*\n)+/u, ''));
    section.leftover = '';
  }
  if (solid !== clean) keepLeftover(section, clean.slice(solid.length));
}

function keepLeftover(section: Section, text: string): void {
  section.leftover += text;
  if (section.leftover.length <= leftoverLimit) return;
  if (section.hasStarted || section.leftover.trim() !== '') addText(section, section.leftover);
  section.leftover = '';
}

/** Reports a text, and joins it with a text just before it. */
function addText(section: Section, text: string): void {
  const { version, events } = section;
  startVersion(section);
  const last = events.at(-1);
  if (last?.type === 'version-text' && last.version === version)
    events[events.length - 1] = { ...last, text: last.text + text };
  else events.push({ type: 'version-text', version, text });
}

/**
 * Reads a line of a version that consists of edits. An edit that ends with closing punctuation gets no further line. An
 * edit without a text gets the next line that is not blank. An edit that stops within a sentence continues on the next
 * line, if that line begins within a sentence. If the reply ends there instead, it is unreadable. Everything else is
 * unreadable, too, except blank lines, fences, rules, placeholders and remarks to the user.
 */
function readEditLine(section: Section, line: ReplyLine): void {
  const { bare, whole, command } = line;
  if (command !== null) {
    const isOne = 'isWhole' in command && command.isWhole;
    const lines = isOne ? [bare] : linesOfCommands(bare);
    for (const [index, each] of lines.entries()) {
      const isOpen = whole === bare && index === lines.length - 1;
      addCommand(section, lines.length === 1 ? command : readCommandLine(each), each, isOpen);
    }
    return;
  }
  const isEmpty = isFrame(bare);
  if (!isEmpty && !line.isUnclear && continueEdit(section, line)) return;
  if (section.edit?.text !== '') endEdit(section);
  if (isEmpty && isLine('no-edits', bare)) startVersion(section);
  else if (!isEmpty) reportUnreadable(section, bare);
}

function addCommand(section: Section, command: CommandLine | null, source: string, isOpen: boolean): void {
  if (command === null) return;
  endEdit(section);
  if ('edit' in command) {
    section.edit = { ...command, source, isOpen, text: command.edit.text };
    if (command.isWhole || endsOnLine(command.edit)) endEdit(section);
    return;
  }
  for (const skip of command.skips) {
    section.hasSkipped = true;
    report(section, { type: 'version-skip', version: section.version, skip });
  }
}

/** Whether an edit gets no line below its own. */
function endsOnLine({ action, text }: EditRequest): boolean {
  if (text.trim() === '' || readHalf(text)?.half === 'old') return false;
  return action === 'add' || action === 'link' || isFinished(text);
}

/** Adds a line to the edit that is open. Returns whether it belongs to it. */
function continueEdit(section: Section, { bare, whole }: ReplyLine): boolean {
  const { edit: pending } = section;
  if (pending === null) return false;
  const { action } = pending.edit;
  const isEmpty = pending.text.trim() === '';
  const half = action === 'replace' ? readHalf(bare) : null;
  const isPair = half !== null && (isEmpty || readHalf(pending.text) !== null);
  if (!isPair && !isEmpty && !goesOn(bare)) return false;
  pending.text = action === 'add' && isEmpty ? bare.trimEnd() : `${pending.text} ${bare.trim()}`.trimStart();
  pending.isOpen = whole === bare;
  if (half?.half !== 'old' && (isFinished(bare) || pending.text.length > editLimit)) endEdit(section);
  return true;
}

/** Whether a line begins within a sentence. A line in brackets is a remark about the edit. */
function goesOn(line: string): boolean {
  const text = plainLine(line).trim();
  return /^[\p{P}\p{S}]*[\p{Ll}\p{Lo}]/u.test(text) && !/^\(.*\)$/u.test(text);
}

/** Reports the edit that is open. */
function endEdit(section: Section): void {
  const { edit: pending, own, version, requests } = section;
  if (pending === null) return;
  section.edit = null;
  const text = finishedText(pending, own);
  if (text === null) return reportUnreadable(section, pending.source);
  const edit = { ...pending.edit, text };
  const what = `${edit.action} ${edit.sentence} ${text}`;
  const times = (requests.get(what) ?? 0) + 1;
  if (times > 1 || requests.size < eventLimit) requests.set(what, times);
  section.isLooping ||= times > repeatLimit;
  if (!section.isLooping) report(section, { type: 'version-edit', version, edit });
}

/** Returns the whole text of an edit. Null: it has none, it was cut off, or it names another place. */
function finishedText({ edit: { action }, text, emphasis, isOpen, isWhole }: PendingEdit, own: OwnText) {
  const whole = unwrapped(text, emphasis, action === 'add');
  const isOwn = (words: string) => words.length >= ownLength && own.holds(words);
  const bare = action === 'replace' || action === 'link' ? withoutOldText(whole, isOwn) : whole;
  const isCut = isOpen && !isWhole && isHalf(bare, action === 'add' || action === 'link');
  const isText = bare.trim() !== '' && !isLine('no-edits', bare) && !isUnclearCommand(bare);
  return isText && !isCut ? bare : null;
}

const nextCommand = new RegExp(
  String.raw`(?<=\S)[ \t]+(?=${commandPattern}[ \t]+[[(]?(?:L{1,9})?\d{1,7}[\])]?(?:[:,]|[ \t]+\S))`,
  'giu',
);
/** How much of a line shows whether it is a command. In UTF-16 units. */
const headLimit = 400;

/** Cuts a line before each further command in it. */
function linesOfCommands(line: string): readonly string[] {
  const blanks = [...line.matchAll(nextCommand)].filter(({ index, 0: blank }) => {
    const next = line.slice(index + blank.length, index + blank.length + headLimit);
    const [word = ''] = /^\p{L}+/u.exec(next) ?? [];
    return word === word.toUpperCase() && readCommandLine(next) !== null;
  });
  return cutAt(line, blanks);
}

const finished = /[\p{STerm}…][\p{Pe}\p{Pf}\p{Pi}\p{Quotation_Mark}*_`~]*$/u;

/** Whether a text ends with closing punctuation, in any script. */
function isFinished(text: string): boolean {
  return finished.test(text.trimEnd());
}

const openEnd = /[\p{L}\p{M}\p{N},;–—-]$/u;
/** Scripts without full stops. */
const stopless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** Whether a text may have been cut off: within a sentence, or within the markup of a link. */
export function isHalf(text: string, isClause: boolean): boolean {
  const isOpen = (open: string, close: string) => text.lastIndexOf(open) > text.lastIndexOf(close);
  if (isOpen('[[', ']]') || isOpen('((', '))') || /\]\(?$/u.test(text)) return true;
  return !isClause && openEnd.test(text) && !stopless.test(text);
}

const quotes = /^(?:"([^"]*)"|“([^“”]*)”)$/u;

/**
 * Returns a text without the emphasis around the edit, without the end tag of its element, and without quotation
 * marks around a sentence with a link. A clause keeps its first blank.
 */
function unwrapped(text: string, emphasis: string, isClause: boolean): string {
  const bare = withoutClosingTag(text).trimEnd();
  const plain = emphasis !== '' && bare.endsWith(emphasis) ? bare.slice(0, -emphasis.length).trimEnd() : bare;
  if (isClause) return plain;
  const match = plain.includes('((') ? quotes.exec(plain.trim()) : null;
  return match?.[1] ?? match?.[2] ?? plain.trim();
}

/** Which half of a pair a line or a text begins with: `Old: …`, `**New:** …`. */
function passHalf(at: Cursor): 'old' | 'new' | null {
  at.pass(' \t*_-•>');
  const half = at.passWord(oldWords) !== '' ? 'old' : at.passWord(newWords) !== '' ? 'new' : null;
  if (half === null) return null;
  for (let left = 2; left > 0 && at.passBlanks() !== ''; left -= 1) at.pass('abcdefghijklmnopqrstuvwxyz', 12);
  at.passEmphasis();
  const hasColon = at.pass(':', 1) !== '';
  at.passEmphasis();
  at.passBlanks();
  return hasColon ? half : null;
}

/** Reads a line that has one half of a replacement. Null: it has none. */
function readHalf(line: string): { half: 'old' | 'new'; text: string } | null {
  const at = new Cursor(line);
  const half = passHalf(at);
  return half && { half, text: at.rest().trim() };
}

/**
 * Returns the new text of an edit that repeats the old one before it: `"old" with "new"`, `old → new`,
 * `Old: … New: …`. An empty text: only the old one is there.
 */
function withoutOldText(text: string, isOwn: (words: string) => boolean): string {
  const at = new Cursor(text);
  const half = passHalf(at);
  if (half === 'new') return withoutQuotes(at.rest());
  if (half === 'old') {
    for (const { index, 0: blanks } of text.matchAll(/[ \t|/→>]+(?=\*{0,2}\p{L}{2,12})/gu)) {
      const next = readHalf(text.slice(index + blanks.length, index + blanks.length + halfLength));
      if (next?.half === 'new') return withoutOldText(text.slice(index + blanks.length), isOwn);
    }
    return '';
  }
  at.to(0);
  const old = at.quoted();
  const arrow = old === null ? text.search(/[ \t](?:[-=]>|[→⇒])/u) : at.at();
  at.to(Math.max(0, arrow));
  at.passBlanks();
  const isArrow = at.pass('→⇒', 1) !== '' || (at.isAt('>', 1) && at.pass('-=', 1) !== '');
  at.pass('>', 1);
  const isWord = old !== null && !isArrow && at.passWord(joinWords) !== '';
  at.pass(' \t:');
  const rest = at.rest();
  const isPair = isArrow
    ? old !== null || isOwn(text.slice(0, arrow).trim())
    : isWord && isQuoted(rest, old, isOwn);
  return isPair && rest !== '' ? withoutQuotes(rest) : text;
}
const halfLength = 40;

function isQuoted(rest: string, old: string | null, isOwn: (words: string) => boolean): boolean {
  return withoutQuotes(rest) !== rest || isOwn(old ?? '');
}

/** Returns a text without the quotation marks around the whole of it. */
function withoutQuotes(text: string): string {
  const at = new Cursor(text.trim());
  const words = at.quoted();
  return words !== null && /^[.,]?$/u.test(at.rest()) ? words : text;
}
