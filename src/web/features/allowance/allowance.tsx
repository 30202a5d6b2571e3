import './allowance.css';

import { useEffect } from 'react';

import { allowanceSchema, type Allowance } from '#contract/visitor.ts';
import { sendForJson } from '#web/api/send.ts';
import { createStore, useStore } from '#web/lib/store.ts';
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

/** In milliseconds. The clocks of two machines differ. */
const clockTolerance = 2_000;
/** In milliseconds. A fast clock or an unreachable server would else cause many requests. */
const retryDelay = 60_000;
const longestTimeout = 0x7fffffff;

export type AllowanceStore = ReturnType<typeof createAllowanceStore>;

/** Holds how much the visitor may still generate today. */
export function createAllowanceStore(read: () => Promise<Allowance> = readAllowance) {
  const { get, set, subscribe } = createStore<AllowanceView>({
    allowance: null,
    readAt: 0,
    writer: 'server',
  });
  let requests = 0;
  let awaited: number | null = null;

  function awaitOpening(reopensAt: number | null): void {
    if (reopensAt === null || reopensAt === awaited) return;
    awaited = reopensAt;
    const rest = reopensAt - Date.now();
    const ask = () => {
      awaited = null;
      void refresh();
    };
    setTimeout(ask, rest > 0 ? Math.min(longestTimeout, rest + clockTolerance) : retryDelay);
  }

  /** Asks the server again. Never rejects: without an answer the view stays. */
  async function refresh(): Promise<void> {
    requests += 1;
    const own = requests;
    const allowance = await read().catch(() => null);
    // A later request has the newer answer.
    if (own !== requests) return;
    const { allowance: before, writer } = get();
    const wasClosed = before !== null && before.closedBy !== null;
    if (allowance !== null)
      set({
        allowance,
        readAt: Date.now(),
        writer: wasClosed && allowance.closedBy === null ? 'server' : writer,
      });
    awaitOpening((allowance ?? before)?.reopensAt ?? null);
  }

  return {
    get,
    subscribe,
    refresh,
    /** Chooses the writer. The built-in writer then writes until a closed model is available again. */
    choose: (writer: AllowanceView['writer']) => set({ ...get(), writer }),
  };
}

function readAllowance(): Promise<Allowance> {
  return sendForJson({ method: 'GET', path: '/api/allowance', fallback: 'unexpected' }, allowanceSchema);
}

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
