import { ProblemError } from '#core/errors/problem-messages.ts';
import { quoteOf } from '#core/errors/quote.ts';

import type { Choice } from './choices.ts';

/** What a reply has said besides its text. */
export type ReplyContents = Pick<Choice, 'place' | 'index' | 'refusal' | 'callsTool'> & {
  /** What could not be read. It does not matter if the reply goes on and ends well. */
  readonly unread: ProblemError | null;
  readonly hasChoices: boolean;
  readonly hasThoughts: boolean;
};

export const emptyContents: ReplyContents = {
  place: null,
  index: null,
  refusal: '',
  callsTool: false,
  unread: null,
  hasChoices: false,
  hasThoughts: false,
};

/** Adds what a JSON value says. The place of its first text is the place of all texts. */
export function addChoice(
  contents: ReplyContents,
  choice: Choice | null,
  hasChoices: boolean,
): ReplyContents {
  if (choice === null)
    return hasChoices === contents.hasChoices
      ? contents
      : { ...contents, hasChoices: contents.hasChoices || hasChoices };
  const { text, thoughts, refusal, callsTool } = choice;
  const isMoreText = text !== '' && contents.place !== null && contents.unread === null;
  // Most pieces are more of the same.
  if (isMoreText && thoughts === '' && refusal === '' && !callsTool) return contents;
  const { place, index } = contents.place === null && text !== '' ? choice : contents;
  return {
    place,
    index,
    refusal: contents.refusal + refusal,
    callsTool: contents.callsTool || callsTool,
    unread: text === '' ? contents.unread : null,
    hasChoices: true,
    hasThoughts: contents.hasThoughts || thoughts.trim() !== '',
  };
}

/** Notes that a frame could not be read. */
export function withUnread(contents: ReplyContents): ReplyContents {
  return contents.unread === null
    ? { ...contents, unread: new ProblemError('provider-reply-broken') }
    : contents;
}

/**
 * Returns the problem of a reply without an end. Returns null for an answer at once, which is whole without a reason.
 * @param isJson Whether the answer is JSON without events.
 * @param isOne Whether one JSON value came.
 */
export function problemOfCut(
  { hasChoices, place, unread }: ReplyContents,
  { isJson, isOne }: { readonly isJson: boolean; readonly isOne: boolean },
): ProblemError | null {
  if (!hasChoices) return unread ?? new ProblemError(isJson ? 'provider-reply-broken' : 'provider-reply-cut');
  return isJson && isOne && place !== 'delta' ? null : new ProblemError('provider-reply-cut');
}

/** Returns the problem of a reply that has ended without a text. */
export function problemOfEmpty({ callsTool, hasThoughts }: ReplyContents): ProblemError {
  if (callsTool) return new ProblemError('provider-tool-call');
  if (!hasThoughts) return new ProblemError('reply-empty');
  const cause = 'OPENAI_MAX_OUTPUT limits the answer together with its thoughts.';
  return new ProblemError('provider-only-thoughts', { cause });
}

export function problemOfRefusal({ refusal }: ReplyContents): ProblemError {
  const quote = quoteOf(refusal);
  const detail =
    quote === null ? undefined : `The AI model refused: “${quote}” Please change your text and try again.`;
  return new ProblemError('provider-filtered', { detail });
}
