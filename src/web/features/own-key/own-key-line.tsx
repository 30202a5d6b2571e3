import './own-key.css';

import { KeyRound } from 'lucide-react';

import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';

import type { OwnKeyStore } from './own-key-store.ts';

type OwnKeyLineProps = {
  readonly ownKey: OwnKeyStore;
  readonly onOpen: () => void;
  readonly onOpenLikely: () => void;
};

/** Says whose key is used, and has a button to change it. */
export function OwnKeyLine({ ownKey, onOpen, onOpenLikely }: OwnKeyLineProps) {
  const provider = useStore(ownKey.provider);
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
      <Button look="plain" onClick={onOpen} onLikely={onOpenLikely}>
        {provider === null ? 'Use your own key' : 'Change'}
      </Button>
    </div>
  );
}
