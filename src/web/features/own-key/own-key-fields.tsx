import { useId, type ChangeEvent, type ReactNode } from 'react';

import { devicePageName } from '#contract/settings.ts';
import { TextField } from '#web/ui/text-field.tsx';

import { providersAmong } from './known-providers.ts';
import { isOnThisDevice, needsDevicePage, originOf, type KeyFields } from './own-key-rules.ts';

type OwnKeyFieldsProps = {
  readonly fields: KeyFields;
  readonly hosts: readonly string[];
  readonly callable: readonly string[];
  readonly errorIdOf: (field: keyof KeyFields) => string | undefined;
  readonly onChange: (changed: Partial<KeyFields>) => void;
};

const asTyped = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;

/** Looks like a password, but is none to the browser and to password managers: they would offer to keep it. */
const secret = {
  type: CSS.supports('-webkit-text-security', 'disc') ? 'text' : 'password',
  className: 'key-field',
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': true,
} as const;

export function OwnKeyFields({ fields, hosts, callable, errorIdOf, onChange }: OwnKeyFieldsProps) {
  const isLocal = isOnThisDevice(fields.baseUrl);
  const field = (name: keyof KeyFields) => ({
    ...asTyped,
    name,
    errorId: errorIdOf(name),
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <ProviderChoice hosts={hosts} baseUrl={fields.baseUrl} onChoose={onChange} />
      <TextField
        {...field('baseUrl')}
        label="Base URL"
        inputMode="url"
        required
        note={addressNote(isLocal, needsDevicePage(fields.baseUrl, { hosts, callable }))}
      />
      <TextField {...field('model')} label="Model" required />
      <TextField
        {...field('apiKey')}
        {...secret}
        label="Key"
        required={!isLocal}
        note={isLocal ? 'A model on this device may want none.' : null}
      />
    </>
  );
}

/** A program that serves a model only answers pages that it knows, and the browser may ask for permission. */
function addressNote(isLocal: boolean, isShut: boolean): ReactNode {
  if (!isLocal) return null;
  if (isShut)
    return (
      <>
        To reach a model on this device,{' '}
        <a href={`/?${devicePageName}`} target="_blank" rel="noopener">
          open this page with access to this device
        </a>{' '}
        in a new tab.
      </>
    );
  const permission = isOnThisDevice(window.location.origin)
    ? ''
    : ' Your browser may ask you whether this page may reach your device.';
  return `It has to let ${window.location.origin} ask it: in Ollama with OLLAMA_ORIGINS, in LM Studio with “Enable CORS”.${permission}`;
}

type ProviderChoiceProps = {
  readonly hosts: readonly string[];
  readonly baseUrl: string;
  readonly onChoose: (chosen: KeyFields) => void;
};

const another = 'Another provider';

/** Fills in the fields of a well-known provider, and clears the key of another provider. */
function ProviderChoice({ hosts, baseUrl, onChoose }: ProviderChoiceProps) {
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
