import { useCallback, useEffect, type RefObject } from 'react';

import { firstWords } from '#web/lib/kept-work.ts';
import { t } from '#web/lib/language.ts';
import { useListener, useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';

import { foundMessages } from './earlier-generation.ts';
import type { LastWork, LastWorkHost } from './last-work.ts';
import type { Offer } from './offers.ts';
import type { Work } from './stored-work.ts';

const messages = {
  cleared: 'Everything cleared.',
  replaced: 'Your text is back. It replaced another one.',
  exchanged: 'Your text is back. It replaced what was here.',
} as const satisfies Record<Exclude<Offer['kind'], 'last'>, string>;

type RestoreNoticeProps = {
  readonly content: string;
  readonly onRestore: (content: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
};

/** Returns the line under the content that brings a text back: after a reload, and after Reset. */
export function createRestoreNotice(
  lastWork: LastWork,
  { state, instructions }: Pick<LastWorkHost, 'state' | 'instructions'>,
) {
  lastWork.connect();

  return function RestoreNotice({ content, onRestore, field }: RestoreNoticeProps) {
    const offer = useStore(lastWork.offer);
    const earlier = useStore(lastWork.earlier);
    const { phase } = useStore(state);
    const wishes = useStore(instructions);
    useEffect(() => lastWork.setPage({ content, setContent: onRestore }), [content, onRestore]);
    useUndoKeys(lastWork, field);

    const keepFocus = useCallback((line: HTMLElement | null) => focusAfter(line, field), [field]);

    if (offer === null) return null;
    if (offer.kind === 'last') {
      const works = [offer.work, ...(offer.earlier ?? [])].filter(
        // A result is offered even if the field has the same text, which may be empty.
        (work) => work.shown !== null || work.content !== content || work.instructions !== wishes,
      );
      return phase !== 'idle' || works.length === 0 ? null : (
        <div className="paste-notice" key="last" ref={keepFocus}>
          {works.map((work) => (
            <p key={work.id ?? work.content}>
              <Button look="plain" onClick={() => lastWork.bringBack(work)}>
                {work === offer.work ? t('Restore your last text') : t('Restore an earlier text')}
              </Button>{' '}
              <Beginning work={work} />
              {work === offer.work && earlier !== null ? ` ${t(foundMessages[earlier])}` : null}
            </p>
          ))}
        </div>
      );
    }
    // Undo would end the running generation.
    if (phase === 'processing') return null;
    const message = t(messages[offer.kind]);
    return (
      <p className="paste-notice restore-notice" key={offer.kind} ref={keepFocus}>
        {message}{' '}
        <Button look="plain" aria-label={`${message} ${t('Undo')}`} onClick={() => lastWork.bringBack()}>
          {t('Undo')}
        </Button>
      </p>
    );
  };
}

function Beginning({ work: { content, instructions, shown } }: { readonly work: Work }) {
  const words = firstWords(content) || firstWords(shown?.generation.text ?? '') || firstWords(instructions);
  return words === '' ? null : <q dir="auto">{words}…</q>;
}

/** If the line has the focus when it disappears, the field gets the focus. */
function focusAfter(line: HTMLElement | null, field: RefObject<HTMLElement | null>): () => void {
  return () => {
    if (line?.querySelector(':focus-visible')) field.current?.focus({ preventScroll: true });
  };
}

/** Handles Ctrl+Z or Cmd+Z after Reset. In other fields, and in a text, the browser undoes the typing. */
function useUndoKeys({ offer, bringBack }: LastWork, field: RefObject<HTMLTextAreaElement | null>): void {
  useListener(document.documentElement, 'keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isUndo || event.key.toLowerCase() !== 'z' || offer.get()?.kind !== 'cleared') return;
    const { target } = event;
    const isElsewhere =
      target instanceof Element &&
      target !== field.current &&
      target.matches('textarea, input:not([type=checkbox])');
    if (isElsewhere || field.current?.value !== '') return;
    event.preventDefault();
    bringBack();
  });
}
