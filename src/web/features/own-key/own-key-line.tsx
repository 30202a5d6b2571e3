import './own-key.css';

import { KeyRound } from 'lucide-react';
import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { strong, tRich } from '#web/ui/rich-text.tsx';

import type { OwnKeyStore } from './own-key-store.ts';

type OwnKeyLineProps = {
  readonly ownKey: OwnKeyStore;
  readonly onOpen: () => void;
};

export function OwnKeyLine({ ownKey, onOpen }: OwnKeyLineProps) {
  const provider = useStore(ownKey.provider);
  const host = provider === null ? '' : new URL(provider.baseUrl).host;
  return (
    <div className="own-key-line">
      {provider === null ? null : (
        <p title={t('{model} at {host}', { model: provider.model, host })}>
          <KeyRound aria-hidden="true" size={15} />
          <span>
            {tRich(
              provider.apiKey === null
                ? 'Own model: <model>{model}</model> at {host}'
                : 'Own key: <model>{model}</model> at {host}',
              { model: strong },
              { model: provider.model, host },
            )}
          </span>
        </p>
      )}
      <Button look="plain" onClick={onOpen}>
        {provider === null ? t('Use your own key') : t('Change')}
      </Button>
    </div>
  );
}
