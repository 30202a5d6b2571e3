import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';

import { readPastedLinks } from '#core/link-files/pasted-links.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { hasOpenDialog } from '#web/lib/free-event.ts';
import { t } from '#web/lib/language.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { pastePlain } from './paste-notice.tsx';

/** What was pasted into the content, or outside of all fields. */
export type Paste = {
  /** Without carriage returns. */
  readonly text: string;
  readonly html: string;
  readonly isInField: boolean;
  /** Whether there was no content before it. */
  readonly wasEmpty: boolean;
};

type PastedLinksProps = {
  /** The last paste. */
  readonly paste: Paste;
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
export function PastedLinks({ paste, content, field, onSave, onClear }: PastedLinksProps) {
  const count = useMemo(() => countIn(paste), [paste]);
  const offerOf = (): Pasted | null =>
    count === 0 ? null : { text: paste.text, count, content: paste.wasEmpty ? null : content };
  const [taken, setTaken] = useState(paste);
  const [pasted, setPasted] = useState(offerOf);
  if (paste !== taken) {
    setTaken(paste);
    setPasted(offerOf());
  } else if (pasted !== null && pasted.content !== content) {
    if (pasted.content !== null) setPasted(null);
    else if (content.trim() !== '') setPasted({ ...pasted, content });
  }

  const moved = useRef<Paste | null>(null);
  useEffect(() => {
    if (count > 0) announce(t('{count} links pasted. Save them to your links?', { count }));
    const target = field.current;
    // React may run an effect twice.
    if (paste.isInField || !paste.wasEmpty || target === null || moved.current === paste) return;
    moved.current = paste;
    // This part may have been loaded late.
    if (target.value.trim() === '' && !hasOpenDialog()) pasteInto(target, paste);
  }, [paste, count, field]);

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

function countIn({ isInField, wasEmpty, text }: Paste): number {
  return isInField && !wasEmpty ? 0 : countLinks(text);
}

/** Pastes into the field as if it had the focus, with the formatting if it is worth keeping. */
function pasteInto(field: HTMLTextAreaElement, { html, text }: Paste): void {
  const clipboardData = new DataTransfer();
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  // Firefox gives the event another clipboard.
  for (const data of [clipboardData, paste.clipboardData]) {
    data?.setData('text/plain', text);
    if (html !== '') data?.setData('text/html', html);
  }
  field.focus();
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
