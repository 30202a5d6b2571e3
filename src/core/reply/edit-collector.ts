import type { CommandLine, EditLine } from './asked-edit.ts';
import { isUnclearCommand } from './edit-line.ts';
import { isFinished, isHalf, linesOfCommands, readHalf, unwrapped, withoutOldText } from './edit-text.ts';
import { readEditLine } from './edit-line.ts';
import { plainLine } from './line-cursor.ts';
import {
  isLeadIn,
  isNoEditsLine,
  isOpeningFence,
  isPlaceholder,
  isRemarkLine,
  isRuleLine,
  isTableFrame,
} from './lines.ts';
import type { Teller } from './reply-events.ts';

/** No line is added to a longer edit. In UTF-16 units. */
const textLimit = 65_536;

/** A line that may be more than text: `bare` without its line break, `whole` with it. */
export type HeldLine = {
  readonly bare: string;
  readonly whole: string;
  readonly edit: CommandLine | null;
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
  let pending: (EditLine & { text: string; isOpen: boolean; readonly source: string }) | null = null;

  function flush(): void {
    if (pending === null) return;
    const { edit, emphasis, source, isOpen, isWhole } = pending;
    const { action } = edit;
    const isClause = action === 'add' || action === 'link';
    let text = unwrapped(pending.text, emphasis, action === 'add');
    if (action === 'replace' || action === 'link') text = withoutOldText(text, isOwn);
    pending = null;
    const isCut = isOpen && !isWhole && isHalf(text, isClause);
    if (text.trim() === '' || isCut || isNoEditsLine(text) || isUnclearCommand(text))
      teller.unreadable(source);
    else teller.asked({ ...edit, text });
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
      const isClause = line.edit.action === 'add' || line.edit.action === 'link';
      const isText = pending.text.trim() !== '' && readHalf(pending.text)?.half !== 'old';
      if (line.isWhole || (isText && (isClause || isFinished(pending.text)))) flush();
    }
  }

  /** Adds a line to the edit that is open. Returns whether it belongs to it. */
  function continued({ bare, whole }: HeldLine): boolean {
    if (pending === null) return false;
    const half = pending.edit.action === 'replace' ? readHalf(bare) : null;
    const isEmpty = pending.text.trim() === '';
    if (half !== null && (isEmpty || readHalf(pending.text) !== null)) {
      pending.text = `${pending.text} ${bare.trim()}`.trim();
      if (half.half === 'old') return true;
    } else if (!isEmpty && !goesOn(bare)) return false;
    else if (pending.edit.action === 'add' && isEmpty) pending.text = bare.trimEnd();
    else pending.text = `${pending.text} ${bare.trim()}`.trimStart();
    pending.isOpen = whole === bare;
    if (isFinished(bare) || pending.text.length > textLimit) flush();
    return true;
  }

  return {
    flush,
    /** Reports text that is not an edit as unreadable. */
    unreadable,
    line(line: HeldLine, isOwnLine: boolean): void {
      const { bare, whole, edit } = line;
      if (edit !== null) {
        const lines = 'isWhole' in edit && edit.isWhole ? [bare] : linesOfCommands(bare);
        for (const [index, each] of lines.entries()) {
          const command = lines.length === 1 ? edit : readEditLine(each);
          if (command !== null) add(command, each, whole === bare && index === lines.length - 1);
        }
        return;
      }
      const isFrame = bare.trim() === '' || isFrameLine(bare);
      if (!isFrame && (isOwnLine || !isUnclearCommand(bare)) && continued(line)) return;
      if (pending?.text !== '') flush();
      if (isFrame && isNoEditsLine(bare)) teller.start();
      else if (!isFrame) unreadable(bare);
    },
    /** Drops an edit that was not reported yet. */
    forget(): void {
      pending = null;
    },
  };
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
