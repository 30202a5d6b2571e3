import { useCallback, useEffect, type RefObject } from 'react';

import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { useListener, useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import type { Offer, PageState, PageWork } from '#web/works/page-work.ts';
import { foundMessages } from '#web/works/resumable-generation.ts';
import { firstWords, type Work } from '#web/works/work.ts';

const messages = {
  cleared: 'Everything cleared.',
  replaced: 'Your text is back. It replaced another one.',
  exchanged: 'Your text is back. It replaced what was here.',
  relinked: 'The text with its new links replaced the versions of an earlier text.',
} as const satisfies Record<NonNullable<Offer['undoes']>, EnglishText>;

type RestoreNoticeProps = {
  readonly pageWork: PageWork;
  readonly state: ReadonlyStore<PageState>;
  readonly instructions: ReadonlyStore<string>;
  readonly content: string;
  readonly onRestore: (content: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
};

/** The line under the content that brings a text back: after a reload, and after Reset. */
export function RestoreNotice({ pageWork, state, content, onRestore, field, ...props }: RestoreNoticeProps) {
  const offer = useStore(pageWork.offer);
  const found = useStore(pageWork.found);
  const { phase } = useStore(state);
  const instructions = useStore(props.instructions);
  useEffect(() => pageWork.setContent({ content, setContent: onRestore }), [pageWork, content, onRestore]);
  useUndoKeys(pageWork, field);
  const keepFocus = useCallback((line: HTMLElement | null) => focusAfter(line, field), [field]);

  // Undo would end the running generation.
  if (offer === null || phase === 'processing') return null;
  const [latest] = offer.works;
  // A new result or text has taken the place of what was cleared.
  if (offer.undoes === 'cleared' && phase !== 'idle') return null;
  if (offer.undoes !== null && latest !== undefined) {
    const message = t(messages[offer.undoes]);
    return (
      <p className="paste-notice restore-notice" key={offer.undoes} ref={keepFocus}>
        {message}{' '}
        <Button
          look="plain"
          aria-label={`${message} ${t('Undo')}`}
          onClick={() => pageWork.bringBack(latest)}
        >
          {t('Undo')}
        </Button>
      </p>
    );
  }
  const works = offer.works.filter(
    // A result is offered even if the field has the same text, which may be empty.
    (work) => work.shown !== null || work.content !== content || work.instructions !== instructions,
  );
  return phase !== 'idle' || works.length === 0 ? null : (
    <div className="paste-notice" key="earlier" ref={keepFocus}>
      {works.map((work) => (
        <p key={work.id}>
          <Button look="plain" onClick={() => pageWork.bringBack(work)}>
            {work === latest ? t('Restore your last text') : t('Restore an earlier text')}
          </Button>{' '}
          <Beginning work={work} />
          {work === latest && found !== null ? ` ${t(foundMessages[found])}` : null}
        </p>
      ))}
    </div>
  );
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
function useUndoKeys({ offer, bringBack }: PageWork, field: RefObject<HTMLTextAreaElement | null>): void {
  useListener(document.documentElement, 'keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const { undoes, works } = offer.get() ?? {};
    const [cleared] = undoes === 'cleared' ? (works ?? []) : [];
    if (!isUndo || event.key.toLowerCase() !== 'z' || cleared === undefined) return;
    const { target } = event;
    const isElsewhere =
      target instanceof Element &&
      target !== field.current &&
      target.matches('textarea, input:not([type=checkbox])');
    if (isElsewhere || field.current?.value !== '') return;
    event.preventDefault();
    bringBack(cleared);
  });
}
