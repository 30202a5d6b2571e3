import { editsOnLine, isFinished, isUnclearEdit, unwrapped, type EditLine } from '#core/reply/edit-line.ts';
import {
  isLeadIn,
  isNoEditsLine,
  isOpeningFence,
  isPlaceholder,
  isRemarkLine,
  isRuleLine,
  isTableFrame,
  plainLine,
} from '#core/reply/plain-line.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import type { VersionName } from '#core/edits/version.ts';

/** Limit for the edits of one version. Further ones are ignored. */
const editLimit = 2000;
const unreadableLimit = 1000;
/** A longer edit takes no further line. In UTF-16 units. */
const textLimit = 65_536;

/** Collects the lines of a version that consists of edits. */
export type EditCollector = {
  /** Gets an edit and the text behind it on its line. */
  edit(edit: EditLine, source: string): void;
  /** Gets any other line. */
  line(line: string, isOwn: boolean): void;
  /** Gets text that is not an edit, and reports it as unreadable. */
  unreadable(text: string): void;
  hasStarted(): boolean;
  forget(): void;
  end(): void;
};

/**
 * An edit that ends with closing punctuation takes no further line. An edit without a text takes the next line that
 * is not blank. An edit that stops within a sentence continues on the next line, if that line begins within a
 * sentence. Everything else is unreadable, except blank lines, fences, rules, placeholders and remarks to the user.
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

/** Reports the edits of a version. The first edit starts the version. */
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
