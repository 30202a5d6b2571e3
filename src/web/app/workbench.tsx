import { useEffect, useState, type ReactNode } from 'react';

import { apiError } from '#web/api/api-error.ts';
import { forgetLastKey } from '#web/api/last-key.ts';
import type { Writer } from '#web/api/writer.ts';
import { broadcastReset, onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { ContentPanel } from '#web/features/content/content-panel.tsx';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import { GenerationPanel } from '#web/features/generation/generation-panel.tsx';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { PageStores } from './choose-writer.ts';
import { useContentMeter, useSuggestions } from './content-tools.tsx';
import { PasteNotice, type StoreParts } from './lazy-parts.tsx';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Loading } from '#web/ui/lazy-part.tsx';

type WorkbenchProps = {
  readonly stores: PageStores;
  readonly generations: PageGenerations;
  /** What the user can do with a version, beside reading it. */
  readonly versionParts: StoreParts['versionParts'];
  /** Says who writes. */
  readonly children: ReactNode;
};

/** The content on one side, its versions on the other. */
export function Workbench({ stores, generations, versionParts, children }: WorkbenchProps) {
  const { linksController } = stores;
  const { selection } = linksController;
  const [content, setContent] = useState('');
  const linkIds = useStore(selection);
  const state = useStore(generations.state);
  const { generate, useBuiltIn } = useGenerating({ content, linkIds, stores, generations });
  const meter = useContentMeter({ content, linkIds, ...stores });
  const suggestions = useSuggestions({ content, linkIds, selection });

  useReset(linksController, generations, setContent);

  return (
    <>
      <ContentPanel
        content={content}
        chosenLinks={linkIds.length}
        phase={state.phase}
        {...meter}
        onChange={setContent}
        onGenerate={generate}
        onGenerateLikely={() => {
          generations.preload();
          versionParts.Export.preload();
          versionParts.Editor.preload();
        }}
        onReset={broadcastReset}
        field={suggestions.field}
        moreActions={suggestions.button}
        belowField={
          <>
            {suggestions.panel}
            <Loading label={null}>
              <PasteNotice content={content} field={suggestions.field} floodLimit={meter.floodLimit} />
            </Loading>
          </>
        }
        foot={children}
      />
      <GenerationPanel
        state={state}
        parts={versionParts}
        onStop={generations.stop}
        onUseBuiltIn={useBuiltIn}
      />
    </>
  );
}

type GeneratingOptions = Pick<WorkbenchProps, 'stores'> & {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly generations: PageGenerations;
};

/** Returns what starts a generation. `useBuiltIn` is null unless the answer of a model could not be read. */
function useGenerating({ content, linkIds, stores, generations }: GeneratingOptions) {
  const { linksController, loadWriterChoice, ownKey } = stores;
  const failure = useStore(generations.failure);
  const provider = useStore(ownKey.provider);

  async function prepare(isBuiltIn: boolean): Promise<Writer> {
    const { builtIn, choose } = await loadWriterChoice().catch((cause: unknown) => {
      throw apiError('network-failed', { cause });
    });
    return isBuiltIn ? builtIn(linkIds) : choose(linkIds);
  }

  async function generate(isBuiltIn: boolean): Promise<void> {
    const knownLinks = linksController.seen(linkIds);
    // The server may have found that a link was deleted, so the list is read again.
    await generations.start({ content, linkIds, knownLinks }, () => prepare(isBuiltIn));
    await linksController.refresh();
  }

  // A visitor with an own key may not want the server to have the text.
  const mayUseBuiltIn = failure === 'provider-reply-broken' && provider === null;
  return {
    generate: () => void generate(false),
    useBuiltIn: mayUseBuiltIn ? () => void generate(true) : null,
  };
}

function useReset(
  { selection }: LinksController,
  generations: PageGenerations,
  setContent: (content: string) => void,
): void {
  useEffect(
    () =>
      onReset(() => {
        generations.reset();
        forgetLastKey();
        selection.clear();
        setContent('');
        announce('Everything cleared');
      }),
    [generations, selection, setContent],
  );
  // The last paid generation belongs to the workspace: its idempotency key goes with it.
  useEffect(() => onWorkspaceChange(forgetLastKey), []);
}
