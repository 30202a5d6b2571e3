import './allowance.css';

import { useEffect } from 'react';

import { allowanceSchema, type Allowance } from '#contract/visitor.ts';
import { sendForJson } from '#web/api/send.ts';
import type { EnglishText } from '#web/german/german.ts';
import { pageLanguage, t, tCount } from '#web/lib/language.ts';
import { createStore, useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createLatestTask } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

type AllowanceView = {
  /** Null until the server has answered. */
  readonly allowance: Allowance | null;
  /** When the server answered, in milliseconds since 1970. */
  readonly readAt: number;
  /** The writer on the server. It is the built-in writer only if the visitor has chosen that one. */
  readonly writer: 'server' | 'built-in';
};

/** In milliseconds. The clocks of two machines may differ by this. */
const clockTolerance = 2_000;
/** In milliseconds. Otherwise a fast clock or an unreachable server would cause many requests. */
const retryDelay = 60_000;
const longestTimeout = 0x7fffffff;

/** What the visitor may still generate today on this site, and which of its writers is in use. */
export type AllowanceStore = ReadonlyStore<AllowanceView> & {
  /** Requests the allowance again. Never rejects: without an answer, nothing changes. */
  refresh(): Promise<void>;
  /** Chooses the writer. The built-in writer then writes until a closed model is available again. */
  choose(writer: AllowanceView['writer']): void;
};

export function createAllowanceStore(
  read = () =>
    sendForJson({ method: 'GET', path: './api/allowance', fallback: 'unexpected' }, allowanceSchema),
): AllowanceStore {
  const { get, set, subscribe } = createStore<AllowanceView>({
    allowance: null,
    readAt: 0,
    writer: 'server',
  });
  const latest = createLatestTask();
  let awaited: number | null = null;

  function awaitOpening(reopensAt: number | null): void {
    if (reopensAt === null || reopensAt === awaited) return;
    awaited = reopensAt;
    const rest = reopensAt - Date.now();
    const readAgain = () => {
      awaited = null;
      void refresh();
    };
    setTimeout(readAgain, rest > 0 ? Math.min(longestTimeout, rest + clockTolerance) : retryDelay);
  }

  const refresh = () => latest.run(() => read().catch(() => null), accept);

  function accept(allowance: Allowance | null): void {
    const { allowance: before, writer } = get();
    const reopens = before !== null && before.closedBy !== null && allowance?.closedBy === null;
    if (allowance !== null) set({ allowance, readAt: Date.now(), writer: reopens ? 'server' : writer });
    awaitOpening((allowance ?? before)?.reopensAt ?? null);
  }

  return {
    get,
    subscribe,
    refresh,
    choose: (writer) => set({ ...get(), writer }),
  };
}

type AllowanceLineProps = {
  readonly allowance: AllowanceStore;
  /** Too little of the budget was left for the last generation, although it may be enough for a smaller one. */
  readonly isRefused: boolean;
  /** Null if visitors may not use their own keys. */
  readonly onUseOwnKey: (() => void) | null;
};

/** Says what is left today. If nothing is left, says when the model is available again and what the user can do. */
export function AllowanceLine({ allowance, isRefused, onUseOwnKey }: AllowanceLineProps) {
  const { allowance: known, readAt, writer } = useStore(allowance);
  const closed = known === null ? null : (closedMessage(known) ?? (isRefused ? t(tooLittleMessage) : null));
  useEffect(() => {
    if (closed !== null) announce(`${closed}.`);
  }, [closed]);
  if (known === null) return null;
  const until = known.reopensAt === null ? null : reopeningTime(known.reopensAt, readAt);
  if (writer === 'built-in')
    return (
      <p className="allowance-left">
        {until === null
          ? t('Using the built-in writer.')
          : t('Using the built-in writer. The AI model is back {when}, your time.', { when: until })}{' '}
        <Button look="plain" onClick={() => allowance.choose('server')}>
          {t('Stop using it')}
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
        <strong>{closed}.</strong>{' '}
        {until === null
          ? t('Your links are safe. You can')
          : t('Back {when}, your time. Your links are safe. Until then, you can', {
              when: until,
            })}
      </p>
      <div className="allowance-ways">
        {onUseOwnKey === null ? null : <Button onClick={onUseOwnKey}>{t('Use your own key')}</Button>}
        <Button
          onClick={() => {
            allowance.choose('built-in');
            announce(t('Using the built-in writer'));
          }}
        >
          {t('Use the built-in writer')}
        </Button>
      </div>
    </div>
  );
}

/** If more than this share is left, the budget of the site is not mentioned. */
const scarceShare = 0.5;

/** Says what is left today. Null if nothing is limited or nothing is left. */
export function leftMessage({ leftToday, budgetShare, closedBy }: Allowance): string | null {
  if (closedBy !== null) return null;
  const parts: string[] = [];
  if (leftToday !== null)
    parts.push(tCount(leftToday, '{count} generation left today', '{count} generations left today'));
  if (budgetShare !== null && budgetShare <= scarceShare) parts.push(budgetMessage(budgetShare));
  return parts.length === 0 ? null : parts.join(' · ');
}

function budgetMessage(share: number): string {
  if (share < 0.01) return t('less than 1% of today’s budget left');
  return t('{percent}% of today’s budget left', { percent: Math.floor(share * 100) });
}

const closedMessages = {
  'budget-spent': 'This site’s free generations for today are used up',
  'visitor-day-limit': 'You have used your free generations for today',
} as const satisfies Record<NonNullable<Allowance['closedBy']>, EnglishText>;
/** Something is left, but too little. */
const tooLittleMessage = 'Today’s free budget is too small for this text';

export function closedMessage({ closedBy }: Allowance): string | null {
  return closedBy === null ? null : t(closedMessages[closedBy]);
}

/** Returns when the model opens again, in the time zone of the visitor, such as `tomorrow at 01:00`. */
export function reopeningTime(reopensAt: number, now: number, timeZone?: string): string {
  // A machine without a time zone reports a name that it then refuses.
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone });
  const language = pageLanguage() === 'en' ? 'en-GB' : pageLanguage();
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', ...zone }).format(reopensAt);
  const isToday = day.format(reopensAt) === day.format(now);
  return isToday ? t('today at {time}', { time }) : t('tomorrow at {time}', { time });
}
