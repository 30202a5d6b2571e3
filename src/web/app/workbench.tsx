import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { t } from '#web/lib/language.ts';
import { lastKey } from '#web/lib/storage.ts';
import { broadcastReset, onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { ContentPanel } from '#web/features/content/content-panel.tsx';
import { isResultOf } from '#web/features/generation/generation-controller.ts';
import { GenerationPanel, useOutdated } from '#web/features/generation/generation-panel.tsx';
import { splitDescription } from '#core/links/description.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import type { ProblemCode } from '#core/errors/problem-messages.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { announce } from '#web/ui/announcer.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import { Sparkle } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { PageStores } from './page-memory.tsx';

const ContentMeter = lazyPart(
  async () => (await import('#web/features/content/content-meter.tsx')).ContentMeter,
);
const SuggestPanel = lazyPart(
  async () => (await import('#web/features/suggestions/suggest-panel.tsx')).SuggestPanel,
);

const lazyVersionParts = (stores: PageStores) => ({
  Editor: lazyPart(async () => {
    const [{ createVersionEditor }, writerChoice, { changes }] = await Promise.all([
      import('#web/features/version-editor/version-editor.tsx'),
      stores.loadWriterChoice(),
      stores.loadMemory(),
    ]);
    return createVersionEditor(stores.generations.generate, writerChoice, changes);
  }),
  Purposes: lazyPart(async () => (await import('./writer-texts.tsx')).createVersionPurposes(stores)),
  WithoutAi: lazyPart(async () => (await import('./writer-choice.tsx')).createWithoutAi(stores)),
  Export: lazyPart(async () => (await import('#web/features/export/export-bar.tsx')).createExportBar()),
});

type WorkbenchProps = {
  readonly onOpenOwnKey: () => void;
  /** An element that says which writer writes. */
  readonly children: ReactNode;
};

export function createWorkbench(stores: PageStores) {
  const { generations, linksController } = stores;
  const versionParts = lazyVersionParts(stores);
  const BelowContent = lazyPart(async () => (await import('./page-memory.tsx')).createBelowContent(stores));

  return function Workbench({ onOpenOwnKey, children }: WorkbenchProps) {
    const [content, setContent] = useState('');
    const linkIds = useStore(linksController.selection);
    const order = { content, linkIds, instructions: useStore(stores.instructions) };
    const { state, generate, shared } = useGenerating(order, stores, onOpenOwnKey);
    const meter = useContentMeter({ content, linkIds, stores });
    const hasFailure = useStore(generations.failure) !== null;
    const suggestions = useSuggestions({ content, linkIds, stores }, state.phase === 'idle' && !hasFailure);
    useReset(order, stores, setContent);

    return (
      <>
        <ContentPanel
          content={content}
          chosenLinks={linkIds.length}
          phase={state.phase}
          isResultShown={isResultOf(order, state) && shared.outdated.linkIds === ''}
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
              {suggestions.belowField}
              <Loading>
                <BelowContent
                  content={content}
                  onRestore={setContent}
                  field={suggestions.field}
                  floodLimit={meter.floodLimit}
                />
              </Loading>
            </>
          }
          foot={children}
        />
        <GenerationPanel
          generations={generations}
          parts={versionParts}
          {...shared}
          beforeResult={suggestions.inResult}
        />
      </>
    );
  };
}

/** Clears everything when the user presses Reset, and keeps it for Undo. */
function useReset(order: OrderedRequest, stores: PageStores, setContent: (content: string) => void): void {
  const { cleared, generations, instructions, linksController } = stores;
  const clear = useEffectEvent(() => {
    cleared.set([...cleared.get(), { ...order, state: generations.state.get() }]);
    generations.reset();
    lastKey.forget();
    linksController.selection.reset();
    setContent('');
    instructions.set('');
    announce(t('Everything cleared'));
  });
  useEffect(() => onReset(() => clear()), []);
  // The key of the last generation belongs to the old workspace.
  useEffect(() => onWorkspaceChange(lastKey.forget), []);
}

type ToolOptions = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly stores: PageStores;
};

/** For these codes, a notice below the content says what the user can do. */
const closedCodes = new Set<string | null>(['budget-spent', 'visitor-day-limit'] satisfies ProblemCode[]);

/**
 * Returns the state of the generation, and what the user can do after a failure. "Try again" also starts the first
 * generation.
 */
function useGenerating(order: OrderedRequest, stores: PageStores, onOpenOwnKey: () => void) {
  const { generations, linksController, ownKey, settings, usesBrowserModel } = stores;
  const isOnDevice = useStore(usesBrowserModel);
  const state = useStore(generations.state);
  const outdated = useOutdated(state, order.content, linksController);
  const failure = useStore(generations.failure);
  const hasOwnKey = useStore(ownKey.provider) !== null;
  const latest = useRef(order);
  const triedKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    latest.current = order;
  });

  // The function stays the same, so that the versions are not drawn again while the user types.
  const start = useCallback(
    async (by?: 'built-in' | 'again') => {
      const ordered = latest.current;
      const knownLinks = linksController.seen(ordered.linkIds);
      const shown = generations.state.get();
      const hasOldUrl = isResultOf(ordered, shown) && !isResultOf(ordered, shown, knownLinks);
      // The key of the shown result would bring it again. One that was tried since may be paid already.
      if (hasOldUrl && lastKey.read() !== triedKey.current) lastKey.forget();
      await generations.start({ ...ordered, knownLinks }, by);
      const now = generations.state.get();
      triedKey.current = now === shown ? lastKey.read() : null;
      const used = now.phase === 'result' ? now.generation.links : [];
      // If the server has found that a link was changed or deleted, the list is read again.
      if (!isSameLinks(used, knownLinks) || linksController.list.get().failure !== null)
        await linksController.refresh();
    },
    [generations, linksController],
  );

  const generate = useCallback(() => void start(), [start]);
  const isClosed = closedCodes.has(failure?.code ?? null);
  const ways = useMemo(
    () => ({
      hasOwnKey,
      onTryAgain: generate,
      onWriteAgain: () => void start('again'),
      onOpenOwnKey,
      onUseOwnKey: settings.ownKeyHosts.length > 0 && !isClosed ? onOpenOwnKey : null,
      // A visitor with an own key or model may not want the server to have the text.
      onUseBuiltIn:
        settings.writer === 'model' && !hasOwnKey && !isOnDevice && !isClosed
          ? () => void start('built-in')
          : null,
    }),
    [start, generate, settings, hasOwnKey, isOnDevice, isClosed, onOpenOwnKey],
  );
  return { state, generate, shared: { outdated, ways } };
}

type UsedLink = LinkToWeave & { readonly id: string };

/**
 * Returns whether a generation used the links as this page knows them. A generation has the descriptions without tags.
 */
export function isSameLinks(used: readonly UsedLink[], known: readonly UsedLink[]): boolean {
  const isKnown = ({ id, url, description }: UsedLink) =>
    known.some(
      (link) =>
        link.id === id && link.url === url && splitDescription(link.description).words === description,
    );
  return used.length === known.length && used.every(isKnown);
}

/** In characters. A paste that is only a little too long is shown, so that the user can shorten it. */
const minimumFloodLimit = 200_000;

/** Measures the content. Returns the measurements as props of the content panel. */
function useContentMeter({ content, linkIds, stores }: ToolOptions) {
  const { linksController, ownKey, settings } = stores;
  const limits = settings.contentLimits;
  const [tooLong, setTooLong] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ content: string; what: number | 'file' }>({ content, what: 0 });
  const links = useMemo(() => linksController.seen(linkIds), [linksController, linkIds]);
  // The refusal is shown until the content changes.
  const flood = refused.content === content ? refused.what : 0;
  return {
    tooLong,
    floodLimit: Math.max(minimumFloodLimit, 3 * limits.maxContentChars),
    onFlood: (what: number | 'file') => setRefused({ content, what }),
    meter:
      content !== '' || flood !== 0 ? (
        <Loading>
          <ContentMeter
            content={content}
            ownProvider={ownKey.provider}
            usesBrowserModel={stores.usesBrowserModel}
            instructions={stores.instructions}
            links={links}
            limits={limits}
            ownKeyProtocol={settings.ownKeyProtocol}
            flood={flood}
            onTooLong={setTooLong}
          />
        </Loading>
      ) : null,
  };
}

/** Returns why links cannot be suggested, as the tooltip of the button; null if they can. */
export function reasonNotToSuggest(content: string): string | null {
  return content.trim() === '' ? t('Add some content to see which of your links fit it') : null;
}

/** Matches windows in which the result stands beside the content. */
const threeColumns = '(width >= 73rem)';

/**
 * Returns a button and a panel that suggest links for the content, and the ref of the content field. While there is no
 * result and its place is in sight, the panel stands there. Otherwise it stands below the content.
 */
function useSuggestions({ content, linkIds, stores }: ToolOptions, isResultFree: boolean) {
  const { selection, refreshCount } = stores.linksController;
  const [place, setPlace] = useState<'inResult' | 'belowField' | null>(null);
  const isOpen = place !== null;
  const reason = reasonNotToSuggest(content);
  if (place === 'inResult' && !isResultFree) setPlace(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const close = () => setPlace(null);
    const ends = [onReset(close), onWorkspaceChange(close)];
    return () => ends.forEach((end) => end());
  }, []);
  const panel = (
    <Loading>
      <SuggestPanel
        content={content}
        tickedIds={linkIds}
        onTick={(id, isTicked) => (isTicked ? selection.tick(id) : selection.untick([id]))}
        field={field}
        refreshCount={refreshCount}
        onClose={() => {
          setPlace(null);
          button.current?.focus();
        }}
      />
    </Loading>
  );
  return {
    field,
    button: (
      <Button
        ref={button}
        icon={Sparkle}
        off={reason !== null}
        tooltip={reason ?? t('Which of your links fit this text?')}
        aria-expanded={isOpen}
        onLikely={SuggestPanel.preload}
        onClick={() => {
          const isBeside = isResultFree && window.matchMedia(threeColumns).matches;
          setPlace(isOpen ? null : isBeside ? 'inResult' : 'belowField');
        }}
      >
        {t('Suggest links')}
      </Button>
    ),
    belowField: place === 'belowField' ? panel : null,
    inResult: place === 'inResult' ? panel : null,
  };
}
