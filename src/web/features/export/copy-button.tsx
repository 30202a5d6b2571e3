import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { schedule } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import type { RichText } from '#export/formats/write-format.ts';

type CopyButtonProps = {
  /** What the button says, in place of "Copy". */
  readonly action?: string;
  /** Returns the text to copy; null if there is none. */
  readonly write: (() => RichText) | null;
  /** Names what is copied, if the page has several copy buttons. */
  readonly label?: string;
  readonly tooltip?: string;
  readonly look?: 'primary' | 'quiet' | 'plain';
};

/** How long the button says "Copied", in milliseconds. */
const copiedTime = 2000;

export function CopyButton(props: CopyButtonProps) {
  const { write, label, tooltip, look = 'quiet', action = t('Copy') } = props;
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;
  const words = isCopied ? t('Copied') : action;

  useEffect(() => {
    if (copies === 0) return undefined;
    return schedule(() => setCopies(0), copiedTime);
  }, [copies]);

  async function copy(): Promise<void> {
    if (write === null) return;
    try {
      await copyRichText(write());
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
      data-key={props.action === undefined && label === undefined ? 'copy' : undefined}
      className={isCopied ? 'copy copy-done' : 'copy'}
      off={write === null}
      aria-label={label === undefined ? undefined : `${words}: ${label}`}
      tooltip={tooltip}
      labels={[action, t('Copied')]}
      onClick={() => void copy()}
    >
      {words}
    </Button>
  );
}

/**
 * Copies both forms to the clipboard. Throws if the browser refuses. The copy event comes first: it works without HTTPS,
 * and `clipboard.write` lets the browser rewrite addresses (`ü` becomes `%C3%BC`).
 */
async function copyRichText(text: RichText): Promise<void> {
  if (copyByEvent(text)) return;
  const forms = Object.entries(formsOf(text)).map(([type, form]) => [type, new Blob([form], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(forms))]);
}

function formsOf({ html, plain }: RichText): Readonly<Record<string, string>> {
  return html === null ? { 'text/plain': plain } : { 'text/plain': plain, 'text/html': html };
}

/** Returns whether the browser has copied. */
function copyByEvent(text: RichText): boolean {
  let isHandled = false;
  const handle = (event: ClipboardEvent) => {
    if (event.clipboardData === null) return;
    for (const [type, form] of Object.entries(formsOf(text))) event.clipboardData.setData(type, form);
    event.preventDefault();
    isHandled = true;
  };
  const restore = selectSomething();
  document.addEventListener('copy', handle, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', handle);
  restore();
  return isCopied && isHandled;
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
