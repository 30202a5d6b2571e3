import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentProps, ReactNode } from 'react';

import type { Settings } from '#contract/settings.ts';

import { apiError } from '#web/api/api-error.ts';
import { forgetLastKey } from '#web/api/last-key.ts';
import type { Writer } from '#web/api/writer.ts';
import { broadcastReset, onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { useStore } from '#web/lib/use-store.ts';
import { ContentPanel } from '#web/features/content/content-panel.tsx';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import { GenerationPanel } from '#web/features/generation/generation-panel.tsx';
import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { ownKey } from '#web/features/own-key/own-key.ts';
import { ExportBar, loadWayToWrite, PasteNotice, preloadWayToWrite, workPart } from './lazy-parts.tsx';
import { useMeasuring } from './measuring.tsx';
import { useSuggesting } from './suggesting.tsx';
import { announce } from '#web/ui/announcer.tsx';
import { Loading } from '#web/ui/loading.tsx';

type WorkbenchProps = {
  readonly settings: Settings;
  readonly linkDesk: LinkDesk;
  readonly generations: PageGenerations;
  /** What is said of who writes. */
  readonly children: ReactNode;
};

/** Content on one side, its versions on the other. */
export function Workbench({ settings, linkDesk, generations, children }: WorkbenchProps) {
  const { selection } = linkDesk;
  const [content, setContent] = useState('');
  const linkIds = useSyncExternalStore(selection.subscribe, selection.ids);
  const state = useStore(generations.state);
  const { generate, useBuiltIn } = useGenerating({ content, linkIds, linkDesk, generations, settings });
  // What may be done with a version, beside reading it.
  const [versionParts] = useState(() => ({ Editor: workPart(linkDesk, settings), Export: ExportBar }));
  const measuring = useMeasuring({ content, linkIds, linkDesk, limits: settings.contentLimits });
  const suggesting = useSuggesting({ content, linkIds, selection });

  useReset(linkDesk, generations, setContent);

  return (
    <>
      <ContentPanel
        content={content}
        chosenLinks={linkIds.length}
        phase={state.phase}
        {...measuring}
        onChange={setContent}
        onGenerate={generate}
        onGenerateLikely={() => {
          generations.preload();
          preloadWayToWrite();
          versionParts.Export.preload();
          versionParts.Editor.preload();
        }}
        onReset={broadcastReset}
        field={suggesting.field}
        moreActions={suggesting.button}
        belowField={
          <BelowField content={content} field={suggesting.field} floodLimit={measuring.floodLimit}>
            {suggesting.panel}
          </BelowField>
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

type GeneratingOptions = Pick<WorkbenchProps, 'settings' | 'linkDesk'> & {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly generations: PageGenerations;
};

/** `useBuiltIn` is there where a model's answer could not be read. */
function useGenerating({ content, linkIds, linkDesk, generations, settings }: GeneratingOptions) {
  const failure = useStore(generations.failure);
  const provider = useSyncExternalStore(ownKey.subscribe, ownKey.provider);

  async function prepare(isBuiltIn: boolean): Promise<Writer> {
    const { builtInWriter, wayToWrite } = await loadWayToWrite().catch((cause: unknown) => {
      throw apiError('network-failed', { cause });
    });
    return isBuiltIn
      ? builtInWriter(linkDesk, linkIds)
      : wayToWrite(linkDesk, linkIds, settings.contentLimits.protocol);
  }

  async function generate(isBuiltIn: boolean): Promise<void> {
    const knownLinks = linkDesk.seen(linkIds);
    // Whether a link is still there, the server knew best: afterwards the list asks it again.
    await generations.start({ content, linkIds, knownLinks, prepare: () => prepare(isBuiltIn) });
    await linkDesk.refresh();
  }

  // Who brings a key of their own may not want the server to have the text.
  const mayUseBuiltIn = failure === 'provider-reply-broken' && provider === null;
  return {
    generate: () => void generate(false),
    useBuiltIn: mayUseBuiltIn ? () => void generate(true) : null,
  };
}

type BelowFieldProps = ComponentProps<typeof PasteNotice> & { readonly children: ReactNode };

function BelowField({ children, ...pasting }: BelowFieldProps) {
  return (
    <>
      {children}
      <Loading label={null}>
        <PasteNotice {...pasting} />
      </Loading>
    </>
  );
}

function useReset(
  { selection }: LinkDesk,
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
  // What was paid for belongs to the workspace that asked; deleted with it, its number goes too.
  useEffect(() => onWorkspaceChange(forgetLastKey), []);
}
