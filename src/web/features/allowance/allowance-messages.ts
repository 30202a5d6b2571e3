import type { Allowance } from '#contract/allowance.ts';

/** Above this share nobody needs to know of the budget of all. */
const scarceShare = 0.5;

/** What is left today, in a line; null where nothing is limited, or nothing is left. */
export function leftWords({ leftToday, budgetShare, closedBy }: Allowance): string | null {
  if (closedBy !== null) return null;
  const parts = [
    leftToday === null
      ? null
      : `${leftToday.toLocaleString('en')} ${leftToday === 1 ? 'generation' : 'generations'} left today`,
    budgetShare === null || budgetShare > scarceShare
      ? null
      : `${percent(budgetShare)} of this site’s budget for today left`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Why the model is closed, as a heading; null while it is open. */
export function closedWords({ closedBy }: Allowance): string | null {
  switch (closedBy) {
    case 'budget-spent':
      return 'Today’s free generations of this site are used up';
    case 'visitor-day-limit':
      return 'You have used your free generations for today';
    case null:
      return null;
  }
}

/** What is left is not nothing, and yet too little. */
export const noRoomWords = 'Too little of today’s free budget is left for this generation';

/** When the model opens again, by the visitor's own clock: `tomorrow at 01:00`. */
export function reopensWords(reopensAt: number, now: number, timeZone?: string): string {
  const dayOf = (time: number) =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone(timeZone) }).format(time);
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...zone(timeZone) }).format(reopensAt);
  return `${dayOf(reopensAt) === dayOf(now) ? 'today' : 'tomorrow'} at ${clock}`;
}

function zone(timeZone: string | undefined) {
  return timeZone === undefined ? {} : { timeZone };
}

function percent(share: number): string {
  return share < 0.01 ? 'less than 1 %' : `${Math.floor(share * 100)} %`;
}
