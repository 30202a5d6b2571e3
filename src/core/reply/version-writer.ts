import type { ReplyEvent } from './reply-event.ts';
import type { VersionName } from '#core/weave/version.ts';

/** What may be left over at a version's end is held back up to this length, in UTF-16 units. */
const holdLimit = 4096;

/** Takes one version's text and gives it without the blank lines before and the leftovers behind it. */
export type VersionWriter = {
  /** Text of the version, white space included. */
  write(text: string): void;
  /** A line that belongs to the version only if more of it follows. */
  hold(line: string): void;
  /** Whether the version has had any text. */
  hasText(): boolean;
  /** Whether a paragraph may begin here. */
  atParagraph(): boolean;
  end(): void;
};

export function createVersionWriter(version: VersionName, emit: (event: ReplyEvent) => void): VersionWriter {
  let started = false;
  let released = false;
  let held = '';

  const pass = (text: string) => {
    if (!started) emit({ type: 'version-start', version });
    started = true;
    emit({ type: 'version-text', version, text });
    held = '';
  };

  const holdSpace = (space: string) => {
    if (!started) held = lastLineOf(held + space).slice(-holdLimit);
    else if (!released && held.length + space.length <= holdLimit) held += space;
    else {
      pass(held + space);
      released = true;
    }
  };

  const write = (text: string) => {
    const solid = text.trimEnd();
    if (solid !== '') {
      const whole = held + solid;
      pass(started ? whole : whole.replace(/^(?:[^\S\n]*\n)+/u, ''));
      released = false;
    }
    if (solid !== text) holdSpace(text.slice(solid.length));
  };

  return {
    write,
    hold(line) {
      if (held.length + line.length > holdLimit) write(line);
      else held += line;
    },
    hasText: () => started,
    atParagraph: () => !started || /\n[^\S\n]*\n$/u.test(held.slice(-80)),
    end() {
      if (started) emit({ type: 'version-end', version });
    },
  };
}

function lastLineOf(space: string): string {
  return space.slice(space.lastIndexOf('\n') + 1);
}
