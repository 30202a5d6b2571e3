import type { ReplyMessage } from './reply-schema.ts';

/** The text of a message or of a piece of one; empty where it holds none. */
export function textOf(message: ReplyMessage): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}

/** What a model shows of its thoughts, which is paid for like its text. Some providers send it under two names. */
export function thoughtsOf(message: ReplyMessage): string {
  const shown = [message?.reasoning_content, message?.reasoning].find((each) => each !== '' && isText(each));
  const content = message?.content ?? '';
  const parts = typeof content === 'string' ? [] : content.filter(({ type }) => type !== 'text');
  return [shown, ...parts.flatMap(({ text, thinking }) => [text, thinking].flat().map(partText))]
    .filter(isText)
    .join('');
}

function partText(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'text' in part ? part.text : part;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
