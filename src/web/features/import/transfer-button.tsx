import './transfer-button.css';

import { useEffect, useRef } from 'react';

import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';

type TransferButtonProps = {
  /** Called with the file that was dropped on the panel around the button, or with null after a click. */
  readonly onOpen: (file: File | null) => void;
};

export function TransferButton({ onOpen }: TransferButtonProps) {
  const button = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const panel = button.current?.closest('section');
    return panel ? receiveFiles(panel, onOpen) : undefined;
  }, [onOpen]);

  return (
    <span className="transfer-button" ref={button}>
      <Button
        look="plain"
        aria-label={t('Import or export links')}
        title={t('Import or export links')}
        onClick={() => onOpen(null)}
      >
        {t('Import')}
      </Button>
    </span>
  );
}

/** Takes files that are dropped on an element, but no text and no links. Returns a function that ends it. */
export function receiveFiles(element: HTMLElement, onFile: (file: File) => void): () => void {
  const ended = new AbortController();
  const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
    element.addEventListener(type, handle, { signal: ended.signal });
  const mark = (takesFiles: boolean) => element.classList.toggle('takes-files', takesFiles);

  listen('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    mark(true);
  });
  listen('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) mark(false);
  });
  listen('drop', (event) => {
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  });
  return () => ended.abort();
}
