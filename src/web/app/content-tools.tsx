import { useEffect, useMemo, useRef, useState } from 'react';

import { SuggestButton } from '#web/features/suggestions/suggest-button.tsx';
import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import type { Selection } from '#web/links-client/list/selection.ts';
import { Loading } from '#web/ui/lazy-part.tsx';

import type { PageStores } from './choose-writer.ts';
import { ContentMeter, SuggestPanel } from './lazy-parts.tsx';

type MeterOptions = Pick<PageStores, 'settings' | 'linksController' | 'ownKey'> & {
  readonly content: string;
  readonly linkIds: readonly string[];
};

/** In characters. A paste that is only a little too long is shown, so that the user can shorten it. */
const minimumFloodLimit = 200_000;

/** Returns what measures the content, as props of the content panel. */
export function useContentMeter({ content, linkIds, linksController, ownKey, settings }: MeterOptions) {
  const limits = settings.contentLimits;
  const [tooLong, setTooLong] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ content: string; what: number | 'file' }>({ content, what: 0 });
  const links = useMemo(() => linksController.seen(linkIds), [linksController, linkIds]);
  // Shown until the content changes.
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

type SuggestionOptions = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly selection: Pick<Selection, 'tick' | 'untick'>;
};

/** Returns what suggests links for the content: a button, a panel, and the ref of the content field. */
export function useSuggestions({ content, linkIds, selection }: SuggestionOptions) {
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
