import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { schedule } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

export type RichText = { readonly html: string | null; readonly plain: string };

type CopyButtonProps = {
  /** Returns the text to copy; null if there is none. */
  readonly write: (() => RichText | Promise<RichText>) | null;
  /** Names what is copied, if the page has several copy buttons. */
  readonly label?: string;
  readonly tooltip?: string;
  readonly look?: 'primary' | 'quiet';
};

/** How long the button says "Copied", in milliseconds. */
const copiedTime = 2000;

export function CopyButton({ write, label, tooltip, look = 'quiet' }: CopyButtonProps) {
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;
  const words = isCopied ? t('Copied') : t('Copy');

  useEffect(() => {
    if (copies === 0) return undefined;
    return schedule(() => setCopies(0), copiedTime);
  }, [copies]);

  async function copy(): Promise<void> {
    if (write === null) return;
    try {
      const written = write();
      // A text that is ready is copied without an await, because some browsers let a page copy only during the click.
      await copyRichText(written instanceof Promise ? await written : written);
      setCopies((count) => count + 1);
      announce(t('Copied'));
    } catch (failure) {
      logFailure('The version could not be copied.', failure);
    }
  }

  return (
    <Button
      icon={isCopied ? Check : Copy}
      look={look}
      className={isCopied ? 'copy copy-done' : 'copy'}
      off={write === null}
      aria-label={label === undefined ? undefined : `${words}: ${label}`}
      tooltip={tooltip}
      onClick={() => void copy()}
    >
      {words}
    </Button>
  );
}

/**
 * Copies both forms to the clipboard. Tries three ways, one after the other; throws if the browser refuses all.
 * The copy event comes first: `clipboard.write` lets the browser rewrite addresses (`ü` becomes `%C3%BC`).
 */
async function copyRichText(text: RichText): Promise<void> {
  const failures: unknown[] = [];
  for (const copy of [copyByEvent, writeBoth, writePlain]) {
    try {
      await copy(text);
      return;
    } catch (failure) {
      failures.push(failure);
    }
  }
  throw new AggregateError(failures, 'The browser refused every way to copy.');
}

async function writeBoth({ html, plain }: RichText): Promise<void> {
  const forms = { 'text/plain': new Blob([plain], { type: 'text/plain' }) };
  const item = new ClipboardItem(
    html === null ? forms : { ...forms, 'text/html': new Blob([html], { type: 'text/html' }) },
  );
  await navigator.clipboard.write([item]);
}

async function writePlain({ plain }: RichText): Promise<void> {
  await navigator.clipboard.writeText(plain);
}

/** The copy event takes both forms unchanged, and works without HTTPS. Throws if it fails. */
async function copyByEvent({ html, plain }: RichText): Promise<void> {
  let isTaken = false;
  const take = (event: ClipboardEvent) => {
    if (event.clipboardData === null) return;
    if (html !== null) event.clipboardData.setData('text/html', html);
    event.clipboardData.setData('text/plain', plain);
    event.preventDefault();
    isTaken = true;
  };
  const restore = selectSomething();
  document.addEventListener('copy', take, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', take);
  restore();
  if (!isCopied || !isTaken) throw new Error('The browser did not copy by event.');
}

/** Some browsers copy only while something is selected. Returns a function that restores the selection. */
function selectSomething(): () => void {
  const selection = document.getSelection();
  const before = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const holder = document.createElement('span');
  holder.className = 'visually-hidden';
  holder.textContent = 'Copy';
  // While a modal dialog is open, only its content can be selected.
  (document.querySelector('dialog:modal') ?? document.body).append(holder);
  selection?.selectAllChildren(holder);
  return () => {
    holder.remove();
    selection?.removeAllRanges();
    if (before !== null) selection?.addRange(before);
  };
}
