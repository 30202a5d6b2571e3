export const resultShownReason = 'To discourage bots, you have to start over if you want different results';
export const incompleteReason = 'Select at least one link and add some content';

type Desk = {
  readonly content: string;
  /** Why the content is too long, as far as it is. */
  readonly tooLong: string | null;
  readonly chosenLinks: number;
  readonly phase: 'idle' | 'processing' | 'unfinished' | 'result';
};

/** Why Generate is off at the moment, in the words of its tooltip; null when it is on. */
export function reasonNotToGenerate({ content, tooLong, chosenLinks, phase }: Desk): string | null {
  if (phase === 'result') return resultShownReason;
  const isReady = phase !== 'processing' && chosenLinks > 0 && content.trim() !== '';
  return isReady ? tooLong : incompleteReason;
}
