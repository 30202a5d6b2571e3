import { wholeCompletion } from '#provider/completion-steps.ts';
import { head } from '#provider/steps.ts';

import { cutInLastVersion } from './fault.ts';

export const jsonHead = head(200, { 'content-type': 'application/json' });

/** Returns the start of a completion in one body, up to the middle of its text. */
export function cutCompletion(reply: string): string {
  const whole = wholeCompletion(reply);
  const cut = JSON.stringify(cutInLastVersion(reply)).slice(1, -1);
  return whole.slice(0, whole.indexOf(cut) + cut.length);
}
