import { readEditLine } from './edit-line.ts';
import { ownEditLines } from './section.ts';

/** Whoever talks for longer than this before edits is no longer talking about them. */
const talkLimit = 600;

/** Parts a version that was read as text, but is edits behind some talk; null where it is a text. */
export function editsBehindTalk(text: string, content: string): { talk: string; edits: string } | null {
  const own = ownEditLines(content);
  let at = 0;
  for (const line of text.slice(0, 2 * talkLimit).split('\n')) {
    if (at > talkLimit) return null;
    const isEdit = readEditLine(line) !== null && !own.has(line.trim());
    if (isEdit && text.includes('((', at)) return { talk: text.slice(0, at).trim(), edits: text.slice(at) };
    at += line.length + 1;
  }
  return null;
}
