import type { ChosenLink } from '#core/link/link.ts';
import { markerLinesFor } from '#core/reply/marker-lines-for.ts';

import type { Insertion } from './compose/insertion.ts';
import { writeVersions } from './compose/write-versions.ts';

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
    yield* piecesWith(content, version.insertions);
    yield '\n\n';
  }
}

function* piecesWith(content: string, insertions: readonly Insertion[]): Generator<string> {
  let from = 0;
  for (const { offset, text } of insertions) {
    yield* slices(content.slice(from, offset));
    yield text;
    from = offset;
  }
  yield* slices(content.slice(from));
}

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}
