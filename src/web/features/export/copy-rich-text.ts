export type RichText = { readonly html: string | null; readonly plain: string };

/**
 * Copies both forms to the clipboard. Tries three ways, one after the other; throws if the browser refuses all.
 * The copy event comes first: `clipboard.write` lets the browser rewrite addresses (`ü` becomes `%C3%BC`).
 */
export async function copyRichText(text: RichText): Promise<void> {
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

/** The copy event takes both forms unchanged, and works without HTTPS. */
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
