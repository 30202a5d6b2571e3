import './suggest.css';

import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';

import { createSuggestionsApi } from './suggestions-api.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { showRange } from './show-range.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { createSuggestSearch } from './suggest-search.ts';
import type { SuggestState } from './suggest-search.ts';
import { reasonNotToSuggest } from './suggest-reason.ts';
import { foundWords, searchedWords } from './suggest-messages.ts';

type SuggestPanelProps = {
  readonly content: string;
  readonly tickedIds: readonly string[];
  readonly onTick: (id: string, isTicked: boolean) => void;
  /** Where the content is written. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
};

/** The saved links that fit the content. It asks once when it opens, and again when the user wants it to. */
export function SuggestPanel({ content, tickedIds, onTick, field, onClose }: SuggestPanelProps) {
  const headingId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [search] = useState(() => createSuggestSearch(createSuggestionsApi()));
  const state = useSyncExternalStore(search.subscribe, search.state);
  const [firstContent] = useState(content);

  useEffect(() => {
    search.ask(firstContent);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
    return search.stop;
  }, [search, firstContent]);

  useEscape(panel, onClose);

  useEffect(() => {
    if (state.kind === 'ready') announce(foundWords(state.found));
  }, [state]);

  /** The text may have changed since: what is shown is where the words stand now. */
  function showWords(words: string, near: number): void {
    const at = content.startsWith(words, near) ? near : content.indexOf(words);
    if (at < 0 || field.current === null) announce('This sentence is no longer in your text');
    else showRange(field.current, at, at + words.length);
  }

  function askAgain(): void {
    heading.current?.focus({ preventScroll: true });
    search.ask(content);
  }

  return (
    <section className="suggest-panel" aria-labelledby={headingId} ref={panel}>
      <header className="suggest-header">
        <div className="suggest-title">
          <h3 id={headingId} ref={heading} tabIndex={-1}>
            {state.kind === 'ready' ? foundWords(state.found) : 'Links that fit this text'}
          </h3>
          <Button look="icon" aria-label="Close suggestions" onClick={onClose}>
            <X aria-hidden="true" size={18} />
          </Button>
        </div>
        {state.kind !== 'loading' && state.content !== content ? (
          <EarlierText content={content} onAgain={askAgain} />
        ) : null}
      </header>
      <SuggestOutcome
        state={state}
        tickedIds={tickedIds}
        onTick={onTick}
        onShow={showWords}
        onAgain={askAgain}
      />
    </section>
  );
}

function useEscape(part: RefObject<HTMLElement | null>, onEscape: () => void): void {
  useEffect(() => {
    const hear = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape();
    const element = part.current;
    element?.addEventListener('keydown', hear);
    return () => element?.removeEventListener('keydown', hear);
  }, [part, onEscape]);
}

type SuggestOutcomeProps = Pick<SuggestPanelProps, 'tickedIds' | 'onTick'> & {
  readonly onShow: (words: string, near: number) => void;
  readonly state: SuggestState;
  readonly onAgain: () => void;
};

function SuggestOutcome({ state, onAgain, ...list }: SuggestOutcomeProps) {
  switch (state.kind) {
    case 'loading':
      return <Spinner label="Looking through your links" />;
    case 'failed':
      return (
        <div className="red-box" role="alert">
          <p>{state.message}</p>
          <Button onClick={onAgain}>Try again</Button>
        </div>
      );
    case 'ready':
      return (
        <>
          <p className="suggest-note">{searchedWords(state.found)}</p>
          <SuggestionList content={state.content} suggestions={state.found.suggestions} {...list} />
        </>
      );
    default:
      return state;
  }
}

function EarlierText({ content, onAgain }: { readonly content: string; readonly onAgain: () => void }) {
  return (
    <p className="suggest-earlier">
      For an earlier text
      <Button off={reasonNotToSuggest(content) !== null} onClick={onAgain}>
        Suggest again
      </Button>
    </p>
  );
}
