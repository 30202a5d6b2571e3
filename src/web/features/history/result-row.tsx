import { Trash2 } from 'lucide-react';

import { firstWords } from '#web/lib/first-words.ts';
import { pageLanguage, t, tCount } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';

import type { History } from './history.ts';
import type { KeptResult } from './result-storage.ts';

type ResultRowProps = { readonly kept: KeptResult; readonly history: History };

/** A kept result, with the buttons that bring it back and delete it. */
export function ResultRow({ kept, history }: ResultRowProps) {
  const { text } = kept.shown.generation;
  const isBusy = useStore(history.state).phase === 'processing';
  const words = firstWords(text);
  const date = new Date(kept.finishedAt);
  return (
    <li className="result-row">
      <div className="result-about">
        <p dir="auto">
          {words}
          {words.length < text.trim().length ? '…' : null}
        </p>
        <p className="field-note">
          <time dateTime={date.toISOString()}>{date.toLocaleString(pageLanguage(), dateStyle)}</time> ·{' '}
          {factsOf(kept)}
        </p>
      </div>
      <Button
        off={isBusy}
        tooltip={isBusy ? t('Wait for the versions, or press Stop first') : null}
        aria-label={t('Restore: {words}', { words })}
        onClick={() => history.restore(kept)}
      >
        {t('Restore')}
      </Button>
      <Button
        look="icon"
        icon={Trash2}
        aria-label={t('Delete: {words}', { words })}
        onClick={() => void history.remove(kept)}
      />
    </li>
  );
}

const dateStyle = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Returns the length and the links of a result, and what is special about it. */
function factsOf({ shown, changes }: KeptResult): string {
  const { report, links } = shown.generation;
  return [
    tCount(report.safe.wordsTotal, '{count} word', '{count} words'),
    tCount(links.length, '{count} link', '{count} links'),
    Object.keys(changes).length === 0 ? [] : t('with your changes'),
    shown.phase === 'unfinished' ? t('not finished') : [],
  ]
    .flat()
    .join(' · ');
}
