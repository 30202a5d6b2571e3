import { useId } from 'react';

import { providersAmong } from './known-providers.ts';
import { originOf } from './own-key-rules.ts';
import type { KeyFields } from './own-key-rules.ts';

type ProviderChoiceProps = {
  readonly hosts: readonly string[];
  readonly baseUrl: string;
  readonly onChoose: (chosen: KeyFields) => void;
};

const another = 'Another provider';

/** Fills in what belongs to a well-known provider, and takes out a key that was meant for another. */
export function ProviderChoice({ hosts, baseUrl, onChoose }: ProviderChoiceProps) {
  const id = useId();
  const providers = providersAmong(hosts);
  const chosen = providers.find((provider) => originOf(provider.baseUrl) === originOf(baseUrl));
  if (providers.length === 0) return null;
  return (
    <div className="text-field provider-choice">
      <label htmlFor={id}>Provider</label>
      <select
        id={id}
        value={chosen?.name ?? another}
        onChange={({ target }) => {
          const provider = providers.find(({ name }) => name === target.value);
          onChoose({ baseUrl: provider?.baseUrl ?? '', model: provider?.model ?? '', apiKey: '' });
        }}
      >
        {providers.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        <option>{another}</option>
      </select>
    </div>
  );
}
