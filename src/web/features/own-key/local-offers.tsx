import { isOnThisDevice } from '#llm-client/request/provider-hosts.ts';
import type { OwnProvider } from '#web/api/generations-api.ts';
import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { isOffered, modelsAt, type LocalModel, type LocalModelsStore } from './local-models-store.ts';

/** The form lists all others. */
const mostOffers = 3;

type LocalOffersProps = {
  readonly localModels: LocalModelsStore;
  /** The provider in use. It is not offered again. */
  readonly current: OwnProvider | null;
  /** Called after a model was chosen. */
  readonly onUse: () => void;
};

/** Offers the models on this device by name. Says what to change if the page may not call them. */
export function LocalOffers({ localModels, current, onUse }: LocalOffersProps) {
  const { models } = useStore(localModels.found);
  const isInUse = ({ name, baseUrl }: LocalModel) => name === current?.model && baseUrl === current.baseUrl;
  const offered = models.filter((model) => isOffered(model) && !isInUse(model));
  const shut = models.filter(({ isCallable }) => !isCallable);
  const programs = [...new Map(shut.map((model) => [model.baseUrl, model])).values()];
  if (offered.length + shut.length === 0) return null;
  return (
    <div className="local-offers">
      {offered.slice(0, mostOffers).map((model) => (
        <Button
          key={`${model.baseUrl} ${model.name}`}
          className="local-model"
          onClick={() => {
            localModels.use(model);
            announce(t('Using {model} on this device', { model: model.name }));
            onUse();
          }}
        >
          {t('Use {model} on this device', { model: model.name })}
        </Button>
      ))}
      {offered.length === 0 ? null : (
        <p className="field-note">{t('No key needed. Your text stays on this device.')}</p>
      )}
      {programs.map((model) => (
        <p key={model.baseUrl} className="field-note">
          {shutMessage(model)}
        </p>
      ))}
      {shut.length === 0 ? null : <LookButton localModels={localModels} baseUrl={null} />}
    </div>
  );
}

/** Returns what the user has to change so that the page may call a program. */
function shutMessage({ program, name, baseUrl }: LocalModel): string {
  const { origin } = window.location;
  if (program === 'lm-studio')
    return t(
      'LM Studio on this device has {model}, but blocks this page. Turn on “Enable CORS” in its server settings, then look again.',
      { model: name },
    );
  if (program === 'ollama')
    return t(
      'Ollama on this device has {model}, but blocks this page. Start it with OLLAMA_ORIGINS={origin}, then look again.',
      { model: name, origin },
    );
  return t(
    'A program at {host} has {model}, but blocks this page. Let it accept requests from {origin}, then look again.',
    { host: new URL(baseUrl).host, model: name, origin },
  );
}

type LocalHelpProps = { readonly localModels: LocalModelsStore; readonly baseUrl: string };

/** Says what to start if no model is known at an address on this device. */
export function LocalHelp({ localModels, baseUrl }: LocalHelpProps) {
  const { models } = useStore(localModels.found);
  if (!isOnThisDevice(baseUrl) || !URL.canParse(baseUrl) || modelsAt(models, baseUrl).length > 0) return null;
  return (
    <div className="local-offers">
      <p className="field-note">
        {t(
          'No model found at this address. Start Ollama, LM Studio or llama.cpp with a model, then look again or enter its name.',
        )}
      </p>
      <LookButton localModels={localModels} baseUrl={baseUrl} />
    </div>
  );
}

type LookButtonProps = { readonly localModels: LocalModelsStore; readonly baseUrl: string | null };

function LookButton({ localModels, baseUrl }: LookButtonProps) {
  async function look(): Promise<void> {
    await localModels.look(baseUrl);
    const { models } = localModels.found.get();
    const here = baseUrl === null ? models : modelsAt(models, baseUrl);
    announce(here.length === 0 ? t('No model found') : t('Models on this device are listed'));
  }
  return (
    <Button look="plain" onClick={() => void look()}>
      {t('Look for models')}
    </Button>
  );
}
