import './own-key.css';

import { useId, useState, type ChangeEvent, type FormEvent, type ReactNode } from 'react';

import { callableHosts, devicePageName, type Settings } from '#contract/settings.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField, ChoiceField, Dialog, TextField } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';
import { tRich } from '#web/ui/rich-text.tsx';

import {
  isOnThisDevice,
  needsDevicePage,
  providersAmong,
  readOwnProvider,
  type KeyFailure,
  type KeyFields,
  type Reach,
} from './own-key-rules.ts';
import type { OwnKeyStore } from './own-key-store.ts';

type OwnKeyDialogProps = {
  readonly ownKey: OwnKeyStore;
  readonly settings: Settings;
  readonly onClose: () => void;
};

const stays = 'It stays in this browser until you forget it. Not for shared devices.' satisfies EnglishText;
const isLost = 'Otherwise it is gone when you close or reload this page.' satisfies EnglishText;

export function OwnKeyDialog({ ownKey, settings, onClose }: OwnKeyDialogProps) {
  const hosts = settings.ownKeyHosts;
  const reach = { hosts, callable: callableHosts(settings), pageOrigin: window.location.origin };
  const current = useStore(ownKey.provider);
  const [fields, setFields] = useState<KeyFields>(() => {
    const { baseUrl = '', model = '' } = current ?? providersAmong(hosts)[0] ?? {};
    return { baseUrl, model, apiKey: current?.apiKey ?? '' };
  });
  const [isRemembered, setRemembered] = useState(ownKey.isRemembered());
  const [failure, setFailure] = useState<KeyFailure | null>(null);
  const failureId = useId();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const provider = readOwnProvider(fields, reach);
    if ('field' in provider) {
      setFailure(provider);
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${provider.field}]`)?.focus();
      return;
    }
    ownKey.use(provider, isRemembered);
    announce(t('Your own key is in use'));
    onClose();
  }

  return (
    <Dialog title={t('Use your own key')} onClose={onClose} lightDismiss={false}>
      <form className="own-key-form" noValidate autoComplete="off" onSubmit={submit}>
        <p>
          {t(
            'Your browser then asks the AI provider itself. The key goes to that provider and nowhere else, and the limits of this site do not count for you.',
          )}
        </p>
        <FailureBox message={failure?.message ?? null} id={failureId} />
        <OwnKeyFields
          fields={fields}
          reach={reach}
          errorIdOf={(field) => (failure?.field === field ? failureId : undefined)}
          onChange={(changed) => setFields({ ...fields, ...changed })}
        />
        <CheckField
          className="remember"
          label={t('Remember it on this device')}
          note={t(isRemembered ? stays : isLost)}
          checked={isRemembered}
          onChange={({ target }) => setRemembered(target.checked)}
        />
        <div className="dialog-actions">
          {current === null ? null : <ForgetButton ownKey={ownKey} onClose={onClose} />}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit">
            {t('Use this key')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ForgetButton({ ownKey, onClose }: Omit<OwnKeyDialogProps, 'settings'>) {
  function forget(): void {
    ownKey.forget();
    announce(t('Your key is forgotten'));
    onClose();
  }
  return (
    <Button look="plain" className="forget-key" onClick={forget}>
      {t('Forget key')}
    </Button>
  );
}

type OwnKeyFieldsProps = {
  readonly fields: KeyFields;
  readonly reach: Reach;
  readonly errorIdOf: (field: keyof KeyFields) => string | undefined;
  readonly onChange: (changed: Partial<KeyFields>) => void;
};

/** Hides the key, if possible without a password field, because password managers would offer to save it. */
const secret = {
  type: CSS.supports('-webkit-text-security', 'disc') ? 'text' : 'password',
  className: 'key-field',
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': true,
} as const;

function OwnKeyFields(props: OwnKeyFieldsProps) {
  const { fields, reach, errorIdOf, onChange } = props;
  const isLocal = isOnThisDevice(fields.baseUrl);
  const field = (name: keyof KeyFields) =>
    ({
      autoCapitalize: 'none',
      autoComplete: 'off',
      spellCheck: false,
      name,
      errorId: errorIdOf(name),
      value: fields[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.target.value }),
    }) as const;
  return (
    <>
      <ProviderChoice {...props} />
      <TextField
        {...field('baseUrl')}
        label={t('Base URL')}
        inputMode="url"
        required
        note={addressNote(isLocal, needsDevicePage(fields.baseUrl, reach))}
      />
      <TextField {...field('model')} label={t('Model')} required />
      <TextField
        {...field('apiKey')}
        {...secret}
        label={t('Key')}
        required={!isLocal}
        note={isLocal ? t('A model on this device may want none.') : null}
      />
    </>
  );
}

/** Returns the note for a model on this device: its program must allow the page, and the browser may ask the user. */
function addressNote(isLocal: boolean, isShut: boolean): ReactNode {
  if (!isLocal) return null;
  if (isShut)
    return tRich(
      'To reach a model on this device, <page>open this page with access to this device</page> in a new tab.',
      {
        page: (words) => (
          <a href={`/?${devicePageName}`} target="_blank" rel="noopener">
            {words}
          </a>
        ),
      },
    );
  const { origin } = window.location;
  const permission = t(
    'It has to let {origin} ask it: in Ollama with OLLAMA_ORIGINS, in LM Studio with “Enable CORS”.',
    { origin },
  );
  if (isOnThisDevice(origin)) return permission;
  return `${permission} ${t('Your browser may ask you whether this page may reach your device.')}`;
}

const another = 'Another provider';

/** Fills in the fields of a well-known provider, and clears the key of another provider. */
function ProviderChoice({ fields: { baseUrl }, reach, onChange }: OwnKeyFieldsProps) {
  const providers = providersAmong(reach.hosts);
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : null;
  const chosen = providers.find((provider) => new URL(provider.baseUrl).origin === origin);
  if (providers.length === 0) return null;
  return (
    <ChoiceField
      label={t('Provider')}
      value={chosen?.name ?? another}
      options={[...providers.map(({ name }) => [name, translated(name)] as const), [another, t(another)]]}
      onChoose={(chosenName) => {
        const provider = providers.find(({ name }) => name === chosenName);
        onChange({ baseUrl: provider?.baseUrl ?? '', model: provider?.model ?? '', apiKey: '' });
      }}
    />
  );
}
