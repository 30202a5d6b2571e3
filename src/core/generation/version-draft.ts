import type { ReplyEvent } from '#core/reply/reply-event.ts';
import type { DroppedEdit, Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { VersionBuilder } from '#core/edits/version-builder.ts';

import type { GenerationStep } from './finished-generation.ts';
import type { WritingPart } from './writing-job.ts';

/** One version while it is written, in one or several parts. */
export type VersionDraft = {
  readonly name: VersionName;
  readonly builder: VersionBuilder;
  hasStarted(): boolean;
  /** Whether this part of it has ended. */
  hasEnded(part: number): boolean;
  isFinished(): boolean;
  /** Whether any part of it came as a whole text. */
  hasText(): boolean;
  dropped(): DroppedEdit[];
  /**
   * Takes an event of a reply. Returns edits as they are placed, but not the end of the version. Only the end of a
   * whole text takes steps.
   */
  take(event: ReplyEvent, part: number): Generator<undefined, GenerationStep[]>;
  start(): GenerationStep[];
};

/** The limit for a version that comes as text, in UTF-16 units. It is longer than any accepted content. */
const textLimit = 4_000_000;

export function createVersionDraft(
  name: VersionName,
  builder: VersionBuilder,
  parts: readonly Pick<WritingPart, 'span'>[],
): VersionDraft {
  const texts = new Map<number, string>();
  const ended = new Set<number>();
  const unreadable: DroppedEdit[] = [];
  let hasStarted = false;

  const told = (edits: readonly Edit[]) =>
    edits.map((edit) => ({ type: 'version-edit', version: name, edit }) as const);

  function start(): GenerationStep[] {
    if (hasStarted) return [];
    hasStarted = true;
    return [{ type: 'version-start', version: name }];
  }

  function* endPart(part: number): Generator<undefined, GenerationStep[]> {
    ended.add(part);
    const text = texts.get(part);
    const span = parts[part]?.span;
    if (text === undefined || span === undefined) return [];
    return told(yield* builder.takeText(text, 'model', span));
  }

  return {
    name,
    builder,
    hasStarted: () => hasStarted,
    hasEnded: (part) => ended.has(part),
    isFinished: () => ended.size === parts.length,
    hasText: () => texts.size > 0,
    dropped: () => [...builder.dropped(), ...unreadable],
    start,
    *take(event, part) {
      if (event.type === 'version-start') return start();
      if (event.type === 'version-end') return yield* endPart(part);
      if (event.type === 'version-unreadable') {
        unreadable.push({ reason: 'unreadable', text: event.text });
        return [];
      }
      if (event.type === 'version-asked') {
        const edit = builder.take(event.edit, 'model');
        return edit === null ? [] : told([edit]);
      }
      const text = texts.get(part) ?? '';
      if (text.length < textLimit) texts.set(part, text + event.text);
      return [];
    },
  };
}
