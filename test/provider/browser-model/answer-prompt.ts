import { writeFromPrompt } from '#provider/write-from-prompt.ts';

/** Answers a prompt as a model would, for the stand-in of the browser's model. */
export function answerPrompt(prompt: string): string {
  return writeFromPrompt([
    { role: 'system', content: '' },
    { role: 'user', content: prompt },
  ]);
}
