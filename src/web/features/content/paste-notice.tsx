import { useState, type RefObject } from 'react';

import { t, tCount } from '#web/lib/language.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { useListener } from '#web/lib/store.ts';

import type { Pasted } from './rich-paste.ts';

/** In characters. Longer HTML is pasted as the plain text that comes with it. */
const htmlLimit = 1_500_000;

type PasteNoticeProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly content: string;
  /** More characters than this are refused. */
  readonly floodLimit: number;
};

const loadRichPaste = () => import('./rich-paste.ts');

/** Pastes formatted text into the field as Markdown, and offers the plain text instead. */
export function PasteNotice({ field, content, floodLimit }: PasteNoticeProps) {
  const [pasted, setPasted] = useState<Pasted | null>(null);

  useListener(field, 'paste', (event) => {
    const target = field.current;
    const html = event.clipboardData?.getData('text/html') ?? '';
    const plain = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
    const capacity = floodLimit - (target?.value.length ?? 0);
    if (target === null || !isRichPaste(html, plain) || plain.length > capacity) return;
    event.preventDefault();
    void pasteRich(target, html, plain, capacity).then(setPasted);
  });

  if (pasted === null || !content.startsWith(pasted.markdown, pasted.start)) return null;

  async function replaceByPlain({ start, markdown, plain }: Pasted): Promise<void> {
    const target = field.current;
    if (target === null || !target.value.startsWith(markdown, start)) return;
    target.setSelectionRange(start, start + markdown.length);
    await pastePlain(target, plain);
    announce(t('Pasted as plain text'));
  }

  return (
    <p className="paste-notice">
      {notice(pasted)}{' '}
      <Button look="plain" onClick={() => void replaceByPlain(pasted)}>
        {t('Paste as plain text')}
      </Button>
    </p>
  );
}

/** Returns whether the formatting of a paste may be worth keeping. */
export function isRichPaste(html: string, plain: string): boolean {
  return html !== '' && html.length <= htmlLimit && plain.trim() !== '';
}

/** Pastes plain text at the cursor, if possible as one step that the browser can undo. */
export async function pastePlain(field: HTMLTextAreaElement, text: string): Promise<void> {
  const rich = await loadRichPaste().catch(() => null);
  if (rich !== null) return rich.insertText(field, text);
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Does the same with formatted text. Without its part of the page, the plain text is pasted. */
async function pasteRich(
  field: HTMLTextAreaElement,
  html: string,
  plain: string,
  capacity: number,
): Promise<Pasted | null> {
  const rich = await loadRichPaste().catch(() => null);
  if (rich === null) await pastePlain(field, plain);
  const pasted = rich?.pasteRich(field, html, plain, capacity) ?? null;
  // What is announced has no full stop.
  if (pasted !== null) announce(notice(pasted).replace(/\.$/u, ''));
  return pasted;
}

function notice({ leftOut }: Pasted): string {
  const words = t('Pasted as Markdown, with formatting.');
  if (leftOut === 0) return words;
  return `${words} ${tCount(leftOut, '{count} picture was left out.', '{count} pictures were left out.')}`;
}
