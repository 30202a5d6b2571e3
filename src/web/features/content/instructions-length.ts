import { instructionsLimit } from '#core/prompt/wishes.ts';
import { t } from '#web/lib/language.ts';

/** Returns why the instructions are too long; null if they are not. */
export function longInstructionsReason(instructions: string): string | null {
  const isTooLong = instructions.trim().length > instructionsLimit;
  return isTooLong
    ? t('Shorten your instructions to at most {count} characters', { count: instructionsLimit })
    : null;
}
