import type { Allowance } from '#contract/visitor.ts';

/** Above this share the budget of the site is not mentioned. */
const scarceShare = 0.5;

/** Says what is left today. Null if nothing is limited or nothing is left. */
export function leftMessage({ leftToday, budgetShare, closedBy }: Allowance): string | null {
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

/** Says why the model is closed. Null if it is open. */
export function closedMessage({ closedBy }: Allowance): string | null {
  switch (closedBy) {
    case 'budget-spent':
      return 'Today’s free generations of this site are used up';
    case 'visitor-day-limit':
      return 'You have used your free generations for today';
    case null:
      return null;
  }
}

/** Something is left, but too little. */
export const noRoomMessage = 'Too little of today’s free budget is left for this generation';

/** Returns when the model opens again, in the time zone of the visitor, such as `tomorrow at 01:00`. */
export function reopeningTime(reopensAt: number, now: number, timeZone?: string): string {
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
