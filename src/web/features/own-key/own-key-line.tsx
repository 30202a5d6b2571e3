import './own-key.css';

import { KeyRound } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { Button } from '#web/ui/button.tsx';

import { ownKey } from './own-key.ts';

type OwnKeyLineProps = {
  readonly onOpen: () => void;
  readonly onOpenLikely: () => void;
};

/** Says whose key is used, and opens the way to another. */
export function OwnKeyLine({ onOpen, onOpenLikely }: OwnKeyLineProps) {
  const provider = useSyncExternalStore(ownKey.subscribe, ownKey.provider);
  const host = provider === null ? '' : new URL(provider.baseUrl).host;
  return (
    <div className="own-key-line">
      {provider === null ? null : (
        <p title={`${provider.model} at ${host}`}>
          <KeyRound aria-hidden="true" size={15} />
          <span>
            {provider.apiKey === null ? 'Own model' : 'Own key'}: <b>{provider.model}</b> at {host}
          </span>
        </p>
      )}
      <Button look="plain" onClick={onOpen} onPointerEnter={onOpenLikely} onFocus={onOpenLikely}>
        {provider === null ? 'Use your own key' : 'Change'}
      </Button>
    </div>
  );
}
