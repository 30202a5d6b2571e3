import type { Settings } from '#contract/settings.ts';
import { askForModelsAt, askServerForModels, type LocalModel } from '#web/api/local-models.ts';
import { createStore } from '#web/lib/store.ts';
import { createLatestTask } from '#web/lib/tasks.ts';

import type { OwnKeyStore } from './own-key-store.ts';

export type { LocalModel };

type LocalModelsView = {
  readonly models: readonly LocalModel[];
  /** Whether the server looks for models on this device. Null: nobody has asked it yet. */
  readonly isServerLooking: boolean | null;
};

export type LocalModelsStore = ReturnType<typeof createLocalModelsStore>;

type Asking = { readonly askServer: typeof askServerForModels; readonly askAt: typeof askForModelsAt };

/** Holds the models on this device. Nothing of a text goes to them before the user has chosen one with `use`. */
export function createLocalModelsStore(
  { writer, reachesDevice }: Pick<Settings, 'writer' | 'reachesDevice'>,
  ownKey: Pick<OwnKeyStore, 'use'>,
  { askServer, askAt }: Asking = { askServer: askServerForModels, askAt: askForModelsAt },
) {
  const { get, set, subscribe } = createStore<LocalModelsView>({ models: [], isServerLooking: null });
  const latest = createLatestTask();

  const askServerIfAllowed = async (isNew: boolean) =>
    writer === 'built-in' && reachesDevice ? askServer(isNew) : null;

  async function lookNow(baseUrl: string | null): Promise<LocalModelsView> {
    const told = await askServerIfAllowed(true);
    const models = told ?? [];
    const isKnown = baseUrl === null || !reachesDevice || modelsAt(models, baseUrl).length > 0;
    return {
      models: isKnown ? models : [...models, ...(await askAt(baseUrl))],
      isServerLooking: told !== null,
    };
  }

  return {
    found: { get, subscribe },
    isOffered,
    /**
     * Asks the server, and if it knows no model at this base URL, the program there. Never rejects.
     * @param baseUrl An address on this device that the page may call. Null: only the server is asked.
     */
    look: (baseUrl: string | null = null): Promise<void> => latest.run(() => lookNow(baseUrl), set),
    /** Shows what the server has found before. It asks no program again. Never rejects. */
    recall: (): Promise<void> =>
      latest.run(async () => {
        const told = await askServerIfAllowed(false);
        return { models: told ?? [], isServerLooking: told === null ? null : true };
      }, set),
    /** Writes with this model from now on, also after a reload. There is no key that could be stolen. */
    use({ baseUrl, name, contextWindow }: LocalModel): void {
      ownKey.use({ baseUrl, apiKey: null, model: name, contextWindow }, true);
    },
  };
}

/**
 * Returns whether a model can be offered by its name: the page may call it, and it surely runs on this device. A program
 * that is not known may pass texts on.
 */
export function isOffered({ isCallable, program }: LocalModel): boolean {
  return isCallable && program !== 'other';
}

/** Returns the models at the address of a base URL. `localhost` is the same machine as 127.0.0.1. */
export function modelsAt(models: readonly LocalModel[], baseUrl: string): readonly LocalModel[] {
  const address = addressOf(baseUrl);
  return models.filter((model) => addressOf(model.baseUrl) === address);
}

/** Returns the origin of a base URL, with one name for this machine. Null: it is no URL. */
export function addressOf(baseUrl: string): string | null {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin.replace('//localhost', '//127.0.0.1') : null;
}
