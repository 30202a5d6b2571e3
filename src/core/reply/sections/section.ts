import { createEditCollector } from './edit-collector.ts';
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
} from '#core/reply/lines/frame-line.ts';
import type { OwnText } from './own-text.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import { createVersionWriter, type VersionWriter } from './version-writer.ts';
import type { VersionName } from '#core/edits/version.ts';

/** More text than this before the edits is not an introduction to them. In UTF-16 units. */
const talkLimit = 600;

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
      if (talk.length > talkLimit || own.begins(talk)) be('text');
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
