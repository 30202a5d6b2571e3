import { ProblemError } from '#core/errors/problem-messages.ts';

/** The most characters of the user's instructions, in UTF-16 units without blanks around them. */
export const instructionsLimit = 300;

/** Returns the instructions without blanks around them. Throws 'instructions-too-long'. */
export function readInstructions(instructions: string): string {
  const text = instructions.trim();
  if (text.length > instructionsLimit) throw new ProblemError('instructions-too-long');
  return text;
}

/** Unseen signs, except those that join letters and emoji. */
// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const unseen = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** Signs that mark links, labels, numbers, tags, fences and the fields of a line. Also their wide forms. */
const protocolSigns = /[[\]{}<>|=`"“”„«»［］【】｛｝＜＞｜＝＂]+/gu;

/**
 * Returns a wish of the user for a prompt: one quoted line that cannot pass for a part of the protocol, such as a
 * marker, an edit or a link. Null if nothing is left of it.
 */
export function quotedWish(wish: string): string | null {
  const words = wish
    .replaceAll(unseen, ' ')
    .replaceAll(protocolSigns, ' ')
    .replaceAll(/[(（]{2,}|[)）]{2,}/gu, ' ')
    .replaceAll(/\s*[:：]+/gu, ' –')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words) ? `"${words}"` : null;
}
