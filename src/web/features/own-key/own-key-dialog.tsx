import {
  useEffect,
  useId,
  useState,
  type ChangeEvent,
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type SetStateAction,
} from 'react';

import { callableHosts, devicePageName, type Settings } from '#contract/settings.ts';
import { isOnThisDevice } from '#llm-client/request/provider-hosts.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField, ChoiceField, Dialog, TextField } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';
import { tRich } from '#web/ui/rich-text.tsx';

import {
  needsDevicePage,
  providersAmong,
  readOwnProvider,
  type KeyFailure,
  type KeyFields,
  type Reach,
} from './own-key-rules.ts';
import { addressOf, modelsAt, type LocalModel, type LocalModelsStore } from './local-models-store.ts';
import { LocalHelp, LocalOffers } from './local-offers.tsx';
import { FreeKeys } from './free-keys.tsx';
import type { OwnKeyStore } from './own-key-store.ts';

type OwnKeyDialogProps = {
  readonly ownKey: OwnKeyStore;
  readonly settings: Settings;
  readonly localModels: LocalModelsStore;
  readonly onClose: () => void;
};

const stays = 'Kept in this browser until you forget it. Not for shared devices.' satisfies EnglishText;
const isLost = 'Without this, it is gone when you close or reload the page.' satisfies EnglishText;

export function OwnKeyDialog({ ownKey, settings, localModels, onClose }: OwnKeyDialogProps) {
  const reach = reachOf(settings);
  const current = useStore(ownKey.provider);
  const [fields, setFields] = useState<KeyFields>(() => {
    const { baseUrl = '', model = '' } = current ?? providersAmong(reach.hosts)[0] ?? {};
    return { baseUrl, model, apiKey: current?.apiKey ?? '' };
  });
  const [isRemembered, setRemembered] = useState(ownKey.isRemembered());
  const [failure, setFailure] = useState<KeyFailure | null>(null);
  const failureId = useId();
  const search = useModelSearch(localModels, { fields, setFields, reach });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const provider = readOwnProvider(fields, reach);
    if ('field' in provider) {
      setFailure(provider);
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${provider.field}]`)?.focus();
      return;
    }
    const contextWindow = search.here.find(({ name }) => name === provider.model)?.contextWindow;
    ownKey.use(contextWindow === undefined ? provider : { ...provider, contextWindow }, isRemembered);
    announce(t('Using your own key'));
    onClose();
  }

  return (
    <Dialog title={t('Use your own key')} onClose={onClose} lightDismiss={false}>
      <form className="own-key-form" noValidate autoComplete="off" onSubmit={submit}>
        <LocalOffers localModels={localModels} current={current} onUse={onClose} />
        <p>
          {t(
            'Your browser calls the provider directly. Your key goes nowhere else, and this site’s limits don’t apply.',
          )}
        </p>
        <FailureBox message={failure?.message ?? null} id={failureId} />
        <OwnKeyFields
          fields={fields}
          reach={reach}
          errorIdOf={(field) => (failure?.field === field ? failureId : undefined)}
          models={search.here}
          onChange={(changed) => setFields({ ...fields, ...changed })}
          onChooseProvider={(chosen) => {
            setFields(chosen);
            if (isOnThisDevice(chosen.baseUrl)) void search.look(chosen.baseUrl);
          }}
        />
        {needsDevicePage(fields.baseUrl, reach) ? null : (
          <LocalHelp localModels={localModels} baseUrl={fields.baseUrl} />
        )}
        <RememberField isRemembered={isRemembered} onChange={setRemembered} />
        <div className="dialog-actions">
          {current === null ? null : <ForgetButton ownKey={ownKey} onClose={onClose} />}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <UseButton fields={fields} />
        </div>
      </form>
    </Dialog>
  );
}

function reachOf(settings: Settings): Reach {
  const { ownKeyHosts: hosts } = settings;
  return { hosts, callable: callableHosts(settings), pageOrigin: window.location.origin };
}

type RememberFieldProps = {
  readonly isRemembered: boolean;
  readonly onChange: (isRemembered: boolean) => void;
};

function RememberField({ isRemembered, onChange }: RememberFieldProps) {
  return (
    <CheckField
      className="remember"
      label={t('Remember it on this device')}
      note={t(isRemembered ? stays : isLost)}
      checked={isRemembered}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

function UseButton({ fields: { baseUrl, apiKey } }: { readonly fields: KeyFields }) {
  const isModelOnly = isOnThisDevice(baseUrl) && apiKey === '';
  return (
    <Button look="primary" type="submit">
      {isModelOnly ? t('Use this model') : t('Use this key')}
    </Button>
  );
}

type ModelSearch = {
  readonly fields: KeyFields;
  readonly setFields: Dispatch<SetStateAction<KeyFields>>;
  readonly reach: Reach;
};

/** Lets the server look for models on this device when the dialog opens. `here` are those at the base URL of the form. */
function useModelSearch(localModels: LocalModelsStore, { fields, setFields, reach }: ModelSearch) {
  const { models } = useStore(localModels.found);

  /** Looks for models at a chosen provider, and chooses the first one at this address if none is chosen. */
  async function look(baseUrl: string): Promise<void> {
    const isCallable = isOnThisDevice(baseUrl) && !needsDevicePage(baseUrl, reach);
    const isServerLooking = localModels.found.get().isServerLooking === true;
    await localModels.look(isCallable && !isServerLooking ? baseUrl : null);
    const [first] = modelsAt(localModels.found.get().models, baseUrl);
    setFields((before) =>
      first !== undefined && before.baseUrl === baseUrl && before.model === ''
        ? { ...before, model: first.name }
        : before,
    );
  }

  useEffect(() => void localModels.look(), [localModels]);
  return { here: modelsAt(models, fields.baseUrl), look };
}

function ForgetButton({ ownKey, onClose }: Pick<OwnKeyDialogProps, 'ownKey' | 'onClose'>) {
  function forget(): void {
    ownKey.forget();
    announce(t('Key forgotten'));
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
  /** The models that are known at the base URL. */
  readonly models: readonly LocalModel[];
  readonly onChange: (changed: Partial<KeyFields>) => void;
  readonly onChooseProvider: (chosen: KeyFields) => void;
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
  const { fields, reach, models, errorIdOf, onChange } = props;
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
      <ModelChoice models={models} chosen={fields.model} onChange={onChange} />
      {models.some(({ name }) => name === fields.model) ? null : (
        <TextField
          {...field('model')}
          label={models.length === 0 ? t('Model') : t('Name of the model')}
          required
        />
      )}
      <TextField
        {...field('apiKey')}
        {...secret}
        label={t('Key')}
        required={!isLocal}
        note={isLocal ? t('A model on this device may not need one.') : <FreeKeys hosts={reach.hosts} />}
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
          <a href={`./?${devicePageName}`} target="_blank" rel="noopener">
            {words}
          </a>
        ),
      },
    );
  const { origin } = window.location;
  // A page on this device is told by the server whether a program lets it in.
  if (isOnThisDevice(origin)) return null;
  const permission = t('Allow {origin} there: OLLAMA_ORIGINS in Ollama, “Enable CORS” in LM Studio.', {
    origin,
  });
  return `${permission} ${t('Your browser may ask for permission.')}`;
}

const other = 'Another model';

/** Lists the models on this device. With another model, its name can be entered. */
function ModelChoice({
  models,
  chosen,
  onChange,
}: Pick<OwnKeyFieldsProps, 'models' | 'onChange'> & { readonly chosen: string }) {
  const names = models.map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <ChoiceField
      label={t('Model')}
      value={names.includes(chosen) ? chosen : ''}
      options={[...names.map((name) => [name, name] as const), ['', t(other)]]}
      onChoose={(model) => onChange({ model })}
    />
  );
}

const another = 'Another provider';

/** Fills in the fields of a well-known provider, and clears the key of another provider. */
function ProviderChoice({ fields: { baseUrl }, reach, onChooseProvider }: OwnKeyFieldsProps) {
  const providers = providersAmong(reach.hosts);
  const origin = addressOf(baseUrl);
  const chosen = providers.find((provider) => addressOf(provider.baseUrl) === origin);
  if (providers.length === 0) return null;
  return (
    <ChoiceField
      label={t('Provider')}
      value={chosen?.name ?? another}
      options={[...providers.map(({ name }) => [name, translated(name)] as const), [another, t(another)]]}
      onChoose={(chosenName) => {
        const provider = providers.find(({ name }) => name === chosenName);
        onChooseProvider({ baseUrl: provider?.baseUrl ?? '', model: provider?.model ?? '', apiKey: '' });
      }}
    />
  );
}
