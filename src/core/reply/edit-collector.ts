import type { EditRequest } from '#core/edits/edit.ts';

import type { CommandLine, EditLine } from '#core/commands/edit-request.ts';
import { isUnclearCommand, readEditLine } from '#core/commands/edit-line.ts';
import { isFinished, isHalf, linesOfCommands, readHalf, unwrapped, withoutOldText } from './edit-text.ts';
import { plainLine } from '#core/commands/line-cursor.ts';
import { isLeadIn, isNoEditsLine, isOpeningFence, isPlaceholder, isRuleLine, isTableFrame } from './lines.ts';
import { isRemarkLine } from './openings.ts';
import type { Teller } from './reply-events.ts';

/** No line is added to a longer edit. In UTF-16 units. */
const textLimit = 65_536;

/** A line that may be more than text: `bare` without its line break, `whole` with it. */
export type HeldLine = {
  readonly bare: string;
  readonly whole: string;
  readonly edit: CommandLine | null;
  /** Meant as an edit, but its place is unknown. */
  readonly isUnclear: boolean;
};

/**
 * Collects the lines of a version that consists of edits.
 *
 * An edit that ends with closing punctuation takes no further line. An edit without a text takes the next line that
 * is not blank. An edit that stops within a sentence continues on the next line, if that line begins within a
 * sentence. If the reply ends there instead, it is unreadable. Everything else is unreadable, too, except blank lines,
 * fences, rules, placeholders and remarks to the user.
 *
 * @param isOwn whether the author wrote these words
 */
export function createEditCollector(teller: Teller, isOwn: (words: string) => boolean) {
  let pending: PendingEdit | null = null;

  function flush(): void {
    if (pending === null) return;
    const edit = finished(pending, isOwn);
    if (edit === null) teller.unreadable(pending.source);
    else teller.asked(edit);
    pending = null;
  }

  function unreadable(text: string): void {
    flush();
    teller.unreadable(text);
  }

  function add(line: CommandLine, source: string, isOpen: boolean): void {
    flush();
    if ('skips' in line) for (const skip of line.skips) teller.skip(skip);
    else {
      pending = { ...line, source, isOpen, text: line.edit.text };
      if (line.isWhole || endsOnLine(line.edit)) flush();
    }
  }

  /** Adds a line to the edit that is open. Returns whether it belongs to it. */
  function continued({ bare, whole }: HeldLine): boolean {
    const text = pending && textWith(pending, bare);
    if (pending === null || text === null) return false;
    [pending.text, pending.isOpen] = [text, whole === bare];
    const isOld = pending.edit.action === 'replace' && readHalf(bare)?.half === 'old';
    if (!isOld && (isFinished(bare) || text.length > textLimit)) flush();
    return true;
  }

  return {
    flush,
    /** Reports text that is not an edit as unreadable. */
    unreadable,
    line(line: HeldLine): void {
      const { bare, whole, edit, isUnclear } = line;
      if (edit !== null) {
        const lines = 'isWhole' in edit && edit.isWhole ? [bare] : linesOfCommands(bare);
        for (const [index, each] of lines.entries()) {
          const command = lines.length === 1 ? edit : readEditLine(each);
          if (command !== null) add(command, each, whole === bare && index === lines.length - 1);
        }
        return;
      }
      const isFrame = bare.trim() === '' || isFrameLine(bare);
      if (!isFrame && !isUnclear && continued(line)) return;
      if (pending?.text !== '') flush();
      if (isFrame && isNoEditsLine(bare)) teller.start();
      else if (!isFrame) unreadable(bare);
    },
    /** Drops an edit that was not reported yet. */
    forget: () => void (pending = null),
  };
}

/** `isOpen`: whether its last line has no line end. */
type PendingEdit = EditLine & { text: string; isOpen: boolean; readonly source: string };

/** Whether an edit takes no line below its own. */
function endsOnLine({ action, text }: EditRequest): boolean {
  if (text.trim() === '' || readHalf(text)?.half === 'old') return false;
  return action === 'add' || action === 'link' || isFinished(text);
}

/** Returns the text of an edit with one more line. Null: the line does not belong to it. */
function textWith({ edit: { action }, text }: PendingEdit, bare: string): string | null {
  const isEmpty = text.trim() === '';
  const isPair = action === 'replace' && readHalf(bare) !== null && (isEmpty || readHalf(text) !== null);
  if (!isPair && !isEmpty && !goesOn(bare)) return null;
  return action === 'add' && isEmpty ? bare.trimEnd() : `${text} ${bare.trim()}`.trimStart();
}

/** Returns an edit with its whole text. Null: it has none, it was cut off, or it names another place. */
function finished(pending: PendingEdit, isOwn: (words: string) => boolean): EditRequest | null {
  const { edit, emphasis, isOpen, isWhole } = pending;
  const { action } = edit;
  const whole = unwrapped(pending.text, emphasis, action === 'add');
  const text = action === 'replace' || action === 'link' ? withoutOldText(whole, isOwn) : whole;
  const isCut = isOpen && !isWhole && isHalf(text, action === 'add' || action === 'link');
  const isText = text.trim() !== '' && !isNoEditsLine(text) && !isUnclearCommand(text);
  return isText && !isCut ? { ...edit, text } : null;
}

/** Whether a line cannot be part of an edit. */
function isFrameLine(line: string): boolean {
  return (
    isOpeningFence(line) ||
    isRuleLine(line) ||
    isPlaceholder(line) ||
    isNoEditsLine(line) ||
    isRemarkLine(line.trim()) ||
    isLeadIn(line) ||
    isTableFrame(line)
  );
}

/** Whether a line begins within a sentence. A line in brackets is a remark about the edit. */
function goesOn(line: string): boolean {
  const text = plainLine(line).trim();
  return /^[\p{P}\p{S}]*[\p{Ll}\p{Lo}]/u.test(text) && !/^\(.*\)$/u.test(text);
}
