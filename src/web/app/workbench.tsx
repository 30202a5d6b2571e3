import { forgetLastKey } from '#web/api/last-key.ts';
import { broadcastReset, onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { ContentPanel } from '#web/features/content/content-panel.tsx';
import { GenerationPanel } from '#web/features/generation/version-tabs.tsx';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Loading } from '#web/ui/lazy-part.tsx';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { loaded } from '#web/features/generation/generation-controller.ts';
import { SuggestButton } from '#web/features/suggestions/suggest-button.tsx';
import { ContentMeter, lazyVersionParts, PasteNotice, SuggestPanel, type PageStores } from './lazy-parts.tsx';

type WorkbenchProps = {
  readonly stores: PageStores;
  /** Says who writes. */
  readonly children: ReactNode;
};

/** The content on one side, its versions on the other. */
export function Workbench({ stores, children }: WorkbenchProps) {
  const { generations, linksController } = stores;
  const [versionParts] = useState(() => lazyVersionParts(stores));
  const [content, setContent] = useState('');
  const linkIds = useStore(linksController.selection);
  const state = useStore(generations.state);
  const { generate, useBuiltIn } = useGenerating({ content, linkIds, stores });
  const meter = useContentMeter({ content, linkIds, stores });
  const suggestions = useSuggestions({ content, linkIds, stores });

  useReset(stores, setContent);

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
        awaitedProofs={generations.awaitedProofs}
        onStop={generations.stop}
        onUseBuiltIn={useBuiltIn}
      />
    </>
  );
}

function useReset(
  { generations, linksController: { selection } }: PageStores,
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
  // The key of the last generation belongs to the old workspace.
  useEffect(() => onWorkspaceChange(forgetLastKey), []);
}

type ToolOptions = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly stores: PageStores;
};

/** Returns the functions that start a generation. `useBuiltIn` is null unless a model's answer could not be read. */
function useGenerating({ content, linkIds, stores }: ToolOptions) {
  const { generations, linksController, loadWriterChoice, ownKey } = stores;
  const failure = useStore(generations.failure);
  const provider = useStore(ownKey.provider);

  async function generate(isBuiltIn: boolean): Promise<void> {
    const knownLinks = linksController.seen(linkIds);
    await generations.start({ content, linkIds, knownLinks }, async () => {
      const { choose } = await loaded(loadWriterChoice());
      return choose(linkIds, isBuiltIn);
    });
    // The server may have found that a link was deleted, so the list is read again.
    await linksController.refresh();
  }

  // A visitor with an own key may not want the server to have the text.
  const mayUseBuiltIn = failure === 'provider-reply-broken' && provider === null;
  return {
    generate: () => void generate(false),
    useBuiltIn: mayUseBuiltIn ? () => void generate(true) : null,
  };
}

/** In characters. A paste that is only a little too long is shown, so that the user can shorten it. */
const minimumFloodLimit = 200_000;

/** Measures the content. Returns props of the content panel. */
function useContentMeter({ content, linkIds, stores }: ToolOptions) {
  const { linksController, ownKey, settings } = stores;
  const limits = settings.contentLimits;
  const [tooLong, setTooLong] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ content: string; what: number | 'file' }>({ content, what: 0 });
  const links = useMemo(() => linksController.seen(linkIds), [linksController, linkIds]);
  // What was refused is shown until the content changes.
  const flood = refused.content === content ? refused.what : 0;
  return {
    tooLong,
    floodLimit: Math.max(minimumFloodLimit, 3 * limits.maxContentChars),
    onFlood: (what: number | 'file') => setRefused({ content, what }),
    meter:
      content !== '' || flood !== 0 ? (
        <Loading label={null}>
          <ContentMeter
            content={content}
            ownKey={ownKey}
            links={links}
            limits={limits}
            flood={flood}
            onTooLong={setTooLong}
          />
        </Loading>
      ) : null,
  };
}

/** Returns a button and a panel that suggest links for the content, and the ref of the content field. */
function useSuggestions({ content, linkIds, stores }: ToolOptions) {
  const { selection } = stores.linksController;
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const close = () => setOpen(false);
    const ends = [onReset(close), onWorkspaceChange(close)];
    return () => ends.forEach((end) => end());
  }, []);
  return {
    field,
    button: (
      <SuggestButton
        content={content}
        isOpen={isOpen}
        button={button}
        onOpen={() => setOpen(!isOpen)}
        onOpenLikely={SuggestPanel.preload}
      />
    ),
    panel: isOpen ? (
      <Loading label={null}>
        <SuggestPanel
          content={content}
          tickedIds={linkIds}
          onTick={(id, isTicked) => (isTicked ? selection.tick(id) : selection.untick([id]))}
          field={field}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      </Loading>
    ) : null,
  };
}
