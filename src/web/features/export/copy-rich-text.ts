export type RichText = { readonly html: string | null; readonly plain: string };

/**
 * Puts both forms on the clipboard at once; falls back step by step where the browser refuses. Throws when all fail.
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

/** The copy event takes both forms as they are, and works without a secure context. */
async function copyByEvent({ html, plain }: RichText): Promise<void> {
  let isTaken = false;
  const take = (event: ClipboardEvent) => {
    if (event.clipboardData === null) return;
    if (html !== null) event.clipboardData.setData('text/html', html);
    event.clipboardData.setData('text/plain', plain);
    event.preventDefault();
    isTaken = true;
  };
  const giveBack = selectSomething();
  document.addEventListener('copy', take, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', take);
  giveBack();
  if (!isCopied || !isTaken) throw new Error('The browser did not copy by event.');
}

/** Some browsers copy only while something is selected, be it one word: the event brings the text. Undone by the answer. */
function selectSomething(): () => void {
  const selection = document.getSelection();
  const before = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const holder = document.createElement('span');
  holder.className = 'visually-hidden';
  holder.textContent = 'Copy';
  // Beside an open dialog nothing can be selected.
  (document.querySelector('dialog:modal') ?? document.body).append(holder);
  selection?.selectAllChildren(holder);
  return () => {
    holder.remove();
    selection?.removeAllRanges();
    if (before !== null) selection?.addRange(before);
  };
}
