import { instructionsLimit } from '#core/prompt/wishes.ts';

/** Returns why the instructions are too long; null if they are not. */
export function longInstructionsReason(instructions: string): string | null {
  const isTooLong = instructions.trim().length > instructionsLimit;
  return isTooLong ? `Shorten your instructions to at most ${instructionsLimit} characters` : null;
}
