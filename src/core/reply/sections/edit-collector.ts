import { editsOnLine, isFinished, isUnclearEdit, unwrapped } from '#core/reply/edit-line.ts';
import type { EditLine } from '#core/reply/edit-line.ts';
import {
  isLeadIn,
  isNoEditsLine,
  isOpeningFence,
  isPlaceholder,
  isRemarkLine,
  isRuleLine,
  isTableFrame,
} from '#core/reply/lines/frame-line.ts';
import { plainLine } from '#core/reply/lines/plain-line.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import type { VersionName } from '#core/edits/version.ts';

/** More of one version's edits are not heard of. */
const editLimit = 2000;
const unreadableLimit = 1000;
/** An edit of more than this takes no further line, in UTF-16 units. */
const textLimit = 65_536;

/** Takes the lines of a version that is told in edits. */
export type EditCollector = {
  /** An edit and what stands behind it on its line. */
  edit(edit: EditLine, source: string): void;
  /** Any other line. */
  line(line: string, isOwn: boolean): void;
  /** Something that is no edit, and is told as that. */
  unreadable(text: string): void;
  hasStarted(): boolean;
  forget(): void;
  end(): void;
};

/**
 * An edit that ends with closing punctuation takes no further line. One without a text takes the next line that is not
 * blank; one that stops within a sentence goes on over a line right behind it that does. All else that is no edit is
 * unreadable, unless it is blank, a fence, a rule, a placeholder, or speaks to the user.
 */
export function createEditCollector(version: VersionName, emit: (event: ReplyEvent) => void): EditCollector {
  let pending: (EditLine & { text: string; readonly source: string }) | null = null;
  const { start, hasStarted, tell, unreadable } = createTeller(version, emit);

  const flush = () => {
    if (pending === null) return;
    const { edit, emphasis, source } = pending;
    const text = unwrapped(pending.text, emphasis);
    pending = null;
    if (text === '') unreadable(source);
    else tell({ type: 'version-asked', version, edit: { ...edit, text } });
  };

  const add = (edit: EditLine, source: string): void => {
    flush();
    pending = { ...edit, source, text: edit.edit.text };
    if (edit.isWhole || isFinished(pending.text)) flush();
  };

  const line = (text: string, isOwn: boolean) => {
    const isFrame = text.trim() === '' || isFrameLine(text);
    const mayGoOn = !isFrame && (isOwn || !isUnclearEdit(text));
    if (pending !== null && mayGoOn && (pending.text === '' || goesOn(text))) {
      pending.text = `${pending.text} ${text.trim()}`.trimStart();
      if (isFinished(text) || pending.text.length > textLimit) flush();
      return;
    }
    if (pending?.text !== '') flush();
    if (isFrame && isNoEditsLine(text)) start();
    else if (!isFrame) {
      flush();
      unreadable(text);
    }
  };

  return {
    edit(edit, source) {
      for (const each of editsOnLine(edit, source)) add(each.edit, each.source);
    },
    line,
    unreadable(text) {
      flush();
      unreadable(text);
    },
    hasStarted,
    forget() {
      pending = null;
    },
    end() {
      flush();
      if (hasStarted()) emit({ type: 'version-end', version });
    },
  };
}

/** Tells of a version that is told in edits, which starts with the first of them. */
function createTeller(version: VersionName, emit: (event: ReplyEvent) => void) {
  let left = editLimit;
  let started = false;

  const start = () => {
    if (!started) emit({ type: 'version-start', version });
    started = true;
  };

  const tell = (event: ReplyEvent) => {
    if (left <= 0) return;
    left -= 1;
    if (event.type === 'version-asked') start();
    emit(event);
  };

  return {
    start,
    hasStarted: () => started,
    tell,
    unreadable: (text: string) =>
      tell({ type: 'version-unreadable', version, text: text.trim().slice(0, unreadableLimit) }),
  };
}

/** Says nothing that could be part of an edit. */
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

/** Whether a line begins within a sentence. What stands in brackets as a whole speaks of the edit. */
function goesOn(line: string): boolean {
  const text = plainLine(line).trim();
  return /^[\p{P}\p{S}]*[\p{Ll}\p{Lo}]/u.test(text) && !/^\(.*\)$/u.test(text);
}
