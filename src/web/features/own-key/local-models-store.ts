import type { Settings } from '#contract/settings.ts';
import { askForModelsAt, askServerForModels, type LocalModel } from '#web/api/local-models.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createLatestTask } from '#web/lib/tasks.ts';

import type { OwnKeyStore } from './own-key-store.ts';

export type { LocalModel };

type LocalModels = {
  readonly models: readonly LocalModel[];
  /** Whether the server looks for models on this device. Null: it has not been called yet. */
  readonly isServerLooking: boolean | null;
};

/** The models on this device. Nothing of a text goes to them before the user has chosen one with `use`. */
export type LocalModelsStore = {
  readonly found: ReadonlyStore<LocalModels>;
  isOffered(model: LocalModel): boolean;
  /**
   * Calls the server, and if it knows no model at this base URL, the program there. Never rejects.
   * @param baseUrl An address on this device that the page may call. Null: only the server is called.
   */
  look(baseUrl?: string | null): Promise<void>;
  /** Shows what the server has found before. It calls no program again. Never rejects. */
  recall(): Promise<void>;
  /** Writes with this model from now on, also after a reload. There is no key that could be stolen. */
  use(model: LocalModel): void;
};

type Requests = {
  readonly fromServer: typeof askServerForModels;
  readonly fromProgram: typeof askForModelsAt;
};

export function createLocalModelsStore(
  { writer, reachesDevice }: Pick<Settings, 'writer' | 'reachesDevice'>,
  ownKey: Pick<OwnKeyStore, 'use'>,
  { fromServer, fromProgram }: Requests = { fromServer: askServerForModels, fromProgram: askForModelsAt },
): LocalModelsStore {
  const { get, set, subscribe } = createStore<LocalModels>({ models: [], isServerLooking: null });
  const latest = createLatestTask();

  const fromServerIfAllowed = async (isNew: boolean) =>
    writer === 'built-in' && reachesDevice ? fromServer(isNew) : null;

  async function lookNow(baseUrl: string | null): Promise<LocalModels> {
    const answer = await fromServerIfAllowed(true);
    const models = answer ?? [];
    const isKnown = baseUrl === null || !reachesDevice || modelsAt(models, baseUrl).length > 0;
    return {
      models: isKnown ? models : [...models, ...(await fromProgram(baseUrl))],
      isServerLooking: answer !== null,
    };
  }

  return {
    found: { get, subscribe },
    isOffered,
    look: (baseUrl = null) => latest.run(() => lookNow(baseUrl), set),
    recall: () =>
      latest.run(async () => {
        const answer = await fromServerIfAllowed(false);
        return { models: answer ?? [], isServerLooking: answer === null ? null : true };
      }, set),
    use({ baseUrl, name, contextWindow }) {
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
