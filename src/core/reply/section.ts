import { createEditCollector } from './edit-collector.ts';
import { isEditAttempt, mayBeEditLine } from './edit-line.ts';
import {
  isEditsLeadIn,
  isNoEditsLine,
  isPlaceholder,
  mayBeEditsLeadIn,
  mayBeNoEditsLine,
} from './edits-frame.ts';
import type { ReplyEvent } from './reply-event.ts';
import { createVersionWriter } from './version-writer.ts';
import type { VersionWriter } from './version-writer.ts';
import { createKnownUrls } from '#core/markup/known-urls.ts';
import type { VersionName } from '#core/weave/version.ts';

/** What stands behind one marker line: the version's text or its edits, which its first solid line decides. */
export type Section = VersionWriter & {
  /** Whether a line of which only `start` has arrived has to be seen further, to know what it is. */
  mayMatter(start: string): boolean;
};

/** `own` are the lines of the user's that read as edits. In a reply they are text. */
export function createSection(
  version: VersionName,
  own: ReadonlySet<string>,
  emit: (event: ReplyEvent) => void,
): Section {
  const text = createVersionWriter(version, emit);
  const isOwn = (line: string) => own.has(line.trim());
  const beginnings = createKnownUrls([...own]);
  let writer = text;
  let form: 'open' | 'text' | 'edits' = 'open';

  const decide = (line: string): boolean => {
    const isFirst = !isOwn(line);
    if (isFirst && (isPlaceholder(line) || isEditsLeadIn(line))) return true;
    const hasNone = isFirst && isNoEditsLine(line);
    form = hasNone || (isFirst && isEditAttempt(line)) ? 'edits' : 'text';
    if (form === 'edits') writer = createEditCollector(version, emit, isOwn);
    return hasNone;
  };

  return {
    write(piece) {
      const isTaken = form === 'open' && piece.trim() !== '' && decide(piece.replace(/\r?\n$/u, ''));
      if (!isTaken) writer.write(piece);
    },
    hold: (line) => writer.hold(line),
    hasText: () => writer.hasText(),
    atParagraph: () => writer.atParagraph(),
    end: () => writer.end(),
    mayMatter: (start) =>
      form !== 'text' &&
      (mayBeEditLine(start) ||
        (form === 'open' && (mayBeNoEditsLine(start) || mayBeEditsLeadIn(start))) ||
        own.has(start.trim()) ||
        beginnings.mayBegin(start.trim(), 0)),
  };
}

/** The lines of the user's own text that read as edits, trimmed. */
export function ownEditLines(content: string): ReadonlySet<string> {
  const lines = content.split(/\r\n|\r|\n/u).map((line) => line.trim());
  return new Set(lines.filter((line) => isEditAttempt(line) || isNoEditsLine(line) || isPlaceholder(line)));
}
