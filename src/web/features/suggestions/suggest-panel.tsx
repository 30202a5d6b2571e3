import './suggest.css';

import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react';

import type { Suggestions } from '#contract/suggestions.ts';
import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { FailureBox, Spinner } from '#web/ui/lazy-part.tsx';
import { useListener } from '#web/ui/use-listener.ts';

import { reasonNotToSuggest } from './suggest-button.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { createSuggestionsStore, type SuggestionsState } from './suggestions-store.ts';

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
  const [store] = useState(() => createSuggestionsStore());
  const state = useStore(store);

  function ask(): void {
    heading.current?.focus({ preventScroll: true });
    store.ask(content);
  }

  const askFirst = useEffectEvent(ask);
  useEffect(() => {
    askFirst();
    heading.current?.scrollIntoView({ block: 'nearest' });
    return store.stop;
  }, [store]);

  useListener(panel, 'keydown', ({ key }) => key === 'Escape' && onClose());

  useEffect(() => {
    if (state.kind === 'ready') announce(foundMessage(state.found));
  }, [state]);

  /** Selects a sentence in the field. The text may have changed since, so its position is searched. */
  function showSentence(sentence: string, near: number): void {
    const at = content.startsWith(sentence, near) ? near : content.indexOf(sentence);
    if (at < 0 || field.current === null) announce('This sentence is no longer in your text');
    else showRange(field.current, at, at + sentence.length);
  }

  return (
    <section className="suggest-panel" aria-labelledby={headingId} ref={panel}>
      <header className="suggest-header">
        <div className="suggest-title">
          <h3 id={headingId} ref={heading} tabIndex={-1}>
            {state.kind === 'ready' ? foundMessage(state.found) : 'Links that fit this text'}
          </h3>
          <Button look="icon" icon={X} iconSize={18} aria-label="Close suggestions" onClick={onClose} />
        </div>
        {state.kind !== 'loading' && state.content !== content ? (
          <p className="suggest-earlier">
            For an earlier text
            <Button off={reasonNotToSuggest(content) !== null} onClick={ask}>
              Suggest again
            </Button>
          </p>
        ) : null}
      </header>
      <SuggestOutcome
        state={state}
        tickedIds={tickedIds}
        onTick={onTick}
        onShow={showSentence}
        onAgain={ask}
      />
    </section>
  );
}

type SuggestOutcomeProps = Pick<SuggestPanelProps, 'tickedIds' | 'onTick'> & {
  readonly onShow: (sentence: string, near: number) => void;
  readonly state: SuggestionsState;
  readonly onAgain: () => void;
};

function SuggestOutcome({ state, onAgain, ...list }: SuggestOutcomeProps) {
  if (state.kind === 'loading') return <Spinner label="Looking through your links" />;
  if (state.kind === 'failed') return <FailureBox message={state.message} onRetry={onAgain} />;
  return (
    <>
      <p className="suggest-note">{searchedMessage(state.found)}</p>
      <SuggestionList content={state.content} suggestions={state.found.suggestions} {...list} />
    </>
  );
}

/** Says what was found, as a heading. */
export function foundMessage({ suggestions, searched }: Suggestions): string {
  if (searched === 0) return 'No links saved yet';
  if (suggestions.length === 0) return 'No saved link fits this text yet';
  return suggestions.length === 1 ? '1 link fits this text' : `${suggestions.length} links fit this text`;
}

/** Says how many links were searched, and what the user can do. */
export function searchedMessage({ suggestions, searched }: Suggestions): string {
  if (searched === 0) return 'Save the links you earn with, then ask again.';
  const links = searched === 1 ? 'your only link' : `${searched.toLocaleString('en')} links`;
  return suggestions.length === 0
    ? `Looked through ${links}. A few more words in the text or in a link’s description may help.`
    : `The best of ${links}. Tick those that you want.`;
}

const copiedStyles = [
  'font',
  'letterSpacing',
  'wordSpacing',
  'lineHeight',
  'padding',
  'tabSize',
  'direction',
] as const;

/** Selects a range of a text area and brings it into view. */
function showRange(field: HTMLTextAreaElement, start: number, end: number): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  const top = heightOf(field, field.value.slice(0, start));
  field.scrollTop = Math.max(0, top - field.clientHeight / 3);
  field.scrollIntoView({ block: 'nearest' });
}

/** Returns the height of the text in pixels. Browsers do not say where a character is, so a copy is measured. */
function heightOf(field: HTMLTextAreaElement, text: string): number {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  for (const name of copiedStyles) copy.style[name] = style[name];
  copy.style.cssText += `;position:absolute;visibility:hidden;box-sizing:border-box;width:${field.clientWidth}px;white-space:pre-wrap;overflow-wrap:break-word`;
  const end = document.createElement('span');
  end.textContent = '\u200B';
  copy.append(text, end);
  document.body.append(copy);
  const top = end.offsetTop;
  copy.remove();
  return top;
}
