import './own-key.css';

import { KeyRound } from 'lucide-react';
import { Fragment } from 'react';

import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { strong, tRich } from '#web/ui/rich-text.tsx';

import { freeKeysAmong } from './own-key-rules.ts';
import type { OwnKeyStore } from './own-key-store.ts';

type OwnKeyLineProps = {
  readonly ownKey: OwnKeyStore;
  readonly onOpen: () => void;
  readonly onOpenLikely: () => void;
};

export function OwnKeyLine({ ownKey, onOpen, onOpenLikely }: OwnKeyLineProps) {
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
      <Button look="plain" onClick={onOpen} onLikely={onOpenLikely}>
        {provider === null ? t('Use your own key') : t('Change')}
      </Button>
    </div>
  );
}

/** Says where to get a key that costs nothing, for the providers that the page may call. Empty if there are none. */
export function FreeKeys({ hosts }: { readonly hosts: readonly string[] }) {
  const keys = freeKeysAmong(hosts);
  if (keys.length === 0) return null;
  return (
    <span className="free-keys">
      {t('Get a free key:')}{' '}
      {keys.map(({ name, page }, index) => (
        <Fragment key={name}>
          {index === 0 ? null : ', '}
          <a href={page} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </Fragment>
      ))}
    </span>
  );
}
