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

import { curesOf } from '#core/errors/cures.ts';
import { splitDescription } from '#core/links/description.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { ContentPanel } from '#web/features/content/content-panel.tsx';
import { InstructionsField } from '#web/features/content/instructions-field.tsx';
import { PasteNotice } from '#web/features/content/paste-notice.tsx';
import type { Paste } from '#web/features/content/pasted-links.tsx';
import { GenerationPanel, useOutdated } from '#web/features/generation/generation-panel.tsx';
import { isResultOf } from '#web/features/generation/generation-state.ts';
import { RestoreNotice } from '#web/features/works/restore-notice.tsx';
import { broadcastReset, onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { hasOpenDialog, isField } from '#web/lib/free-event.ts';
import { catalogue, t } from '#web/lib/language.ts';
import { lastKey } from '#web/lib/storage.ts';
import { useListener, useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import { useBuiltInWriter, type PageStores } from './page-stores.ts';
import { WriterStatus } from './writer-status.tsx';
import { VersionPurposes } from './writer-texts.tsx';
import type { Writing } from './writing.tsx';

const PastedLinks = lazyPart(
  async () => (await import('#web/features/content/pasted-links.tsx')).PastedLinks,
);

/** The parts that are loaded when there is content. */
type WritingParts = {
  readonly ContentMeter: ComponentType<ComponentProps<Writing['ContentMeter']>>;
  readonly SuggestPanel: ComponentType<ComponentProps<Writing['SuggestPanel']>>;
  readonly RelinkLine: Writing['RelinkLine'];
  readonly ShopTemplates: Writing['ShopTemplates'];
  readonly OwnKeyDialog: Writing['OwnKeyDialog'];
} & Pick<ComponentProps<typeof GenerationPanel>, 'View'>;

export function lazyWritingParts(load: () => Promise<Writing>): WritingParts {
  return {
    ContentMeter: lazyPart(async () => (await load()).ContentMeter),
    SuggestPanel: lazyPart(async () => (await load()).SuggestPanel),
    RelinkLine: lazyPart(async () => (await load()).RelinkLine),
    ShopTemplates: lazyPart(async () => (await load()).ShopTemplates),
    OwnKeyDialog: lazyPart(async () => (await load()).OwnKeyDialog),
    View: lazyPart(async () => (await load()).GenerationView),
  };
}

type WorkbenchProps = {
  readonly stores: PageStores;
  readonly parts: WritingParts;
  /** Always the same function, as for `stores` and `parts`. */
  readonly onOpenOwnKey: () => void;
  readonly onImport: BelowContentProps['onImport'];
};

export function Workbench({ stores, parts, onOpenOwnKey, onImport }: WorkbenchProps) {
  const { generations } = stores;
  const { ContentMeter, SuggestPanel, RelinkLine, View } = parts;
  const [content, setContent] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const order = useOrder(content, stores);
  const { linkIds } = order;
  const { state, generate, shared } = useGenerating(order, stores, onOpenOwnKey);
  const { isMeasured, measured, ...limits } = useContentLimits(order, stores);
  const hasFailure = useStore(generations.failure) !== null;
  const suggestions = useSuggestions(content, state.phase === 'idle' && !hasFailure);
  const purposes = usePurposes(stores);
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
        canReset={hasFailure || state.phase !== 'idle' || hasEntered(order)}
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
              {...{ stores, RelinkLine, content, field, onImport }}
              floodLimit={limits.floodLimit}
              onRestore={setContent}
            />
          </>
        }
        foot={<WriterStatus stores={stores} onOpenOwnKey={onOpenOwnKey} />}
      />
      <GenerationPanel
        {...{ generations, View, purposes }}
        {...shared}
        beforeResult={suggestions.place === 'inResult' ? suggestPanel : null}
      />
    </>
  );
}

/** Returns the same element while the language stays, so that the panel is not drawn again. */
function usePurposes(stores: PageStores) {
  const { language } = useStore(catalogue);
  return useMemo(() => <VersionPurposes key={language} stores={stores} />, [language, stores]);
}

function useOrder(content: string, stores: PageStores): OrderedRequest {
  const linkIds = useStore(stores.linksController.selection);
  const instructions = useStore(stores.instructions);
  return { content, linkIds, instructions, relinks: useStore(stores.relinks) };
}

function hasEntered({ content, linkIds, instructions, relinks }: OrderedRequest): boolean {
  return content + instructions !== '' || linkIds.length + relinks.length > 0;
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
  Pick<WritingParts, 'RelinkLine'> &
  Pick<ComponentProps<typeof RestoreNotice>, 'content' | 'onRestore' | 'field'> &
  Pick<ComponentProps<typeof PasteNotice>, 'floodLimit'> & {
    /** Opens the import of a pasted text. */
    readonly onImport: (text: string, onImported: () => void) => void;
  };

/** Notices about the content, and the field for instructions. */
function BelowContent({ stores, RelinkLine, floodLimit, onImport, ...props }: BelowContentProps) {
  const { generations, instructions, memory, writerChoice } = stores;
  const { content, field } = props;
  const isBuiltIn = useBuiltInWriter(stores);
  useEffect(() => writerChoice.browserModel.follow(content), [writerChoice, content]);
  const paste = usePaste(content, field);
  return (
    <>
      {content.trim() === '' ? null : (
        <Loading isOptional>
          <RelinkLine content={content} />
        </Loading>
      )}
      <PasteNotice content={content} field={field} floodLimit={floodLimit} />
      {paste && (
        <Loading isOptional>
          <PastedLinks {...{ paste, content, field }} onSave={onImport} onClear={() => props.onRestore('')} />
        </Loading>
      )}
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

/** Returns the last paste into the field, or outside of all fields; null before the first one. */
function usePaste(content: string, field: BelowContentProps['field']): Paste | null {
  const [paste, setPaste] = useState<Paste | null>(null);
  useListener(document.documentElement, 'paste', (event) => {
    const { target, clipboardData } = event;
    const isInField = target === field.current;
    const text = clipboardData?.getData('text/plain').replaceAll('\r\n', '\n');
    if (!text || (!isInField && (isField(target) || hasOpenDialog()))) return;
    const wasEmpty = content.trim() === '';
    // Soon the field has the focus, and the browser would paste into it, too.
    if (!isInField && wasEmpty) event.preventDefault();
    setPaste({ text, html: clipboardData?.getData('text/html') ?? '', isInField, wasEmpty });
  });
  return paste;
}

/** Clears everything when the user presses Reset, and keeps it for Undo. */
function useReset(order: OrderedRequest, stores: PageStores, setContent: (content: string) => void): void {
  const { generations, instructions, relinks, linksController, memory } = stores;
  const clear = useEffectEvent(() => {
    memory.pageWork.clear({ ...order, state: generations.state.get() });
    generations.reset();
    lastKey.forget();
    linksController.selection.reset();
    setContent('');
    instructions.set('');
    relinks.set([]);
    announce(t('Everything cleared'));
  });
  useEffect(() => onReset(() => clear()), []);
  // The key of the last generation belongs to the old workspace.
  useEffect(() => onWorkspaceChange(lastKey.forget), []);
}

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
  // A visitor who has stopped a generation needs no other writer.
  const code = failure === null ? 'stopped' : failure.code;
  const ways = useMemo(() => {
    const cures = curesOf(code);
    return {
      hasOwnKey,
      onTryAgain: cures.tryAgain ? generate : null,
      onWriteAgain: () => void start('again'),
      onOpenOwnKey,
      onUseOwnKey: settings.ownKeyHosts.length > 0 && cures.otherWriter ? onOpenOwnKey : null,
      // A visitor with an own key or model may not want the server to have the text.
      onUseBuiltIn:
        settings.writer === 'model' && !hasOwnKey && !isOnDevice && cures.otherWriter
          ? () => void start('built-in')
          : null,
    };
  }, [start, generate, settings, hasOwnKey, isOnDevice, code, onOpenOwnKey]);
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
  return content.trim() === '' ? t('Add some content to see which of your links fit') : null;
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
