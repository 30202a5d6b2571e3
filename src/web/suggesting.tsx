import { useEffect, useRef, useState } from 'react';

import { onReset } from './events.ts';
import type { Selection } from './features/links/selection.ts';
import { SuggestButton } from './features/suggest/suggest-button.tsx';
import { preloadSuggestPanel, SuggestPanel } from './lazy-parts.tsx';
import { announce } from './ui/announcer.tsx';
import { Loading } from './ui/loading.tsx';
import { showRange } from './ui/show-range.ts';

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

  useEffect(() => onReset(() => setOpen(false)), []);

  /** The text may have changed since: what is shown is where the words stand now. */
  function showWords(words: string, near: number): void {
    const at = content.startsWith(words, near) ? near : content.indexOf(words);
    if (at < 0 || field.current === null) announce('This sentence is no longer in your text');
    else showRange(field.current, at, at + words.length);
  }

  return {
    field,
    button: (
      <SuggestButton
        content={content}
        isOpen={isOpen}
        button={button}
        onOpen={() => setOpen(!isOpen)}
        onOpenLikely={preloadSuggestPanel}
      />
    ),
    panel: isOpen ? (
      <Loading label={null}>
        <SuggestPanel
          content={content}
          tickedIds={linkIds}
          onTick={(id, isTicked) => (isTicked ? selection.tick(id) : selection.untick([id]))}
          onShow={showWords}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      </Loading>
    ) : null,
  };
}
