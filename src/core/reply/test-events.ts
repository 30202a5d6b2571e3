import type { ReplyEvent } from './section.ts';
import { createReplyReader } from './reply-reader.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';

/** Reads a reply that arrives in pieces. Neighbouring texts are joined. */
export function eventsOf(
  pieces: readonly string[],
  content = '',
  assumed: VersionName | null = null,
): ReplyEvent[] {
  const reader = createReplyReader(content, assumed);
  const events: ReplyEvent[] = [];
  for (const event of [...pieces.flatMap((piece) => reader.feed(piece)), ...reader.end()]) {
    const last = events.at(-1);
    if (event.type === 'version-text' && last?.type === 'version-text' && last.version === event.version) {
      events[events.length - 1] = { ...last, text: last.text + event.text };
    } else events.push(event);
  }
  return events;
}

/** Reads a reply. Returns one line for each event: `safe insert 3: A pan.` */
export function told(reply: string, content = '', assumed: VersionName | null = null): string[] {
  return spelled(eventsOf([reply], content, assumed));
}

/** Reads a reply that arrives in pieces of this size. */
export function toldInPieces(reply: string, size: number): string[] {
  return spelled(eventsOf(reply.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []));
}

function spelled(events: readonly ReplyEvent[]): string[] {
  return events.flatMap((event) => {
    const { type, version } = event;
    if (type === 'version-text') return [`${version} text: ${event.text}`];
    if (type === 'version-unreadable') return [`${version} unreadable: ${event.text}`];
    if (type !== 'version-edit') return [];
    const { action, sentence, last, behind, text } = event.edit;
    const place = `${sentence}${last === undefined ? '' : `-${last}`}${behind === undefined ? '' : ` behind ${behind}`}`;
    return [`${version} ${action} ${place}: ${text}`];
  });
}

/** Reads a whole reply at once. A missing version is an empty string. */
export function readReply(text: string, content = ''): Record<VersionName, string> {
  const reader = createReplyReader(content);
  const pieces = perVersion((): string[] => []);
  for (const event of [...reader.feed(text), ...reader.end()]) {
    if (event.type === 'version-text') pieces[event.version].push(event.text);
  }
  return perVersion((name) => pieces[name].join(''));
}
