import { useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react';

import type { Settings } from '#contract/settings.ts';
import { wordsIn } from '#core/document/words-and-sentences.ts';
import { fitsModel, type ContentFit } from '#core/limits/content-limit.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import type { OwnProvider } from '#web/api/generations-api.ts';
import { browserTerms, ownTerms } from '#web/api/own-terms.ts';
import { t, tCount } from '#web/lib/language.ts';
import { useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { schedule } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';

import { longInstructionsReason } from './instructions-field.tsx';

type ContentMeterProps = {
  readonly content: string;
  readonly ownProvider: ReadonlyStore<OwnProvider | null>;
  readonly usesBrowserModel: ReadonlyStore<boolean>;
  readonly instructions: ReadonlyStore<string>;
  readonly links: readonly LinkToWeave[];
  /** The limits of the server's writer. An own provider has others. */
  readonly limits: Settings['contentLimits'];
  readonly ownKeyProtocol: Settings['ownKeyProtocol'];
  /** The number of characters that were refused, or `file` for a file; else 0. */
  readonly flood: number | 'file';
  readonly onTooLong: (reason: string | null) => void;
};

/** The pause in typing after which the length is announced, in milliseconds. */
const announceDelay = 1_000;

/**
 * Shows the length of the content, and its limit if it is near. Reports whether it or the instructions are too long for
 * the writer.
 */
export function ContentMeter({ content, links, limits, flood, onTooLong, ...own }: ContentMeterProps) {
  const { ownKeyProtocol } = own;
  const provider = useStore(own.ownProvider);
  const isOnDevice = useStore(own.usesBrowserModel);
  const wishes = useStore(own.instructions);
  const measured = useDeferredValue(content);
  const fit = useMemo(() => {
    const site = provider === null ? limits : ownTerms(provider, ownKeyProtocol);
    const terms = isOnDevice ? browserTerms() : site;
    return fitsModel(measured, links, terms, wishes);
  }, [measured, links, limits, ownKeyProtocol, provider, isOnDevice, wishes]);
  const words = useMemo(() => wordsIn(measured).length, [measured]);
  const reason = tooLongReason(fit) ?? longInstructionsReason(wishes);
  const level = levelOf(fit);
  const note = noteOn(fit, flood);
  const counter = lengthMessage(fit, words);
  const speak = useEffectEvent(() => announce(note ?? counter));

  useEffect(() => {
    onTooLong(reason);
    return () => onTooLong(null);
  }, [reason, onTooLong]);
  // The length is announced once for each level.
  useEffect(() => {
    if (level === 'fine' && flood === 0) return undefined;
    return schedule(() => speak(), announceDelay);
  }, [level, flood]);

  return (
    <>
      {words === 0 && level === 'fine' ? null : (
        <span className="word-count" data-level={level}>
          {counter}
        </span>
      )}
      {note === null ? null : <p className="content-note">{note}</p>}
    </>
  );
}

/** From this share of the limit on, the limit is shown. */
const nearShare = 0.8;

function levelOf({ fits, characters, atMost }: ContentFit): 'fine' | 'near' | 'over' {
  if (!fits) return 'over';
  return characters >= atMost * nearShare ? 'near' : 'fine';
}

/** Returns the text of the counter: words far from the limit, else characters and the limit. */
function lengthMessage(fit: ContentFit, words: number): string {
  if (levelOf(fit) !== 'fine' && fit.atMost > 0)
    return t('{count} of {total} characters', { count: fit.characters, total: fit.atMost });
  return tCount(words, '{count} word', '{count} words');
}

function tooLongReason(fit: ContentFit): string | null {
  if (fit.fits) return null;
  return fit.atMost === 0
    ? t('You’ve selected too many links for the model. Select fewer')
    : t('Shorten your content to at most {count} characters', { count: fit.atMost });
}

function noteOn(fit: ContentFit, flood: number | 'file'): string | null {
  if (flood === 'file') return t('Files can’t be dropped here. Open the file, copy its text and paste it.');
  if (flood > 0)
    return t('That text has {count} characters and wasn’t added. The limit is {most}.', {
      count: flood,
      most: fit.atMost,
    });
  const reason = tooLongReason(fit);
  if (reason === null || fit.atMost === 0) return reason && `${reason}.`;
  const count = fit.characters - fit.atMost;
  return `${t('{count} characters too many.', { count })} ${reason}.`;
}
