import { isEditAttempt, mayBeEditLine } from './edit-line.ts';
import { isClosingFence, isOpeningFence, isRuleLine, mayBeLeftoverLine } from './leftover-line.ts';
import { createLineReader } from './line-reader.ts';
import { mayBeMarkerLine, readMarkerLine } from './marker-line.ts';
import { ownMarkerLines } from './marker-lines-for.ts';
import { isRemarkLine, mayBeRemarkLine } from './remark-line.ts';
import type { ReplyEvent } from './reply-event.ts';
import { createSection, ownEditLines } from './section.ts';
import type { Section } from './section.ts';
import type { VersionName } from '#core/weave/version.ts';

/** Reads a model's reply as it arrives. Both calls give the events that have become certain. */
export type ReplyReader = {
  feed(chunk: string): ReplyEvent[];
  end(): ReplyEvent[];
};

/**
 * Reads three versions out of a reply: each from behind its marker line up to the next one, the first of its
 * name that has anything, be it text or edits. What models put around the versions is left out: a preamble, a code
 * fence around everything, a rule before the next marker, a closing remark, unless the user's `content` itself has it
 * there. Edits before any marker line belong to the `assumed` version: the only one that was asked for.
 */
export function createReplyReader(content = '', assumed: VersionName | null = null): ReplyReader {
  const own = ownMarkerLines(content);
  const isLeftover = leftoversBut(content);
  const opensWithFence = isOpeningFence(content.trimStart().split('\n', 1)[0] ?? '');
  const sections = createSections(content);
  let atLineStart = true;
  let outerFence = false;
  let innerFence = false;

  const start = (version: VersionName, text: string) => {
    innerFence = false;
    sections.start(version, text);
  };
  const startAssumed = (line: string) => {
    if (!sections.hasBegun() && assumed !== null && isEditAttempt(line)) start(assumed, '');
  };

  const lines = createLineReader({
    mayMatter: (text) =>
      mayBeMarkerLine(text) ||
      mayBeLeftoverLine(text) ||
      (assumed !== null && !sections.hasBegun() && mayBeEditLine(text)) ||
      sections.current()?.mayMatter(text) === true ||
      (sections.current()?.atParagraph() === true && mayBeRemarkLine(text)),
    text(piece) {
      if (atLineStart) startAssumed(piece);
      atLineStart = piece.endsWith('\n');
      sections.current()?.write(piece);
    },
    line(whole, lineBreak) {
      atLineStart = true;
      const bare = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
      const marker = own.has(bare.trim()) ? null : readMarkerLine(bare);
      if (marker === null) startAssumed(bare);
      else start(marker.version, marker.text);
      if (marker !== null) return;
      const section = sections.current();
      if (!sections.hasBegun()) outerFence = isOpeningFence(bare) ? !outerFence : outerFence;
      else if (section?.hasText() === false && !opensWithFence && isOpeningFence(bare)) innerFence = true;
      else if (
        isLeftover(bare, { fenced: outerFence || innerFence, paragraph: section?.atParagraph() === true })
      )
        section?.hold(whole + lineBreak);
      else section?.write(whole + lineBreak);
    },
  });

  return {
    feed(chunk) {
      lines.feed(chunk);
      return sections.taken();
    },
    end() {
      lines.end();
      sections.end();
      return sections.taken();
    },
  };
}

/** The sections of a reply, one after the other; of two for the same version, the first that has anything counts. */
function createSections(content: string) {
  const ownEdits = ownEditLines(content);
  const done = new Set<VersionName>();
  const events: ReplyEvent[] = [];
  let current: Section | null = null;
  let hasBegun = false;
  const add = (event: ReplyEvent) => {
    const last = events.at(-1);
    const goesOn =
      event.type === 'version-text' && last?.type === 'version-text' && last.version === event.version;
    if (goesOn) events[events.length - 1] = { ...last, text: last.text + event.text };
    else events.push(event);
  };
  return {
    start(version: VersionName, text: string): void {
      current?.end();
      hasBegun = true;
      current = done.has(version)
        ? null
        : createSection(version, ownEdits, (event) => {
            done.add(event.version);
            add(event);
          });
      if (text !== '') current?.write(`${text}\n`);
    },
    /** None before the first marker line, and in a section that does not count. */
    current: () => current,
    hasBegun: () => hasBegun,
    end: () => current?.end(),
    taken: () => events.splice(0),
  };
}

/** Reads a whole reply at once. A missing version is an empty string. */
export function readReply(text: string, content = ''): Record<VersionName, string> {
  const reader = createReplyReader(content);
  const pieces: Record<VersionName, string[]> = { safe: [], exploratory: [], experimental: [] };
  for (const event of [...reader.feed(text), ...reader.end()]) {
    if (event.type === 'version-text') pieces[event.version].push(event.text);
  }
  return {
    safe: pieces.safe.join(''),
    exploratory: pieces.exploratory.join(''),
    experimental: pieces.experimental.join(''),
  };
}

/** Tells lines that do not belong to a version's end from those with which the user's content ends itself. */
function leftoversBut(content: string) {
  const lastLine = content.trimEnd().split('\n').at(-1) ?? '';
  return (line: string, at: { fenced: boolean; paragraph: boolean }): boolean =>
    line.trim() === '' ||
    (at.fenced && isClosingFence(line)) ||
    (isRuleLine(line) && !isRuleLine(lastLine)) ||
    (at.paragraph && isRemarkLine(line.trim()) && !content.includes(line.trim()));
}
