import type { Document } from '#core/scan/document.ts';
import type { Span } from '#core/scan/spans.ts';

import type { NumberedSentence } from './numbered-text.ts';

/** Of what cannot be edited, no more than this is shown at once, in UTF-16 units. */
const stretchLimit = 400;
const shownAtEdge = 120;

/** The content with numbers before the sentences that may be edited, and long stretches of anything else shortened. */
export function shownText({ content }: Document, sentences: readonly NumberedSentence[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, number, insertable, replaceable } of sentences) {
    if (!insertable && !replaceable) continue;
    pieces.push(shortened(content, { start: from, end: start }), `[${number}] `);
    pieces.push(withoutLongAddresses(content.slice(start, end)));
    from = end;
  }
  pieces.push(shortened(content, { start: from, end: content.length }));
  return pieces.join('');
}

function shortened(content: string, { start, end }: Span): string {
  if (end - start <= stretchLimit) return withoutLongAddresses(content.slice(start, end));
  const head = content.slice(start, start + shownAtEdge);
  const tail = content.slice(end - shownAtEdge, end);
  return `${withoutLongAddresses(head)} […] ${withoutLongAddresses(tail)}`;
}

/** Images written out in the text, and the like. */
function withoutLongAddresses(text: string): string {
  return text.replaceAll(/[!#-&*-;=?-Z\\^-~]{120,}/gu, (run) => `${run.slice(0, 40)}…`);
}
