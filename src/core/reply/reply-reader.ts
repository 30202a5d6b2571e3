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
 * name that has anything, be it text or edits. What models put around the versions is left out: a preamble, a code fence around
 * everything, a rule before the next marker, a closing remark, unless the user's `content` itself has it there.
 */
export function createReplyReader(content = ''): ReplyReader {
  const own = ownMarkerLines(content);
  const ownEdits = ownEditLines(content);
  const isLeftover = leftoversBut(content);
  const opensWithFence = isOpeningFence(content.trimStart().split('\n', 1)[0] ?? '');
  const done = new Set<VersionName>();
  const events: ReplyEvent[] = [];
  let writer: Section | null = null;
  let preamble = true;
  let outerFence = false;
  let innerFence = false;

  const endVersion = () => writer?.end();

  const startVersion = (version: VersionName, text: string) => {
    endVersion();
    preamble = false;
    innerFence = false;
    writer = done.has(version)
      ? null
      : createSection(version, ownEdits, (event) => {
          done.add(event.version);
          events.push(event);
        });
    if (text !== '') writer?.write(`${text}\n`);
  };

  const lines = createLineReader({
    mayMatter: (start) =>
      mayBeMarkerLine(start) ||
      mayBeLeftoverLine(start) ||
      writer?.mayMatter(start) === true ||
      (writer?.atParagraph() === true && mayBeRemarkLine(start)),
    text: (piece) => writer?.write(piece),
    line(whole, lineBreak) {
      const bare = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
      const marker = own.has(bare.trim()) ? null : readMarkerLine(bare);
      if (marker !== null) startVersion(marker.version, marker.text);
      else if (preamble) outerFence = isOpeningFence(bare) ? !outerFence : outerFence;
      else if (writer?.hasText() === false && !opensWithFence && isOpeningFence(bare)) innerFence = true;
      else if (
        isLeftover(bare, { fenced: outerFence || innerFence, paragraph: writer?.atParagraph() === true })
      ) {
        writer?.hold(whole + lineBreak);
      } else writer?.write(whole + lineBreak);
    },
  });

  return {
    feed(chunk) {
      lines.feed(chunk);
      return events.splice(0);
    },
    end() {
      lines.end();
      endVersion();
      return events.splice(0);
    },
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
