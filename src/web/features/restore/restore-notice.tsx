import { useEffect, useEffectEvent, useImperativeHandle, type Ref, type RefObject } from 'react';

import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';

import { foundMessages } from './earlier-generation.ts';
import type { LastWork, LastWorkHost } from './last-work.ts';
import type { Work } from './stored-work.ts';

type RestoreNoticeProps = {
  readonly content: string;
  readonly onRestore: (content: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Takes the function to call before a Reset. */
  readonly beforeReset: Ref<() => void>;
};

/** Returns the line under the content that brings a text back: after a reload, and after Reset. */
export function createRestoreNotice(lastWork: LastWork, state: LastWorkHost['state']) {
  lastWork.connect();

  return function RestoreNotice({ content, onRestore, field, beforeReset }: RestoreNoticeProps) {
    const offer = useStore(lastWork.offer);
    const earlier = useStore(lastWork.earlier);
    const { phase } = useStore(state);
    useEffect(() => lastWork.setPage({ content, setContent: onRestore }), [content, onRestore]);
    useImperativeHandle(beforeReset, () => lastWork.noteReset, []);
    useUndoKeys(lastWork, field);

    if (offer === null) return null;
    const keepFocus = (line: HTMLElement | null) => focusAfter(line, field);
    if (offer.kind === 'last')
      return phase !== 'idle' || offer.work.content === content ? null : (
        <p className="paste-notice" ref={keepFocus}>
          <Button look="plain" onClick={lastWork.bringBack}>
            Restore your last text
          </Button>{' '}
          <Beginning work={offer.work} />
          {earlier === null ? null : ` ${foundMessages[earlier]}`}
        </p>
      );
    const message =
      offer.kind === 'cleared' ? 'Everything cleared.' : 'Your text is back. It replaced another one.';
    return (
      <p className="paste-notice" ref={keepFocus}>
        {message}{' '}
        <Button look="plain" aria-label={`${message} Undo`} onClick={lastWork.bringBack}>
          Undo
        </Button>
      </p>
    );
  };
}

/** The beginning of a line without its Markdown marks: up to 40 characters, and the end of the word. */
const beginning = /^[#>*\s-]*(?<words>.{0,40}\S*)/u;

function Beginning({ work }: { readonly work: Work }) {
  const words = beginningOf(work);
  return words === '' ? null : <q dir="auto">{words}…</q>;
}

/** Returns the first words of a text. */
function beginningOf({ content, shown }: Work): string {
  const text = (content.trim() === '' ? (shown?.generation.text ?? '') : content).trim();
  const words = beginning.exec(text)?.groups?.['words'] ?? '';
  // A text without spaces has no words.
  return words.length > 80 ? '' : words;
}

/** If the line had the focus of the keyboard when it goes, the field gets it. */
function focusAfter(line: HTMLElement | null, field: RefObject<HTMLElement | null>): () => void {
  return () => {
    if (line?.querySelector(':focus-visible')) field.current?.focus({ preventScroll: true });
  };
}

/** Handles Ctrl+Z, or Cmd+Z on a Mac, after Reset. In a text that is being written, the browser undoes the typing. */
function useUndoKeys({ offer, bringBack }: LastWork, field: RefObject<HTMLTextAreaElement | null>): void {
  const undo = useEffectEvent((event: KeyboardEvent) => {
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
  useEffect(() => {
    const listener = (event: KeyboardEvent) => undo(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
