import './allowance.css';

import { useEffect } from 'react';

import type { Allowance } from '#contract/visitor.ts';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import type { AllowanceStore } from './allowance-store.ts';

type AllowanceLineProps = {
  readonly allowance: AllowanceStore;
  /** The budget had no room for the last generation, although it may have some for a smaller one. */
  readonly isRefused: boolean;
  /** Null if visitors may not use their own keys. */
  readonly onUseOwnKey: (() => void) | null;
};

/** Says what is left today. If nothing is left, says when the model is available again and what the user can do. */
export function AllowanceLine({ allowance, isRefused, onUseOwnKey }: AllowanceLineProps) {
  const { allowance: known, readAt, writer } = useStore(allowance);
  const closed = known === null ? null : (closedMessage(known) ?? (isRefused ? noRoomMessage : null));
  useEffect(() => {
    if (closed !== null) announce(`${closed}.`);
  }, [closed]);
  if (known === null) return null;
  const until = known.reopensAt === null ? null : reopeningTime(known.reopensAt, readAt);
  if (writer === 'built-in')
    return (
      <p className="allowance-left">
        The built-in writer writes{until === null ? '' : `; the AI model is back ${until}, your time`}.{' '}
        <Button look="plain" onClick={() => allowance.choose('server')}>
          Stop using it
        </Button>
      </p>
    );
  if (closed === null) {
    const left = leftMessage(known);
    return left === null ? null : <p className="allowance-left">{left}</p>;
  }
  return (
    <div className="allowance-notice">
      <p>
        <strong>{closed}.</strong> {until === null ? null : `They are back ${until}, your time.`} Your links
        stay as they are. {until === null ? 'You' : 'Until then you'} can
      </p>
      <div className="allowance-ways">
        {onUseOwnKey === null ? null : <Button onClick={onUseOwnKey}>Use your own key</Button>}
        <Button
          onClick={() => {
            allowance.choose('built-in');
            announce('The built-in writer writes now');
          }}
        >
          Use the built-in writer
        </Button>
      </div>
    </div>
  );
}

/** Above this share the budget of the site is not mentioned. */
const scarceShare = 0.5;

/** Says what is left today. Null if nothing is limited or nothing is left. */
export function leftMessage({ leftToday, budgetShare, closedBy }: Allowance): string | null {
  if (closedBy !== null) return null;
  const parts: string[] = [];
  if (leftToday !== null)
    parts.push(
      `${leftToday.toLocaleString('en')} ${leftToday === 1 ? 'generation' : 'generations'} left today`,
    );
  if (budgetShare !== null && budgetShare <= scarceShare)
    parts.push(`${percent(budgetShare)} of this site’s budget for today left`);
  return parts.length === 0 ? null : parts.join(' · ');
}

function percent(share: number): string {
  return share < 0.01 ? 'less than 1 %' : `${Math.floor(share * 100)} %`;
}

const closedMessages = {
  'budget-spent': 'Today’s free generations of this site are used up',
  'visitor-day-limit': 'You have used your free generations for today',
};
/** Something is left, but too little. */
const noRoomMessage = 'Too little of today’s free budget is left for this generation';

/** Says why the model is closed. Null if it is open. */
export function closedMessage({ closedBy }: Allowance): string | null {
  return closedBy === null ? null : closedMessages[closedBy];
}

/** Returns when the model opens again, in the time zone of the visitor, such as `tomorrow at 01:00`. */
export function reopeningTime(reopensAt: number, now: number, timeZone?: string): string {
  // A machine without a time zone reports a name that it then refuses.
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone });
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...zone });
  const isToday = day.format(reopensAt) === day.format(now);
  return `${isToday ? 'today' : 'tomorrow'} at ${clock.format(reopensAt)}`;
}
