import { isEditAttempt, readEditLine } from './edit-line.ts';
import type { EditLine } from './edit-line.ts';
import { isOpeningFence } from './leftover-line.ts';
import type { ReplyEvent } from './reply-event.ts';
import type { VersionWriter } from './version-writer.ts';
import type { VersionName } from '#core/weave/version.ts';

/** Another edit behind one that has come to its end, on the same line. */
const nextEdit = /(?<=[.!?…。！？"”’)*])[ \t]+(?=(?:INSERT|REPLACE) \d{1,7}: )/u;
const quotes = /^(?:"([^"]*)"|“([^“”]*)”)$/u;

type Lines = { readonly head: EditLine | null; readonly source: string; text: string };

/**
 * Takes the lines of a version that is told in edits. An edit goes on over the lines right behind it; what stands apart
 * and is no edit belongs to none.
 */
export function createEditCollector(
  version: VersionName,
  emit: (event: ReplyEvent) => void,
  isOwn: (line: string) => boolean,
): VersionWriter {
  let current: Lines | null = null;
  let isFresh = true;
  let isApart = false;
  emit({ type: 'version-start', version });

  const flush = () => {
    if (current === null) return;
    const { head, source, text } = current;
    current = null;
    if (head === null) emit({ type: 'version-unreadable', version, text: text.trim() });
    else for (const event of eventsOf(version, head, source, text)) emit(event);
  };

  const begin = (line: string) => {
    if (line.trim() === '') isApart = true;
    if (line.trim() === '' || isOpeningFence(line)) return;
    const isNew = !isOwn(line) && isEditAttempt(line);
    if (isNew || current === null || (isApart && current.text.trim() !== '')) {
      flush();
      const head = isNew ? readEditLine(line) : null;
      current = { head, source: line, text: head === null ? line : head.text };
    } else current.text += `\n${line}`;
    isApart = false;
  };

  return {
    write(text) {
      const ends = text.endsWith('\n');
      const piece = ends ? text.replace(/\r?\n$/u, '') : text;
      if (isFresh) begin(piece);
      else if (current !== null) current.text += piece;
      isFresh = ends;
    },
    hold() {
      isApart = true;
      isFresh = true;
    },
    hasText: () => true,
    atParagraph: () => true,
    end() {
      flush();
      emit({ type: 'version-end', version });
    },
  };
}

function eventsOf(version: VersionName, head: EditLine, source: string, whole: string): ReplyEvent[] {
  const [own = '', ...others] = whole.split(nextEdit);
  const text = unwrapped(own, head.emphasis);
  const { action, sentence } = head;
  const first: ReplyEvent =
    text === ''
      ? { type: 'version-unreadable', version, text: source.trim() }
      : { type: 'version-asked', version, edit: { action, sentence, text } };
  const rest = others.flatMap((line) => {
    const next = readEditLine(line);
    return next === null ? [] : eventsOf(version, next, line, next.text);
  });
  return [first, ...rest];
}

/** Without the emphasis that the whole edit stands in, and without quotation marks around a sentence that holds a link. */
function unwrapped(text: string, emphasis: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const bare = lines.filter((line) => line !== '').join(' ');
  const plain = emphasis !== '' && bare.endsWith(emphasis) ? bare.slice(0, -emphasis.length).trim() : bare;
  const match = plain.includes('((') ? quotes.exec(plain) : null;
  return match?.[1] ?? match?.[2] ?? plain;
}
