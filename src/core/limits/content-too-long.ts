import { ProblemError } from '#core/errors/problem.ts';

import type { ContentFit } from './content-limit.ts';

/** The refusal of a content that does not fit, with the numbers. */
export function contentTooLong(fit: ContentFit): ProblemError {
  return new ProblemError('content-too-long', { detail: tooLongWords(fit) });
}

function tooLongWords({ characters, atMost }: ContentFit): string {
  if (atMost === 0)
    return 'The selected links alone are too much for this model. Please select fewer links and try again.';
  const [has, takes] = [characters, atMost].map((count) => count.toLocaleString('en'));
  return `Your content has ${has} characters; at most ${takes} can be rewritten at once. Please shorten it and try again.`;
}
