import type { AskedEdit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

import { editsOnLine, isFinished, isUnclearEdit, unwrapped, type EditLine } from './edit-line.ts';
import {
  isLeadIn,
  isNoEditsLine,
  isOpeningFence,
  isPlaceholder,
  isRemarkLine,
  isRuleLine,
  isTableFrame,
  plainLine,
} from './plain-line.ts';
import type { ReplyEvent } from './reply-event.ts';

/** Limit for the edits of one version. Further ones are ignored. */
const editLimit = 2000;
const unreadableLimit = 1000;
/** A longer edit takes no further line. In UTF-16 units. */
const textLimit = 65_536;

export type Teller = ReturnType<typeof createTeller>;

/** Adds what happens in one version to `events`. It starts before its first text or edit. */
export function createTeller(version: VersionName, events: ReplyEvent[]) {
  let left = editLimit;
  let hasStarted = false;

  function start(): void {
    if (!hasStarted) events.push({ type: 'version-start', version });
    hasStarted = true;
  }

  function tell(event: ReplyEvent): void {
    if (left <= 0) return;
    left -= 1;
    if (event.type === 'version-asked') start();
    events.push(event);
  }

  return {
    start,
    hasStarted: () => hasStarted,
    /** Joins neighbouring texts. */
    text(text: string): void {
      start();
      const last = events.at(-1);
      const isNext = last?.type === 'version-text' && last.version === version;
      if (isNext) events[events.length - 1] = { ...last, text: last.text + text };
      else events.push({ type: 'version-text', version, text });
    },
    asked: (edit: AskedEdit) => tell({ type: 'version-asked', version, edit }),
    unreadable: (text: string) =>
      tell({ type: 'version-unreadable', version, text: text.trim().slice(0, unreadableLimit) }),
    /** Returns whether there was a start. */
    end(): boolean {
      if (hasStarted) events.push({ type: 'version-end', version });
      return hasStarted;
    },
  };
}

/**
 * Collects the lines of a version that consists of edits.
 *
 * An edit that ends with closing punctuation takes no further line. An edit without a text takes the next line that
 * is not blank. An edit that stops within a sentence continues on the next line, if that line begins within a
 * sentence. Everything else is unreadable, except blank lines, fences, rules, placeholders and remarks to the user.
 */
export function createEditCollector(teller: Teller) {
  let pending: (EditLine & { text: string; readonly source: string }) | null = null;

  function flush(): void {
    if (pending === null) return;
    const { edit, emphasis, source } = pending;
    const text = unwrapped(pending.text, emphasis);
    pending = null;
    if (text === '') teller.unreadable(source);
    else teller.asked({ ...edit, text });
  }

  function unreadable(text: string): void {
    flush();
    teller.unreadable(text);
  }

  function add(first: EditLine, line: string): void {
    for (const { edit, source } of editsOnLine(first, line)) {
      flush();
      pending = { ...edit, source, text: edit.edit.text };
      if (edit.isWhole || isFinished(pending.text)) flush();
    }
  }

  return {
    flush,
    /** Gets text that is not an edit, and reports it as unreadable. */
    unreadable,
    line({ bare, edit }: { readonly bare: string; readonly edit: EditLine | null }, isOwn: boolean): void {
      if (edit !== null) return add(edit, bare);
      const isFrame = bare.trim() === '' || isFrameLine(bare);
      const mayGoOn = !isFrame && (isOwn || !isUnclearEdit(bare));
      if (pending !== null && mayGoOn && (pending.text === '' || goesOn(bare))) {
        pending.text = `${pending.text} ${bare.trim()}`.trimStart();
        if (isFinished(bare) || pending.text.length > textLimit) flush();
        return;
      }
      if (pending?.text !== '') flush();
      if (isFrame && isNoEditsLine(bare)) teller.start();
      else if (!isFrame) unreadable(bare);
    },
    /** Drops the edit that was not reported yet. */
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
