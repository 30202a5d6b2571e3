import './suggest.css';

import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';

import { createSuggestionsApi } from './suggestions-api.ts';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { showRange } from './show-range.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { createSuggestionsStore, type SuggestionsState } from './suggestions-store.ts';
import { reasonNotToSuggest } from './suggest-button.tsx';
import { foundMessage, searchedMessage } from './suggest-messages.ts';

type SuggestPanelProps = {
  readonly content: string;
  readonly tickedIds: readonly string[];
  readonly onTick: (id: string, isTicked: boolean) => void;
  /** The field of the content. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
};

/** Shows the saved links that fit the content. Asks when it opens, and again on request. */
export function SuggestPanel({ content, tickedIds, onTick, field, onClose }: SuggestPanelProps) {
  const headingId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [store] = useState(() => createSuggestionsStore(createSuggestionsApi()));
  const state = useStore(store);
  const [firstContent] = useState(content);

  useEffect(() => {
    store.ask(firstContent);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
    return store.stop;
  }, [store, firstContent]);

  useEscape(panel, onClose);

  useEffect(() => {
    if (state.kind === 'ready') announce(foundMessage(state.found));
  }, [state]);

  /** Selects a sentence in the field. The text may have changed since, so its position is searched. */
  function showSentence(sentence: string, near: number): void {
    const at = content.startsWith(sentence, near) ? near : content.indexOf(sentence);
    if (at < 0 || field.current === null) announce('This sentence is no longer in your text');
    else showRange(field.current, at, at + sentence.length);
  }

  function askAgain(): void {
    heading.current?.focus({ preventScroll: true });
    store.ask(content);
  }

  return (
    <section className="suggest-panel" aria-labelledby={headingId} ref={panel}>
      <header className="suggest-header">
        <div className="suggest-title">
          <h3 id={headingId} ref={heading} tabIndex={-1}>
            {state.kind === 'ready' ? foundMessage(state.found) : 'Links that fit this text'}
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
        onShow={showSentence}
        onAgain={askAgain}
      />
    </section>
  );
}

function useEscape(part: RefObject<HTMLElement | null>, onEscape: () => void): void {
  useEffect(() => {
    const handle = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape();
    const element = part.current;
    element?.addEventListener('keydown', handle);
    return () => element?.removeEventListener('keydown', handle);
  }, [part, onEscape]);
}

type SuggestOutcomeProps = Pick<SuggestPanelProps, 'tickedIds' | 'onTick'> & {
  readonly onShow: (sentence: string, near: number) => void;
  readonly state: SuggestionsState;
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
          <p className="suggest-note">{searchedMessage(state.found)}</p>
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
