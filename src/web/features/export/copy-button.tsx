import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';

import { logFailure } from '#web/lib/log.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { copyRichText, type RichText } from './copy-rich-text.ts';

type CopyButtonProps = {
  /** Returns the text to copy; null if there is none. */
  readonly write: (() => RichText | Promise<RichText>) | null;
  /** Names what is copied, if the page has several copy buttons. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly look?: 'quiet' | 'plain';
};

export function CopyButton({ write, label, describedBy, look = 'quiet' }: CopyButtonProps): ReactNode {
  const { isCopied, copy } = useCopying();
  const words = isCopied ? 'Copied' : 'Copy';
  return (
    <Button
      look={look}
      className={isCopied ? 'copy copy-done' : 'copy'}
      off={write === null}
      aria-label={label === undefined ? undefined : `${words}: ${label}`}
      aria-describedby={describedBy}
      onClick={() => {
        if (write !== null) void copy(write);
      }}
    >
      {isCopied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
      {words}
    </Button>
  );
}

/** How long the button says "Copied", in milliseconds. */
const copiedTime = 2000;

type Copying = {
  /** True for `copiedTime` after a copy. */
  readonly isCopied: boolean;
  copy(write: () => RichText | Promise<RichText>): Promise<void>;
};

function useCopying(): Copying {
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), copiedTime);
    return () => clearTimeout(timer);
  }, [copies]);

  return {
    isCopied: copies > 0,
    async copy(write) {
      try {
        const written = write();
        // No await for a text that is ready: some browsers let a page copy only during the click.
        await copyRichText(written instanceof Promise ? await written : written);
        setCopies((count) => count + 1);
        announce('Copied');
      } catch (failure) {
        logFailure('The version could not be copied.', failure);
      }
    },
  };
}
