import { editsBehindTalk } from '#core/reply/edits-behind-talk.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import type { AskedEdit, DroppedEdit, Edit } from '#core/weave/edit.ts';
import type { VersionName } from '#core/weave/version.ts';
import type { Weaver } from '#core/weave/weaver.ts';

import type { GenerationStep } from './generation-step.ts';
import type { WritingPart } from './writing-job.ts';

/** One version as far as it has come, in however many parts it is told. */
export type VersionDraft = {
  readonly name: VersionName;
  readonly weaver: Weaver;
  hasStarted(): boolean;
  /** Whether that part of it has come to its end. */
  hasEnded(part: number): boolean;
  isFinished(): boolean;
  /** Told as a whole text, and no edits are heard of it: they stand in the result alone. */
  isText(): boolean;
  /** Whether any of it was told as a whole text. */
  hasText(): boolean;
  dropped(): DroppedEdit[];
  /** Takes what a reply says of it; edits are passed on as they are placed. The end of it all is not told. */
  take(event: ReplyEvent, part: number): GenerationStep[];
};

export function createVersionDraft(
  name: VersionName,
  weaver: Weaver,
  content: string,
  parts: readonly Pick<WritingPart, 'span'>[],
): VersionDraft {
  const texts = new Map<number, string>();
  const ended = new Set<number>();
  const unreadable: DroppedEdit[] = [];
  const streamsText = parts.length === 1;
  let hasStarted = false;

  const told = (edits: readonly Edit[]) =>
    edits.map((edit) => ({ type: 'version-edit', version: name, edit }) as const);

  const toldApart = (edits: readonly Edit[]) => (streamsText ? [] : told(edits));

  function start(): GenerationStep[] {
    if (hasStarted) return [];
    hasStarted = true;
    return [{ type: 'version-start', version: name }];
  }

  function endPart(part: number): GenerationStep[] {
    ended.add(part);
    const text = texts.get(part);
    const span = parts[part]?.span;
    if (text === undefined || span === undefined) return [];
    const behind = editsBehindTalk(text, content);
    if (behind === null) return toldApart(weaver.takeText(text, 'model', span));
    const { asked, rest } = readEdits(behind.edits, name, content);
    for (const words of [behind.talk, ...rest]) unreadable.push({ reason: 'unreadable', text: words });
    return toldApart(asked.flatMap((edit) => weaver.take(edit, 'model') ?? []));
  }

  return {
    name,
    weaver,
    hasStarted: () => hasStarted,
    hasEnded: (part) => ended.has(part),
    isFinished: () => ended.size === parts.length,
    isText: () => streamsText && texts.size > 0,
    hasText: () => texts.size > 0,
    dropped: () => [...weaver.dropped(), ...unreadable],
    take(event, part) {
      if (event.type === 'version-start') return start();
      if (event.type === 'version-end') return endPart(part);
      if (event.type === 'version-unreadable') {
        unreadable.push({ reason: 'unreadable', text: event.text });
        return [];
      }
      if (event.type === 'version-asked') {
        const edit = weaver.take(event.edit, 'model');
        return edit === null ? [] : told([edit]);
      }
      texts.set(part, (texts.get(part) ?? '') + event.text);
      return streamsText ? [event] : [];
    },
  };
}

/** The edits of a version, and what among them is none. */
function readEdits(text: string, name: VersionName, content: string) {
  const asked: AskedEdit[] = [];
  const rest: string[] = [];
  const reader = createReplyReader(content, name);
  for (const event of [...reader.feed(text), ...reader.end()]) {
    if (event.type === 'version-asked') asked.push(event.edit);
    if (event.type === 'version-unreadable') rest.push(event.text);
  }
  return { asked, rest };
}
