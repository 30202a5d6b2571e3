export const resultShownReason = 'To discourage bots, you have to start over if you want different results';
export const incompleteReason = 'Select at least one link and add some content';

type Readiness = {
  readonly content: string;
  /** Why the content is too long, or null. */
  readonly tooLong: string | null;
  readonly chosenLinks: number;
  readonly phase: 'idle' | 'processing' | 'unfinished' | 'result';
};

/** Returns why Generate is off, as its tooltip; null if it is on. */
export function reasonNotToGenerate({ content, tooLong, chosenLinks, phase }: Readiness): string | null {
  if (phase === 'result') return resultShownReason;
  const isReady = phase !== 'processing' && chosenLinks > 0 && content.trim() !== '';
  return isReady ? tooLong : incompleteReason;
}
