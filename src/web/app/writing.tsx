import { useEffect, type ReactNode, type ComponentType } from 'react';

import { createGenerate } from '#web/api/generate.ts';
import type {
  BrowserModelState,
  BrowserModelStore,
} from '#web/features/browser-model/browser-model-store.ts';
import { ContentMeter } from '#web/features/content/content-meter.tsx';
import { createExportBar } from '#web/features/export/export-bar.tsx';
import type { GenerationCode } from '#web/features/generation/generation-controller.ts';
import { createGenerationView, type GenerationViewProps } from '#web/features/generation/generation-view.tsx';
import { runGeneration } from '#web/features/generation/run-generation.ts';
import {
  createLocalModelsStore,
  type LocalModel,
  type LocalModelsStore,
} from '#web/features/own-key/local-models-store.ts';
import { FreeKeys } from '#web/features/own-key/free-keys.tsx';
import { OwnKeyDialog } from '#web/features/own-key/own-key-dialog.tsx';
import { SuggestPanel } from '#web/features/suggestions/suggest-panel.tsx';
import { createVersionEditor } from '#web/features/version-editor/version-editor.tsx';
import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import type { ToAi } from '#web/version-view/shown-version.ts';

import type { PageStores } from './page-stores.ts';

/**
 * What the page needs once there is content or an own key is entered: it measures the content, writes, and shows, edits and exports versions.
 * It is one part, so all that shows a result is there before anything is paid.
 */
export type Writing = GenerationCode & {
  readonly ContentMeter: typeof ContentMeter;
  readonly SuggestPanel: typeof SuggestPanel;
  readonly GenerationView: ComponentType<GenerationViewProps>;
  readonly WithoutAi: ComponentType<ToAi>;
  readonly OwnKeyDialog: ComponentType<{ readonly onClose: () => void }>;
};

export function createWriting(stores: PageStores): Writing {
  const generate = createGenerate();
  const { settings, ownKey } = stores;
  const localModels = createLocalModelsStore(settings, ownKey);
  const Editor = createVersionEditor(generate, stores.writerChoice, stores.memory.changes);
  return {
    generate,
    runGeneration,
    ContentMeter,
    SuggestPanel,
    GenerationView: createGenerationView({ Editor, Export: createExportBar() }),
    WithoutAi: createWithoutAi(stores, localModels),
    OwnKeyDialog: (props) => <OwnKeyDialog {...{ ownKey, settings, localModels }} {...props} />,
  };
}

/** Returns the line above a result of the built-in writer. It offers the ways to AI that exist for this visitor. */
function createWithoutAi({ settings, ownKey, writerChoice }: PageStores, localModels: LocalModelsStore) {
  const { browserModel } = writerChoice;
  const hosts = settings.ownKeyHosts;

  return function WithoutAi({ onOpenOwnKey, onWriteAgain }: ToAi) {
    const provider = useStore(ownKey.provider);
    const isOnDevice = useStore(browserModel.isUsed);
    const state = useStore(browserModel.state);
    const { models } = useStore(localModels.found);
    useEffect(() => {
      if (localModels.found.get().isServerLooking === null) void localModels.recall();
    }, []);

    const again: AiWay | null = isOnDevice
      ? { id: 'browser', label: t('Write it again with this browser’s model'), onUse: onWriteAgain }
      : provider && {
          id: 'own-key',
          label: t('Write it again with {model}', { model: provider.model }),
          onUse: onWriteAgain,
        };
    if (again !== null) return <WithoutAiLine ways={[again]}>{null}</WithoutAiLine>;
    const ways = [
      browserWay(browserModel, state, onWriteAgain),
      localWay(localModels, models, onWriteAgain),
      hosts.length === 0 ? null : { id: 'own-key', label: t('Use your own key'), onUse: onOpenOwnKey },
    ];
    return (
      <WithoutAiLine ways={ways.filter((way) => way !== null)}>
        <FreeKeys hosts={hosts} />
      </WithoutAiLine>
    );
  };
}

/** A model that is not downloaded yet does not write at once: the visitor first sees its download. */
function browserWay({ use }: BrowserModelStore, state: BrowserModelState, onWriteAgain: () => void) {
  if (state === 'unknown' || state === 'unavailable') return null;
  const id = 'browser';
  if (state !== 'available')
    return { id, label: t('Use this browser’s model (a large download)'), onUse: use };
  const onUse = () => {
    use();
    onWriteAgain();
  };
  return { id, label: t('Write with this browser’s model'), onUse };
}

/** The dialog of the own key lists the other models. */
function localWay(
  { use, isOffered }: LocalModelsStore,
  models: readonly LocalModel[],
  onWriteAgain: () => void,
): AiWay | null {
  const model = models.find(isOffered);
  if (model === undefined) return null;
  const onUse = () => {
    use(model);
    onWriteAgain();
  };
  return { id: 'local', label: t('Use {model} on this machine', { model: model.name }), onUse };
}

/** A way to have the text written by AI. A way that takes the place of one with the same id keeps its focus. */
type AiWay = { readonly id: string; readonly label: string; readonly onUse: () => void };

type WithoutAiLineProps = {
  readonly ways: readonly AiWay[];
  /** What is said behind the ways; null if nothing. */
  readonly children: ReactNode;
};

/** Says above a result that no AI has written it, and what the visitor can do about it. */
function WithoutAiLine({ ways, children }: WithoutAiLineProps) {
  return (
    <p className="without-ai">
      <span>{t('Written without AI.')}</span>
      {ways.map(({ id, label, onUse }) => (
        <Button key={id} look="plain" onClick={onUse}>
          {label}
        </Button>
      ))}
      {children}
    </p>
  );
}
