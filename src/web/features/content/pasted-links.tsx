import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

import { readPastedLinks } from '#core/link-files/pasted-links.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { hasOpenDialog, isField } from '#web/lib/free-event.ts';
import { t } from '#web/lib/language.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { pastePlain } from './paste-notice.tsx';

type PastedLinksProps = {
  readonly content: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Opens the import of a text. `onImported` is called when all of its links are saved. */
  readonly onSave: (text: string, onImported: () => void) => void;
  readonly onClear: () => void;
};

/** `content` is the content as the paste has left it; null until it is there. */
type Pasted = { readonly text: string; readonly count: number; readonly content: string | null };

/**
 * Offers to save pasted links. A paste outside of all fields goes into the content if that is empty, and nothing is
 * taken out of it before its links are saved.
 */
export function PastedLinks({ content, field, onSave, onClear }: PastedLinksProps) {
  const [pasted, setPasted] = useState<Pasted | null>(null);
  if (pasted !== null && pasted.content === null && content !== '') setPasted({ ...pasted, content });
  if (pasted !== null && pasted.content !== null && pasted.content !== content) setPasted(null);

  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const target = field.current;
    const isInField = event.target === target;
    const isFree = !isInField && !isField(event.target) && !hasOpenDialog();
    if (target === null || event.clipboardData === null || !(isInField || isFree)) return;
    const text = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    const wasEmpty = target.value.trim() === '';
    const count = isInField && !wasEmpty ? 0 : countLinks(text);
    if (count > 0) {
      setPasted({ text, count, content: wasEmpty ? null : target.value });
      announce(t('{count} links pasted. Save them to your links?', { count }));
    }
    if (isInField || !wasEmpty || text === '') return;
    event.preventDefault();
    pasteInto(target, event.clipboardData, text);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => handlePaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);

  if (pasted === null) return null;
  const isInText = pasted.content === null || pasted.content.trim() === pasted.text.trim();
  return (
    <p className="paste-notice">
      {t('{count} links pasted. Save them to your links?', { count: pasted.count })}{' '}
      <Button look="plain" onClick={() => onSave(pasted.text, isInText ? onClear : () => setPasted(null))}>
        {t('Save')}
      </Button>{' '}
      <Button look="plain" onClick={() => setPasted(null)}>
        {isInText ? t('Keep as text') : t('Dismiss')}
      </Button>
    </p>
  );
}

/** Pastes into the field as if it had the focus, with the formatting if it is worth keeping. */
function pasteInto(field: HTMLTextAreaElement, clipboardData: DataTransfer, text: string): void {
  field.focus();
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  // The handlers of the field refuse a text that is too long, and read formatting.
  if (field.dispatchEvent(paste)) void pastePlain(field, text);
}

/** In characters. A longer text is imported as a file. */
const longestList = 200_000;
/** In characters. More words beside an address are a text of its own. */
const longestDescription = 160;

/** Returns the number of links in a text that is nothing but links with a few words each. Zero: it is another text. */
export function countLinks(text: string): number {
  if (text.length > longestList) return 0;
  const links = readPastedLinks(text);
  const isList =
    links.length > 1 &&
    links.every(({ url, description }) => isWebAddress(url) && description.length <= longestDescription);
  return isList ? links.length : 0;
}
