import './suggest.css';

import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react';

import type { Suggestions } from '#contract/suggestions.ts';
import { nameOfLink } from '#core/links/description.ts';
import type { Link } from '#core/links/link.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import { useListener, useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { FailureBox, Spinner } from '#web/ui/lazy-part.tsx';

import {
  createSuggestionsStore,
  foundMessage,
  quoteOf,
  searchedMessage,
  type SuggestionsState,
} from './suggestions-store.ts';

type SuggestPanelProps = {
  readonly content: string;
  readonly tickedIds: readonly string[];
  readonly onTick: (id: string, isTicked: boolean) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
  /** The number of refreshes of the list. */
  readonly refreshCount: ReadonlyStore<number>;
};

/** Shows the saved links that fit the content. Requests them when it opens, and again on request. */
export function SuggestPanel(props: SuggestPanelProps) {
  const { content, tickedIds, onTick, field, onClose, refreshCount } = props;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [store] = useState(() => createSuggestionsStore());
  const state = useStore(store);

  function request(): void {
    heading.current?.focus({ preventScroll: true });
    store.request(content);
  }

  const requestFirst = useEffectEvent(request);
  // After a refresh of the list, the network may be back, and there may be first links.
  const requestAgain = useEffectEvent(() => {
    const hadNone = state.kind === 'ready' ? state.found.searched === 0 : state.kind === 'failed';
    if (hadNone && content.trim() !== '') store.request(content);
  });
  useEffect(() => {
    requestFirst();
    heading.current?.scrollIntoView({ block: 'nearest' });
    const end = refreshCount.subscribe(() => requestAgain());
    return () => (end(), store.stop());
  }, [store, refreshCount]);

  useEscape(onClose);

  useEffect(() => {
    if (state.kind === 'ready') announce(foundMessage(state.found));
  }, [state]);

  return (
    <section className="suggest-panel" aria-labelledby={headingId}>
      <header className="suggest-header">
        <div className="suggest-title">
          <h3 id={headingId} ref={heading} tabIndex={-1}>
            {state.kind === 'ready' ? foundMessage(state.found) : t('Links that fit this text')}
          </h3>
          <Button look="icon" icon={X} iconSize={18} aria-label={t('Close suggestions')} onClick={onClose} />
        </div>
        {state.kind !== 'loading' && state.content !== content ? (
          <p className="suggest-earlier">
            {t('You’ve edited your text since')}
            <Button off={content.trim() === ''} onClick={request}>
              {t('Suggest again')}
            </Button>
          </p>
        ) : null}
      </header>
      <SuggestOutcome
        state={state}
        tickedIds={tickedIds}
        onTick={onTick}
        onShow={(sentence) => showSentence(field.current, state.content, sentence)}
        onAgain={request}
      />
    </section>
  );
}

/** Calls `onEscape` for the key in the panel, in the panel of the content, and where nothing has the focus. */
function useEscape(onEscape: () => void): void {
  useListener(document.documentElement, 'keydown', ({ key, target }) => {
    const isNearby = target instanceof Element && target.closest('.suggest-panel, .content-panel') !== null;
    if (key === 'Escape' && (isNearby || target === document.body)) onEscape();
  });
}

type Suggestion = Suggestions['suggestions'][number];
type Range = Suggestion['sentence'];

type SuggestOutcomeProps = Pick<SuggestPanelProps, 'tickedIds' | 'onTick'> & {
  readonly state: SuggestionsState;
  readonly onShow: (sentence: Range) => void;
  readonly onAgain: () => void;
};

function SuggestOutcome({ state, tickedIds, onTick, onShow, onAgain }: SuggestOutcomeProps) {
  if (state.kind === 'loading') return <Spinner label={t('Looking through your links')} />;
  if (state.kind === 'failed') return <FailureBox message={translated(state.message)} onRetry={onAgain} />;
  const { suggestions } = state.found;
  const strong = suggestions.filter(({ isStrong }) => isStrong);
  const weak = suggestions.filter(({ isStrong }) => !isStrong);
  const open = strong.filter(({ link }) => !tickedIds.includes(link.id));
  const rows = (some: readonly Suggestion[]) => (
    <ul className="suggestions">
      {some.map((suggestion) => (
        <SuggestionRow
          key={suggestion.link.id}
          suggestion={suggestion}
          content={state.content}
          isTicked={tickedIds.includes(suggestion.link.id)}
          hasTwin={suggestions.some((other) => other !== suggestion && isTwin(other.link, suggestion.link))}
          onTick={onTick}
          onShow={onShow}
        />
      ))}
    </ul>
  );

  function tickAll(): void {
    for (const { link } of open) onTick(link.id, true);
    announce(tCount(open.length, '{count} link selected', '{count} links selected'));
  }

  return (
    <>
      <div className="suggest-note">
        <p>{searchedMessage(state.found)}</p>
        {strong.length < 2 ? null : (
          <Button look="plain" off={open.length === 0} onClick={tickAll}>
            {t(open.length === 0 ? 'All selected' : 'Select all of these')}
          </Button>
        )}
      </div>
      {strong.length === 0 ? null : rows(strong)}
      {strong.length === 0 || weak.length === 0 ? null : (
        <h4 className="suggest-weak">
          {tCount(weak.length, '1 possible match', '{count} possible matches')}
        </h4>
      )}
      {weak.length === 0 ? null : rows(weak)}
    </>
  );
}

type SuggestionRowProps = Pick<SuggestOutcomeProps, 'onTick' | 'onShow'> & {
  readonly suggestion: Suggestion;
  readonly content: string;
  readonly isTicked: boolean;
  /** Whether another suggestion has the same name. Then only the URL tells them apart. */
  readonly hasTwin: boolean;
};

function SuggestionRow({ content, suggestion, isTicked, hasTwin, onTick, onShow }: SuggestionRowProps) {
  const { link, sentence } = suggestion;
  return (
    <li className={isTicked ? 'suggestion suggestion-ticked' : 'suggestion'}>
      <label className="suggestion-choice">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={(event) => onTick(link.id, event.target.checked)}
        />
        <span className="suggestion-name" title={link.url}>
          <bdi>{nameOfLink(link)}</bdi>
        </span>
        {hasTwin ? <span className="suggestion-url">{link.url}</span> : null}
      </label>
      <button
        type="button"
        className="suggestion-quote"
        title={t('Show in your text')}
        onClick={() => onShow(sentence)}
      >
        <span className="visually-hidden">{`${t('Show in your text')}: `}</span>
        <span className="suggestion-sentence" dir="auto">
          {quoteOf(content, sentence)}
        </span>
      </button>
    </li>
  );
}

const isTwin = (one: Link, other: Link) => nameOfLink(one) === nameOfLink(other);

/** Selects a sentence in the field. The text may have changed since then, so the sentence is searched. */
function showSentence(field: HTMLTextAreaElement | null, content: string, { start, end }: Range): void {
  const sentence = content.slice(start, end);
  const text = field?.value ?? '';
  const at = text.startsWith(sentence, start) ? start : text.indexOf(sentence);
  if (field === null || at < 0) return announce(t('This sentence is no longer in your text'));
  field.focus({ preventScroll: true });
  field.setSelectionRange(at, at + sentence.length);
  field.scrollTop = Math.max(0, heightOf(field, text.slice(0, at)) - field.clientHeight / 3);
  field.scrollIntoView({ block: 'nearest' });
}

/** Returns the height of the text in pixels. Browsers do not say where a character is, so a copy is measured. */
function heightOf(field: HTMLTextAreaElement, text: string): number {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  const { font, letterSpacing, wordSpacing, lineHeight, padding, tabSize, direction } = style;
  Object.assign(copy.style, { font, letterSpacing, wordSpacing, lineHeight, padding, tabSize, direction });
  copy.style.cssText += `;position:absolute;visibility:hidden;box-sizing:border-box;width:${field.clientWidth}px;white-space:pre-wrap;overflow-wrap:break-word`;
  const end = document.createElement('span');
  end.textContent = '\u200B';
  copy.append(text, end);
  document.body.append(copy);
  const top = end.offsetTop;
  copy.remove();
  return top;
}
