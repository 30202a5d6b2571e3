import './allowance.css';

import { useEffect, useSyncExternalStore } from 'react';

import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { allowance } from './allowance.ts';
import { closedWords, leftWords, noRoomWords, reopensWords } from './allowance-messages.ts';

type AllowanceLineProps = {
  /** The budget had no room for the last generation, although it may have some for a smaller one. */
  readonly isRefused: boolean;
  /** Null where visitors may bring no keys. */
  readonly onUseOwnKey: (() => void) | null;
};

/** What is left today; where nothing is, when it opens again and what can be done until then. */
export function AllowanceLine({ isRefused, onUseOwnKey }: AllowanceLineProps) {
  const { allowance: known, toldAt, writer } = useSyncExternalStore(allowance.subscribe, allowance.view);
  const closed = known === null ? null : (closedWords(known) ?? (isRefused ? noRoomWords : null));
  useEffect(() => {
    if (closed !== null) announce(`${closed}.`);
  }, [closed]);
  if (known === null) return null;
  const until = known.reopensAt === null ? null : reopensWords(known.reopensAt, toldAt);
  if (writer === 'built-in') return <BuiltInWriter until={until} />;
  if (closed === null) return <LeftToday words={leftWords(known)} />;
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

function LeftToday({ words }: { readonly words: string | null }) {
  return words === null ? null : <p className="allowance-left">{words}</p>;
}

function BuiltInWriter({ until }: { readonly until: string | null }) {
  return (
    <p className="allowance-left">
      The built-in writer writes{until === null ? '' : `; the AI model is back ${until}, your time`}.{' '}
      <Button look="plain" onClick={() => allowance.choose('server')}>
        Stop using it
      </Button>
    </p>
  );
}
