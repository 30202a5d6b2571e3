import type { ReplyMessage } from './reply-schema.ts';

/** The text of a message or of a piece of one; empty where it holds none. */
export function textOf(message: ReplyMessage): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}
