export type RichText = { readonly html: string; readonly plain: string };

/** Puts both forms on the clipboard at once; falls back step by step where the browser refuses. Throws when all fail. */
export async function copyRichText(text: RichText): Promise<void> {
  const failures: unknown[] = [];
  for (const copy of [writeBoth, copyBySelection, writePlain]) {
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
  const item = new ClipboardItem({
    'text/html': new Blob([html], { type: 'text/html' }),
    'text/plain': new Blob([plain], { type: 'text/plain' }),
  });
  await navigator.clipboard.write([item]);
}

async function writePlain({ plain }: RichText): Promise<void> {
  await navigator.clipboard.writeText(plain);
}

/** The way that works without a secure context: the copy event takes both forms. */
async function copyBySelection({ html, plain }: RichText): Promise<void> {
  let isTaken = false;
  const take = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', html);
    event.clipboardData?.setData('text/plain', plain);
    event.preventDefault();
    isTaken = event.clipboardData !== null;
  };
  const holder = hiddenSelection(plain);
  document.addEventListener('copy', take, { once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', take);
  holder.remove();
  if (!isTaken) throw new Error('The browser sent no copy event.');
}

function hiddenSelection(plain: string): HTMLElement {
  const holder = document.createElement('span');
  holder.className = 'visually-hidden';
  holder.textContent = plain;
  document.body.append(holder);
  document.getSelection()?.selectAllChildren(holder);
  return holder;
}
