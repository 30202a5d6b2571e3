import { useEffect, type ComponentType } from 'react';

import { createGenerate } from '#web/api/generate.ts';
import type {
  BrowserModelState,
  BrowserModelStore,
} from '#web/features/browser-model/browser-model-store.ts';
import { ContentMeter } from '#web/features/content/content-meter.tsx';
import { CopyReport, createExportBar } from '#web/features/export/export-bar.tsx';
import type { GenerationCode } from '#web/features/generation/generation-controller.ts';
import { createGenerationView, type GenerationViewProps } from '#web/features/generation/generation-view.tsx';
import { runGeneration } from '#web/features/generation/run-generation.ts';
import {
  createLocalModelsStore,
  type LocalModel,
  type LocalModelsStore,
} from '#web/features/own-key/local-models-store.ts';
import { OwnKeyDialog } from '#web/features/own-key/own-key-dialog.tsx';
import { SuggestPanel } from '#web/features/suggestions/suggest-panel.tsx';
import { createEditedVersions } from '#web/features/version-editor/edited-version.ts';
import { createVersionEditor } from '#web/features/version-editor/version-editor.tsx';
import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import type { ToAi } from '#web/version-view/shown-version.ts';

import type { PageStores } from './page-stores.ts';
import { createRelinkParts, withRelinks, type RelinkParts } from './relinking.tsx';

/**
 * What the page needs once there is content or an own key is entered: it measures the content, writes, and shows, edits and exports versions.
 * It is one part, so all that shows a result is there before anything is paid.
 */
export type Writing = GenerationCode &
  RelinkParts & {
    readonly ContentMeter: typeof ContentMeter;
    readonly SuggestPanel: typeof SuggestPanel;
    readonly GenerationView: ComponentType<GenerationViewProps>;
    readonly OwnKeyDialog: ComponentType<{ readonly onClose: () => void }>;
  };

export function createWriting(stores: PageStores): Writing {
  const generate = createGenerate();
  const { settings, ownKey } = stores;
  const localModels = createLocalModelsStore(settings, ownKey);
  const versionOf = createEditedVersions(withRelinks(stores));
  const Editor = createVersionEditor(generate, stores.writerChoice, versionOf);
  return {
    generate,
    runGeneration,
    ContentMeter,
    SuggestPanel,
    ...createRelinkParts(stores, versionOf),
    GenerationView: createGenerationView({
      Editor,
      ...createExportBar(ownKey.provider),
      CopyReport,
      WithoutAi: createWithoutAi(stores, localModels),
    }),
    OwnKeyDialog: (props) => <OwnKeyDialog {...{ ownKey, settings, localModels }} {...props} />,
  };
}

/** Returns the line beside a result of the built-in writer. It offers the best way to AI that this visitor has. */
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

    if (isOnDevice || provider !== null)
      return (
        <WithoutAiLine
          words={t('Written without AI.')}
          way={{
            label: isOnDevice
              ? t('Write it again with this browser’s model')
              : t('Write it again with {model}', { model: provider?.model ?? '' }),
            onUse: onWriteAgain,
          }}
        />
      );
    const way =
      (state === 'available' ? browserWay(browserModel, onWriteAgain) : null) ??
      localWay(localModels, models, onWriteAgain) ??
      (hosts.length > 0 ? { label: t('Use your own key'), onUse: onOpenOwnKey } : null) ??
      downloadWay(browserModel, state);
    const isRefused = settings.writer === 'model';
    return (
      <WithoutAiLine
        words={t(
          isRefused ? 'Written without AI.' : 'No AI model connected: using the basic built-in writer.',
        )}
        way={way}
      />
    );
  };
}

function browserWay({ use }: BrowserModelStore, onWriteAgain: () => void): AiWay {
  const onUse = () => {
    use();
    onWriteAgain();
  };
  return { label: t('Write with this browser’s model'), onUse };
}

/** A model that is not downloaded yet does not write at once: the visitor first sees its download. */
function downloadWay({ use }: BrowserModelStore, state: BrowserModelState): AiWay | null {
  if (state === 'unknown' || state === 'unavailable') return null;
  return { label: t('Use this browser’s model (a large download)'), onUse: use };
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
  return { label: t('Use {model} on this device', { model: model.name }), onUse };
}

/** A way to have the text written by AI. */
type AiWay = { readonly label: string; readonly onUse: () => void };

type WithoutAiLineProps = { readonly words: string; readonly way: AiWay | null };

/** Says beside a result that no AI has written it, and offers one way to AI. */
function WithoutAiLine({ words, way }: WithoutAiLineProps) {
  return (
    <p className="without-ai">
      {words}{' '}
      {way === null ? null : (
        <Button look="plain" onClick={way.onUse}>
          {way.label}
        </Button>
      )}
    </p>
  );
}
