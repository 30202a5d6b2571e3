import { ProblemError } from '#core/errors/problem.ts';

import { dayLength, endOfDay, minute } from './clock.ts';

const hour = 60 * minute;
const wayOut = 'Until then you can use your own key or the built-in writer.';

export function refuseMinute(limit: number, opensAt: number, at: number): ProblemError {
  return new ProblemError('visitor-minute-limit', {
    detail: `This site allows you ${counted(limit, 'generation')} a minute. The next one is possible in ${inWords(opensAt - at)}.`,
    retryAfterSeconds: secondsUntil(opensAt, at),
  });
}

export function refuseDay(limit: number, at: number): ProblemError {
  const used =
    limit === 1 ? 'Your free generation for today is' : `Your ${limit} free generations for today are`;
  return new ProblemError('visitor-day-limit', {
    detail: `${used} used up. A new day begins at 00:00 UTC, in ${inWords(endOfDay(at) - at)}. ${wayOut}`,
    retryAfterSeconds: secondsUntil(endOfDay(at), at),
  });
}

type BudgetState = { readonly perDay: number; readonly spent: number; readonly worstCase: number };

/** The message depends on whether the cost is more than a day allows, more than is left today, or free again soon. */
export function refuseBudget({ perDay, spent, worstCase }: BudgetState, at: number): ProblemError {
  if (worstCase > perDay)
    return new ProblemError('budget-spent', {
      detail:
        'This is more than a whole day’s free budget allows. Please shorten your content, or use your own key or the built-in writer.',
      retryAfterSeconds: secondsUntil(endOfDay(at), at),
    });
  if (spent + worstCase > perDay)
    return new ProblemError('budget-spent', {
      detail: `Today’s free generations are used up. They reopen at 00:00 UTC, in ${inWords(endOfDay(at) - at)}. ${wayOut}`,
      retryAfterSeconds: secondsUntil(endOfDay(at), at),
    });
  return new ProblemError('budget-spent', {
    detail:
      'What is left of today’s free budget is held by generations that are running. Please try again in a minute, or use your own key or the built-in writer.',
    retryAfterSeconds: minute / 1000,
  });
}

export function secondsUntil(time: number, at: number): number {
  return Math.max(1, Math.ceil((time - at) / 1000));
}

export function inWords(milliseconds: number): string {
  if (milliseconds < minute) return counted(Math.max(1, Math.ceil(milliseconds / 1000)), 'second');
  const minutes = Math.ceil(Math.min(milliseconds, dayLength) / minute);
  const parts = [
    [Math.floor(minutes / (hour / minute)), 'hour'],
    [minutes % (hour / minute), 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => counted(count, name))
    .join(' ');
}

export function counted(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;
}
