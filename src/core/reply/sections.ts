import { type OwnText, createVersionWriter, type VersionWriter } from '#core/reply/version-writer.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import type { VersionName } from '#core/edits/version.ts';
import { createEditCollector } from '#core/reply/edit-collector.ts';
import { isUnclearEdit, type EditLine } from '#core/reply/edit-line.ts';
import {
  isClosingFence,
  isElision,
  isLeadIn,
  isNoEditsLine,
  isOpeningFence,
  isPlaceholder,
  isRemarkLine,
  isRuleLine,
  isTableFrame,
} from '#core/reply/plain-line.ts';

/** More text than this before the first version may be reasoning whose opening tag is missing. In UTF-16 units. */
const talkLimit = 400;

/** The sections of a reply. Of several sections for a version, the first with any content counts. */
export type Sections = {
  /** Ends the open sections and begins the version that a marker line names. */
  start(version: VersionName): void;
  /** Continues with a version and leaves others open. Null means the current one, or the assumed one. */
  turnTo(version: VersionName | null): void;
  /** The current section. Null: there is none yet, or it does not count. */
  current(): Section | null;
  form(): 'none' | 'unheard' | ReturnType<Section['form']>;
  hasBegun(): boolean;
  /** Notes how much text came before the first section. */
  talk(length: number): void;
  /** Drops everything that was not reported yet, because it was reasoning. */
  forget(): void;
  end(): void;
  taken(): ReplyEvent[];
};

export function createSections(own: OwnText, assumed: VersionName | null): Sections {
  const events: ReplyEvent[] = [];
  const done = new Set<VersionName>();
  const open = new Map<VersionName, Section>();
  let current: Section | null = null;
  let hasBegun = false;
  let talked = 0;

  const add = (event: ReplyEvent) => addEvent(events, event);

  const end = () => {
    for (const section of open.values()) {
      section.end();
      if (section.hasStarted()) done.add(section.version);
    }
    open.clear();
    current = null;
  };

  const turnTo = (asked: VersionName | null) => {
    const version = asked ?? (hasBegun ? null : assumed);
    if (version === null) return;
    hasBegun = true;
    if (current?.version === version) return;
    current = open.get(version) ?? (done.has(version) ? null : createSection(version, own, add));
    if (current !== null) open.set(version, current);
  };

  return {
    start(version) {
      // A heading below its own marker line.
      if (current?.version === version && current.form() === 'open') current.forget();
      else end();
      turnTo(version);
    },
    turnTo,
    current: () => current,
    form: () => current?.form() ?? (hasBegun ? 'unheard' : 'none'),
    hasBegun: () => hasBegun,
    talk(length) {
      talked += length;
    },
    forget() {
      for (const section of open.values()) section.forget();
      if (talked > talkLimit) {
        events.length = 0;
        open.clear();
        done.clear();
      }
      end();
      hasBegun = false;
      talked = 0;
    },
    end() {
      end();
      talked = 0;
    },
    taken: () => (talked > talkLimit ? [] : events.splice(0)),
  };
}

/** Joins neighbouring texts of a version. */
function addEvent(events: ReplyEvent[], event: ReplyEvent): void {
  const last = events.at(-1);
  const goesOn =
    event.type === 'version-text' && last?.type === 'version-text' && last.version === event.version;
  if (goesOn) events[events.length - 1] = { ...last, text: last.text + event.text };
  else events.push(event);
}

/** More text than this before the edits is not an introduction to them. In UTF-16 units. */
const introductionLimit = 600;

/** A line that may be more than text, without and with its line break. */
export type HeldLine = {
  readonly bare: string;
  readonly whole: string;
  readonly edit: EditLine | null;
  /** Whether the whole reply is in a code fence. */
  readonly isFenced: boolean;
};

/** The content behind one marker line: the version's text or its edits. The first line with content decides which. */
export type Section = {
  readonly version: VersionName;
  form(): 'open' | 'text' | 'edits';
  /** Whether a paragraph of a text may begin here. */
  atParagraph(): boolean;
  line(line: HeldLine): void;
  /** Gets plain text in pieces, with line breaks. */
  text(piece: string): void;
  hasStarted(): boolean;
  /** Drops what has begun and was not reported yet. */
  forget(): void;
  end(): void;
};

export function createSection(
  version: VersionName,
  own: OwnText,
  emit: (event: ReplyEvent) => void,
): Section {
  const writer = createVersionWriter(version, emit, own.markFilter());
  const edits = createEditCollector(version, emit);
  let form: 'open' | 'text' | 'edits' = 'open';
  let hasFence = false;
  /** Text that does not begin like the author's may be an introduction to edits, if it is short. */
  let talk = '';

  const be = (next: 'text' | 'edits') => {
    const told = talk;
    [form, talk] = [next, ''];
    if (next === 'text' && told !== '') writer.write(told);
    if (next === 'edits' && told.trim() !== '') edits.unreadable(told);
  };

  const text = (piece: string) => {
    if (form === 'edits') edits.unreadable(piece);
    else if (form === 'text') writer.write(piece);
    else {
      talk += piece;
      if (talk.length > introductionLimit || own.begins(talk)) be('text');
    }
  };

  return {
    version,
    form: () => form,
    atParagraph: () => writer.atParagraph(),
    line(line) {
      const isFirst = form === 'open' && talk === '';
      const kind = form === 'edits' ? 'edit' : kindOf(line, own, form, isFirst);
      if (kind === 'edit' && form === 'open') be('edits');
      if (isFirst && !own.opensWithFence && isOpeningFence(line.bare)) hasFence = true;
      else if (kind === 'edit' && form === 'edits') {
        if (line.edit === null) edits.line(line.bare, own.has(line.bare));
        else edits.edit(line.edit, line.bare);
      } else if (kind === 'edit' || kind === 'unreadable') edits.unreadable(line.bare);
      else if (kind === 'text' && (isFirst || form === 'text') && isLeftover(line, hasFence, writer, own))
        writer.hold(line.whole);
      else if (kind === 'text') text(line.whole);
    },
    text,
    hasStarted: () => writer.hasText() || edits.hasStarted(),
    forget() {
      talk = '';
      edits.forget();
    },
    end() {
      if (talk.trim() !== '') be('text');
      if (form === 'edits') edits.end();
      else writer.end();
    },
  };
}

/** Returns what a line is that may belong to a text. Within a text, an edit must have capitals or a link. */
function kindOf(
  { bare, edit }: HeldLine,
  own: OwnText,
  form: 'open' | 'text',
  isFirst: boolean,
): 'text' | 'edit' | 'unreadable' | 'nothing' {
  if (own.has(bare)) return 'text';
  const isSure = form === 'open' || /INSERT|REPLACE/u.test(bare) || bare.includes('((');
  const isEdit = edit === null ? isUnclearEdit(bare) : isSure;
  if (isEdit || (form === 'open' && isNoEditsLine(bare))) return 'edit';
  if (isElision(bare)) return 'unreadable';
  const isFrame = isPlaceholder(bare) || (isFirst && (isLeadIn(bare) || isTableFrame(bare)));
  return isFrame ? 'nothing' : 'text';
}

/** Whether a line belongs to a text only if more text follows. */
function isLeftover(
  { bare, isFenced }: HeldLine,
  hasFence: boolean,
  writer: VersionWriter,
  own: OwnText,
): boolean {
  return (
    bare.trim() === '' ||
    ((isFenced || hasFence) && isClosingFence(bare)) ||
    (isRuleLine(bare) && !own.endsWithRule) ||
    (writer.atParagraph() && isRemarkLine(bare.trim()) && !own.holds(bare.trim()))
  );
}
