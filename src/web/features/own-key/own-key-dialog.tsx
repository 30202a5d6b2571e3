import './own-key.css';

import { useId, useState, type FormEvent } from 'react';

import { callableHosts, type Settings } from '#contract/settings.ts';
import type { OwnProvider } from '#web/api/writer.ts';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

import { providersAmong } from './known-providers.ts';
import { OwnKeyFields } from './own-key-fields.tsx';
import { readOwnProvider, type KeyFailure, type KeyFields } from './own-key-rules.ts';
import type { OwnKeyStore } from './own-key-store.ts';

type OwnKeyDialogProps = {
  readonly ownKey: OwnKeyStore;
  readonly settings: Settings;
  readonly onClose: () => void;
};

export function OwnKeyDialog({ ownKey, settings, onClose }: OwnKeyDialogProps) {
  const hosts = settings.ownKeyHosts;
  const callable = callableHosts(settings);
  const current = useStore(ownKey.provider);
  const [fields, setFields] = useState(() => initialFields(current, hosts));
  const [isRemembered, setRemembered] = useState(ownKey.isRemembered());
  const [failure, setFailure] = useState<KeyFailure | null>(null);
  const failureId = useId();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const provider = readOwnProvider(fields, { hosts, callable, pageOrigin: window.location.origin });
    if ('field' in provider) {
      setFailure(provider);
      form.querySelector<HTMLInputElement>(`[name=${provider.field}]`)?.focus();
      return;
    }
    ownKey.use(provider, isRemembered);
    announce('Your own key is in use');
    onClose();
  }

  return (
    <Dialog title="Use your own key" onClose={onClose} lightDismiss={false}>
      <form className="own-key-form" noValidate autoComplete="off" onSubmit={submit}>
        <p>
          Your browser then asks the AI provider itself. The key goes to that provider and nowhere else, and
          the limits of this site do not count for you.
        </p>
        {failure === null ? null : (
          <p className="red-box" role="alert" id={failureId}>
            {failure.message}
          </p>
        )}
        <OwnKeyFields
          fields={fields}
          hosts={hosts}
          callable={callable}
          errorIdOf={(field) => (failure?.field === field ? failureId : undefined)}
          onChange={(changed) => setFields({ ...fields, ...changed })}
        />
        <RememberChoice isRemembered={isRemembered} onChange={setRemembered} />
        <div className="dialog-actions">
          {current === null ? null : <ForgetButton ownKey={ownKey} onClose={onClose} />}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Use this key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function initialFields(current: OwnProvider | null, hosts: readonly string[]): KeyFields {
  const [first] = providersAmong(hosts);
  const { baseUrl = '', model = '' } = current ?? first ?? {};
  return { baseUrl, model, apiKey: current?.apiKey ?? '' };
}

type RememberChoiceProps = {
  readonly isRemembered: boolean;
  readonly onChange: (isRemembered: boolean) => void;
};

function RememberChoice({ isRemembered, onChange }: RememberChoiceProps) {
  const id = useId();
  return (
    <div className="remember">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-note`}
        checked={isRemembered}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>Remember it on this device</label>
      <p id={`${id}-note`} className="field-note">
        {isRemembered
          ? 'It stays in this browser until you forget it. Not for shared devices.'
          : 'Otherwise it is gone when you close or reload this page.'}
      </p>
    </div>
  );
}

function ForgetButton({ ownKey, onClose }: Omit<OwnKeyDialogProps, 'settings'>) {
  return (
    <Button
      look="plain"
      className="forget-key"
      onClick={() => {
        ownKey.forget();
        announce('Your key is forgotten');
        onClose();
      }}
    >
      Forget key
    </Button>
  );
}
