import './results-list.css';

import { Trash2 } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { foldText, searchTermsOf } from '#core/links/link.ts';
import { pageLanguage, t, tCount } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { FocusedText, TextField } from '#web/ui/dialog.tsx';
import { FailureBox, Spinner } from '#web/ui/lazy-part.tsx';
import { tRich } from '#web/ui/rich-text.tsx';

import type { FilterLink, KeptResults } from '#web/works/kept-results.ts';
import { firstWords, type KeptWork } from '#web/works/work.ts';
import { keptAtMost } from '#web/works/work-store.ts';

type KeptProps = { readonly kept: KeptResults };

type ResultsListProps = KeptProps & {
  /** Only the results with this link are listed first; null lists all. */
  readonly link: FilterLink | null;
  readonly onRestore: (result: KeptWork) => void;
};

/** The kept results, and the switch that keeps them. */
export function ResultsList({ kept, link, onRestore }: ResultsListProps) {
  const { results, failure } = useStore(kept);
  useEffect(() => {
    kept.open(link ?? undefined);
    return kept.close;
  }, [kept, link]);
  return (
    <div className="results">
      <KeepSwitch kept={kept} />
      <FailureBox message={failure} onRetry={() => void kept.keepShown()} />
      <Question kept={kept} />
      {results === null && failure === null ? <Spinner label={t('Loading')} /> : null}
      {results === null ? null : <Results {...{ kept, results, onRestore }} />}
    </div>
  );
}

function KeepSwitch({ kept }: KeptProps) {
  const { isOn } = useStore(kept);
  const noteId = useId();
  return (
    <div>
      <label className="keep-switch">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={noteId}
          onChange={({ target }) => void (target.checked ? kept.turnOn() : kept.turnOff())}
        />
        {t('Keep my results on this device')}
      </label>
      <p className="field-note" id={noteId}>
        {t(
          'The last {count}, with texts, links and your changes. They stay in this browser; anyone who uses it can read them.',
          { count: keptAtMost },
        )}
      </p>
    </div>
  );
}

/** Asks what becomes of the kept results when no more are kept. */
function Question({ kept }: KeptProps) {
  const { isAsking, results, unreadable } = useStore(kept);
  const count = (results?.length ?? 0) + unreadable;
  if (!isAsking || count === 0) return null;
  return (
    <div className="results-question">
      <FocusedText>
        {t('New results are no longer kept.')}{' '}
        {tCount(count, 'Delete the one kept so far?', 'Delete the {count} kept so far?')}
      </FocusedText>
      <div className="results-actions">
        <Button onClick={() => void kept.removeAll()}>{tCount(count, 'Delete it', 'Delete them')}</Button>
        <Button
          onClick={({ currentTarget }) => {
            focusIn(currentTarget, 'input');
            kept.keepAsTheyAre();
          }}
        >
          {tCount(count, 'Keep it', 'Keep them')}
        </Button>
      </div>
    </div>
  );
}

type ResultsProps = Pick<ResultsListProps, 'kept' | 'onRestore'> & { readonly results: readonly KeptWork[] };

function Results({ kept, results, onRestore }: ResultsProps) {
  const { link, unreadable, isOn } = useStore(kept);
  const [search, setSearch] = useState('');
  const ofLink = useMemo(
    () => (link === null ? results : results.filter((result) => usesLink(result, link.id))),
    [results, link],
  );
  const searched = useMemo(() => ofLink.map(prepareSearch), [ofLink]);
  const found = useMemo(() => searchResults(searched, search), [searched, search]);
  const isEmpty = results.length + unreadable === 0;
  const emptyMessage = isOn ? 'No results yet. The next one will be kept here.' : 'No results are kept.';
  return (
    <>
      {link === null ? null : (
        <p className="results-link">
          <span>{tRich('With the link <name>{name}</name>', { name: isolated }, { name: link.name })}</span>
          <Button
            look="plain"
            onClick={({ currentTarget }) => {
              focusIn(currentTarget, 'ul');
              kept.showAll();
            }}
          >
            {t('Show all results')}
          </Button>
        </p>
      )}
      {isEmpty ? null : (
        <TextField
          label={t('Search in texts and links')}
          type="search"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <div className="results-head">
        <p role="status">{isEmpty ? t(emptyMessage) : countMessage(found.length, results.length)}</p>
        <Deleted kept={kept} />
        {isEmpty || found.length < results.length ? null : (
          <Button look="plain" onClick={() => void kept.removeAll()}>
            {t('Delete all')}
          </Button>
        )}
      </div>
      {unreadable === 0 ? null : <p className="field-note">{unreadableMessage(unreadable)}</p>}
      <ul className="result-rows" aria-label={t('Kept results')} tabIndex={-1}>
        {found.map((result) => (
          <ResultRow key={result.id} {...{ result, kept, onRestore }} />
        ))}
      </ul>
    </>
  );
}

const isolated = (words: string) => <bdi>{words}</bdi>;

type ResultRowProps = Omit<ResultsProps, 'results'> & { readonly result: KeptWork };

function ResultRow({ result, kept, onRestore }: ResultRowProps) {
  const { text } = result.shown.generation;
  const isBusy = useStore(kept.state).phase === 'processing';
  const words = firstWords(text);
  const date = new Date(result.at);
  return (
    <li className="result-row">
      <div className="result-about">
        <p dir="auto">
          {words}
          {words.length < text.trim().length ? '…' : null}
        </p>
        <p className="field-note">
          <time dateTime={date.toISOString()}>{date.toLocaleString(pageLanguage(), dateStyle)}</time> ·{' '}
          {factsOf(result)}
        </p>
      </div>
      <Button
        off={isBusy}
        tooltip={isBusy ? t('Wait until your versions are written, or press Stop') : null}
        aria-label={t('Restore: {words}', { words })}
        onClick={() => onRestore(result)}
      >
        {t('Restore')}
      </Button>
      <Button
        look="icon"
        icon={Trash2}
        aria-label={t('Delete: {words}', { words })}
        onClick={() => void kept.remove(result)}
      />
    </li>
  );
}

const dateStyle = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Returns the length and the links of a result, and what is special about it. */
function factsOf({ shown, changes }: KeptWork): string {
  const { report, links } = shown.generation;
  return [
    tCount(report.safe.wordsTotal, '{count} word', '{count} words'),
    shown.phase === 'relinked' ? t('links exchanged') : tCount(links.length, '{count} link', '{count} links'),
    shown.phase === 'relinked' || Object.keys(changes).length === 0 ? [] : t('with your changes'),
    shown.phase === 'unfinished' ? t('not finished') : [],
  ]
    .flat()
    .join(' · ');
}

/** Offers to put back what was deleted last. It takes the focus, because the pressed button has disappeared. */
function Deleted({ kept }: KeptProps) {
  const { deleted } = useStore(kept);
  if (deleted.length === 0) return null;
  const message = t('{count} deleted.', { count: deleted.length });
  return (
    <span key={deleted[0]?.id}>
      {message}{' '}
      <Button
        look="plain"
        autoFocus
        aria-label={`${message} ${t('Undo')}`}
        onClick={({ currentTarget }) => {
          focusIn(currentTarget, 'ul');
          void kept.undo();
        }}
      >
        {t('Undo')}
      </Button>
    </span>
  );
}

/** Moves the focus from a button that disappears. */
function focusIn(button: Element, target: 'ul' | 'input'): void {
  button.closest('dialog')?.querySelector<HTMLElement>(target)?.focus();
}

function countMessage(found: number, all: number): string {
  if (found < all) return t('{count} of {total} results', { count: found, total: all });
  return tCount(all, '{count} result', '{count} results');
}

function unreadableMessage(count: number): string {
  return tCount(
    count,
    '{count} more can’t be shown: it is damaged or from another version of this page.',
    '{count} more can’t be shown: they are damaged or from another version of this page.',
  );
}

/** Returns the results that contain all words of the search in their text, in a version or in a link. */
export function searchResults(results: readonly SearchedResult[], search: string): readonly KeptWork[] {
  const terms = searchTermsOf(search);
  return results.flatMap(({ kept, text }) => (terms.every((term) => text.includes(term)) ? [kept] : []));
}

type SearchedResult = { readonly kept: KeptWork; readonly text: string };

/** Folds all searched texts of a result, once for many searches. */
export function prepareSearch(kept: KeptWork): SearchedResult {
  const { text, links } = kept.shown.generation;
  const parts = [
    text,
    ...links.flatMap(({ url, description }) => [url, description]),
    ...versionNames.flatMap((version) => editsOf(kept, version).map((edit) => edit.text)),
  ];
  return { kept, text: foldText(parts.join('\n')) };
}

/** Returns whether a version of the result contains this link, with the user's changes. */
export function usesLink(kept: KeptWork, linkId: string): boolean {
  const { links } = kept.shown.generation;
  const isExchanged = ({ relink }: Edit) =>
    relink !== undefined && 'linkId' in relink.source && relink.source.linkId === linkId;
  if (versionNames.some((version) => editsOf(kept, version).some(isExchanged))) return true;
  const url = links.find(({ id }) => id === linkId)?.url;
  if (url === undefined) return false;
  const urls = links.map((link) => link.url);
  const isWoven = ({ text }: Edit) =>
    text.includes(url) && readMarkup(text, urls).some((part) => part.type === 'link' && part.url === url);
  return versionNames.some((version) => editsOf(kept, version).some(isWoven));
}

function editsOf({ shown, changes }: KeptWork, version: VersionName): readonly Edit[] {
  return changes[version]?.edits ?? shown.generation.edits[version];
}
