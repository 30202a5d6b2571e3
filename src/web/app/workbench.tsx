import { Sparkle } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
} from 'react';

import type { ProblemCode } from '#core/errors/problem-messages.ts';
import { splitDescription } from '#core/links/description.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { ContentPanel } from '#web/features/content/content-panel.tsx';
import { InstructionsField } from '#web/features/content/instructions-field.tsx';
import { PasteNotice } from '#web/features/content/paste-notice.tsx';
import { GenerationPanel, useOutdated } from '#web/features/generation/generation-panel.tsx';
import { isResultOf } from '#web/features/generation/generation-state.ts';
import { RestoreNotice } from '#web/features/works/restore-notice.tsx';
import { broadcastReset, onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { t } from '#web/lib/language.ts';
import { lastKey } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import { useBuiltInWriter, type PageStores } from './page-stores.ts';
import { WriterStatus } from './writer-status.tsx';
import { VersionPurposes } from './writer-texts.tsx';
import type { Writing } from './writing.tsx';

/** The parts that are loaded when there is content. */
type WritingParts = {
  readonly ContentMeter: ComponentType<ComponentProps<Writing['ContentMeter']>>;
  readonly SuggestPanel: ComponentType<ComponentProps<Writing['SuggestPanel']>>;
  readonly OwnKeyDialog: Writing['OwnKeyDialog'];
} & Pick<ComponentProps<typeof GenerationPanel>, 'View' | 'WithoutAi'>;

export function lazyWritingParts(load: () => Promise<Writing>): WritingParts {
  return {
    ContentMeter: lazyPart(async () => (await load()).ContentMeter),
    SuggestPanel: lazyPart(async () => (await load()).SuggestPanel),
    OwnKeyDialog: lazyPart(async () => (await load()).OwnKeyDialog),
    View: lazyPart(async () => (await load()).GenerationView),
    WithoutAi: lazyPart(async () => (await load()).WithoutAi),
  };
}

type WorkbenchProps = {
  readonly stores: PageStores;
  readonly parts: WritingParts;
  /** Always the same function, as for `stores` and `parts`. */
  readonly onOpenOwnKey: () => void;
};

export function Workbench({ stores, parts, onOpenOwnKey }: WorkbenchProps) {
  const { generations, linksController } = stores;
  const { ContentMeter, SuggestPanel, View, WithoutAi } = parts;
  const [content, setContent] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const linkIds = useStore(linksController.selection);
  const order = { content, linkIds, instructions: useStore(stores.instructions) };
  const { state, generate, shared } = useGenerating(order, stores, onOpenOwnKey);
  const { isMeasured, measured, ...limits } = useContentLimits(order, stores);
  const hasFailure = useStore(generations.failure) !== null;
  const suggestions = useSuggestions(content, state.phase === 'idle' && !hasFailure);
  // The same element, so that the panel is not drawn again.
  const purposes = useMemo(() => <VersionPurposes stores={stores} />, [stores]);
  useReset(order, stores, setContent);
  const suggestPanel = (
    <Suggestions {...{ stores, SuggestPanel, content, field }} onClose={suggestions.close} />
  );

  return (
    <>
      <ContentPanel
        content={content}
        chosenLinks={linkIds.length}
        phase={state.phase}
        isResultShown={isResultOf(order, state) && shared.outdated.linkIds === ''}
        {...limits}
        meter={
          isMeasured ? (
            <Loading>
              <ContentMeter {...measured} />
            </Loading>
          ) : null
        }
        onChange={setContent}
        onGenerate={generate}
        onReset={broadcastReset}
        field={field}
        moreActions={suggestions.button}
        belowField={
          <>
            {suggestions.place === 'belowField' ? suggestPanel : null}
            <BelowContent
              {...{ stores, content, field }}
              floodLimit={limits.floodLimit}
              onRestore={setContent}
            />
          </>
        }
        foot={<WriterStatus stores={stores} onOpenOwnKey={onOpenOwnKey} />}
      />
      <GenerationPanel
        {...{ generations, View, WithoutAi, purposes }}
        {...shared}
        beforeResult={suggestions.place === 'inResult' ? suggestPanel : null}
      />
    </>
  );
}

type SuggestionsProps = Pick<WorkbenchProps, 'stores'> &
  Pick<WritingParts, 'SuggestPanel'> &
  Pick<ComponentProps<Writing['SuggestPanel']>, 'content' | 'field' | 'onClose'>;

function Suggestions({ stores: { linksController }, SuggestPanel, ...props }: SuggestionsProps) {
  const { selection, refreshCount } = linksController;
  return (
    <Loading>
      <SuggestPanel
        {...props}
        tickedIds={useStore(selection)}
        onTick={(id, isTicked) => (isTicked ? selection.tick(id) : selection.untick([id]))}
        refreshCount={refreshCount}
      />
    </Loading>
  );
}

type BelowContentProps = Pick<WorkbenchProps, 'stores'> &
  Pick<ComponentProps<typeof RestoreNotice>, 'content' | 'onRestore' | 'field'> &
  Pick<ComponentProps<typeof PasteNotice>, 'floodLimit'>;

/** Notices about the content, and the field for instructions. */
function BelowContent({ stores, floodLimit, ...props }: BelowContentProps) {
  const { generations, instructions, memory, writerChoice } = stores;
  const { content, field } = props;
  const isBuiltIn = useBuiltInWriter(stores);
  useEffect(() => writerChoice.browserModel.follow(content), [writerChoice, content]);
  return (
    <>
      <PasteNotice content={content} field={field} floodLimit={floodLimit} />
      <RestoreNotice
        {...props}
        pageWork={memory.pageWork}
        state={generations.state}
        instructions={instructions}
      />
      <InstructionsField instructions={instructions} isBuiltIn={isBuiltIn} />
    </>
  );
}

/** Clears everything when the user presses Reset, and keeps it for Undo. */
function useReset(order: OrderedRequest, stores: PageStores, setContent: (content: string) => void): void {
  const { generations, instructions, linksController, memory } = stores;
  const clear = useEffectEvent(() => {
    memory.pageWork.clear({ ...order, state: generations.state.get() });
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

/** For these codes, a notice below the content says what the user can do. */
const closedCodes = new Set<string | null>(['budget-spent', 'visitor-day-limit'] satisfies ProblemCode[]);

/**
 * Returns the state of the generation, and what the user can do after a failure. "Try again" also starts the first
 * generation.
 */
function useGenerating(order: OrderedRequest, stores: PageStores, onOpenOwnKey: () => void) {
  const { generations, linksController, ownKey, settings, writerChoice } = stores;
  const isOnDevice = useStore(writerChoice.browserModel.isUsed);
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
function isSameLinks(used: readonly UsedLink[], known: readonly UsedLink[]): boolean {
  const isKnown = ({ id, url, description }: UsedLink) =>
    known.some(
      (link) =>
        link.id === id && link.url === url && splitDescription(link.description).words === description,
    );
  return used.length === known.length && used.every(isKnown);
}

/** In characters. A paste that is only a little too long is shown, so that the user can shorten it. */
const minimumFloodLimit = 200_000;

/** Returns what limits the content, and the props of the component that measures it. */
function useContentLimits({ content, linkIds }: OrderedRequest, stores: PageStores) {
  const { linksController, ownKey, settings, instructions, writerChoice } = stores;
  const limits = settings.contentLimits;
  const [tooLong, setTooLong] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ content: string; what: number | 'file' }>({ content, what: 0 });
  const links = useMemo(() => linksController.seen(linkIds), [linksController, linkIds]);
  // The refusal is shown until the content changes.
  const flood = refused.content === content ? refused.what : 0;
  return {
    isMeasured: content !== '' || flood !== 0,
    tooLong,
    floodLimit: Math.max(minimumFloodLimit, 3 * limits.maxContentChars),
    onFlood: (what: number | 'file') => setRefused({ content, what }),
    measured: {
      content,
      ownProvider: ownKey.provider,
      usesBrowserModel: writerChoice.browserModel.isUsed,
      instructions,
      links,
      limits,
      ownKeyProtocol: settings.ownKeyProtocol,
      flood,
      onTooLong: setTooLong,
    },
  };
}

/** Returns why links cannot be suggested, as the tooltip of the button; null if they can. */
function reasonNotToSuggest(content: string): string | null {
  return content.trim() === '' ? t('Add some content to see which of your links fit it') : null;
}

/** Matches windows in which the result stands beside the content. */
const threeColumns = '(width >= 73rem)';

/**
 * Returns the button that suggests links for the content, and where the suggestions stand. While there is no result and
 * its place is in sight, they stand there. Otherwise they stand below the content.
 */
function useSuggestions(content: string, isResultFree: boolean) {
  const [place, setPlace] = useState<'inResult' | 'belowField' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const reason = reasonNotToSuggest(content);
  if (place === 'inResult' && !isResultFree) setPlace(null);
  useEffect(() => {
    const close = () => setPlace(null);
    const ends = [onReset(close), onWorkspaceChange(close)];
    return () => ends.forEach((end) => end());
  }, []);
  return {
    place,
    close: () => {
      setPlace(null);
      button.current?.focus();
    },
    button: (
      <Button
        ref={button}
        icon={Sparkle}
        off={reason !== null}
        tooltip={reason ?? t('Which of your links fit this text?')}
        aria-expanded={place !== null}
        onClick={() => {
          const isBeside = isResultFree && window.matchMedia(threeColumns).matches;
          setPlace(place !== null ? null : isBeside ? 'inResult' : 'belowField');
        }}
      >
        {t('Suggest links')}
      </Button>
    ),
  };
}
