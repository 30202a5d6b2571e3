import { useEffect, useRef, useState } from 'react';

import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import type { Selection } from '#web/links-client/list/selection.ts';
import { SuggestButton } from '#web/features/suggestions/suggest-button.tsx';
import { SuggestPanel } from './lazy-parts.tsx';
import { Loading } from '#web/ui/loading.tsx';

type Desk = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly selection: Pick<Selection, 'tick' | 'untick'>;
};

/** What suggests links for the content, as parts for the content panel. */
export function useSuggesting({ content, linkIds, selection }: Desk) {
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
