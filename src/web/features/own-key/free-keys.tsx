import { Fragment } from 'react';

import { t } from '#web/lib/language.ts';

import { freeKeysAmong } from './own-key-rules.ts';

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
