import type { ChosenLink } from '#core/link/link.ts';
import { markerLinesFor } from '#core/reply/marker-lines-for.ts';
import type { Edit } from '#core/weave/edit.ts';

import { writeVersions } from './write-versions.ts';

/** Characters in a piece of the reply. */
const pieceLength = 4096;

/** The whole reply at once, in the format that models are asked for. */
export function writeReply(content: string, links: readonly ChosenLink[]): string {
  let reply = '';
  for (const piece of replyPieces(content, links)) reply += piece ?? '';
  return reply;
}

/** Pieces of the reply, with `undefined` wherever a pause is possible. */
function* replyPieces(content: string, links: readonly ChosenLink[]): Generator<string | undefined> {
  const markers = markerLinesFor(content);
  for (const version of writeVersions(content, links)) {
    if (version === undefined) {
      yield undefined;
      continue;
    }
    yield `${markers[version.name]}\n`;
    yield* piecesWith(content, version.edits);
    yield '\n\n';
  }
}

function* piecesWith(content: string, edits: readonly Edit[]): Generator<string> {
  let from = 0;
  for (const { start, end, text } of edits) {
    yield* slices(content.slice(from, start));
    yield text;
    from = end;
  }
  yield* slices(content.slice(from));
}

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}
