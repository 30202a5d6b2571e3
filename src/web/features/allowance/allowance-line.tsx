import './allowance.css';

import { useEffect } from 'react';

import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { closedMessage, leftMessage, noRoomMessage, reopeningTime } from './allowance-messages.ts';
import type { AllowanceStore } from './allowance-store.ts';

type AllowanceLineProps = {
  readonly allowance: AllowanceStore;
  /** The budget had no room for the last generation, although it may have some for a smaller one. */
  readonly isRefused: boolean;
  /** Null if visitors may not use their own keys. */
  readonly onUseOwnKey: (() => void) | null;
};

/** Says what is left today. If nothing is left, says when the model opens again and what the user can do. */
export function AllowanceLine({ allowance, isRefused, onUseOwnKey }: AllowanceLineProps) {
  const { allowance: known, readAt, writer } = useStore(allowance);
  const closed = known === null ? null : (closedMessage(known) ?? (isRefused ? noRoomMessage : null));
  useEffect(() => {
    if (closed !== null) announce(`${closed}.`);
  }, [closed]);
  if (known === null) return null;
  const until = known.reopensAt === null ? null : reopeningTime(known.reopensAt, readAt);
  if (writer === 'built-in') return <BuiltInWriter allowance={allowance} until={until} />;
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

type BuiltInWriterProps = Pick<AllowanceLineProps, 'allowance'> & { readonly until: string | null };

function BuiltInWriter({ allowance, until }: BuiltInWriterProps) {
  return (
    <p className="allowance-left">
      The built-in writer writes{until === null ? '' : `; the AI model is back ${until}, your time`}.{' '}
      <Button look="plain" onClick={() => allowance.choose('server')}>
        Stop using it
      </Button>
    </p>
  );
}
