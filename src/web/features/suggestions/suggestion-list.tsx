import type { Suggestions } from '#contract/suggestions.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

type Suggestion = Suggestions['suggestions'][number];

type SuggestionListProps = {
  /** The content that the suggestions are for. */
  readonly content: string;
  readonly suggestions: readonly Suggestion[];
  readonly tickedIds: readonly string[];
  readonly onTick: (id: string, isTicked: boolean) => void;
  readonly onShow: (sentence: string, near: number) => void;
};

export function SuggestionList(props: SuggestionListProps) {
  const { suggestions, tickedIds, onTick } = props;
  const open = suggestions.filter(({ link }) => !tickedIds.includes(link.id));
  if (suggestions.length === 0) return null;

  function tickAll(): void {
    for (const { link } of open) onTick(link.id, true);
    announce(open.length === 1 ? '1 link selected' : `${open.length} links selected`);
  }

  return (
    <>
      <ul className="suggestions">
        {suggestions.map((suggestion) => (
          <SuggestionRow {...props} key={suggestion.link.id} suggestion={suggestion} />
        ))}
      </ul>
      {suggestions.length === 1 ? null : (
        <Button className="select-all" off={open.length === 0} onClick={tickAll}>
          {open.length === 0 ? 'All of these are selected' : 'Select all of these'}
        </Button>
      )}
    </>
  );
}

type SuggestionRowProps = SuggestionListProps & { readonly suggestion: Suggestion };

function SuggestionRow({ content, suggestion, tickedIds, onTick, onShow }: SuggestionRowProps) {
  const { link, passage, sentence } = suggestion;
  const quote = quoteOf(content, passage, sentence);
  const isTicked = tickedIds.includes(link.id);
  return (
    <li className={isTicked ? 'suggestion suggestion-ticked' : 'suggestion'}>
      <label className="suggestion-choice">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={(event) => onTick(link.id, event.target.checked)}
        />
        <span className="suggestion-name">
          {link.description.trim() === '' ? link.url : link.description}
        </span>
        <span className="suggestion-url" title={link.url}>
          {link.url}
        </span>
      </label>
      <button
        type="button"
        className="suggestion-quote"
        title="Show in your text"
        onClick={() => onShow(content.slice(sentence.start, sentence.end), sentence.start)}
      >
        <span className="visually-hidden">Show in your text: </span>
        {quote.before} <mark>{quote.sentence}</mark> {quote.after}
      </button>
    </li>
  );
}

type Range = { readonly start: number; readonly end: number };

/** In characters. */
const aroundLength = 90;
const sentenceLength = 260;

/** Returns the sentence that fits, with some text before and after it. */
export function quoteOf(content: string, passage: Range, sentence: Range) {
  return {
    before: lastWords(content.slice(passage.start, sentence.start)),
    sentence: firstWords(content.slice(sentence.start, sentence.end), sentenceLength),
    after: firstWords(content.slice(sentence.end, passage.end), aroundLength),
  };
}

function firstWords(text: string, length: number): string {
  const plain = withSingleSpaces(text.slice(0, 4 * length));
  if (plain.length <= length) return plain;
  const wholeWords = plain.slice(0, length).replace(/\s\S*$/, '');
  return `${wholeWords.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function lastWords(text: string): string {
  const plain = withSingleSpaces(text.slice(-4 * aroundLength));
  if (plain.length <= aroundLength) return plain;
  const wholeWords = plain.slice(-aroundLength).replace(/^\S*\s/, '');
  return `…${wholeWords.replace(/^[\uDC00-\uDFFF]/, '')}`;
}

function withSingleSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
