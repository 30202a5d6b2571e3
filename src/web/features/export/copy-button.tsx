import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/button.tsx';

import type { RichText } from './copy-rich-text.ts';
import { useCopying } from './use-copying.ts';

type CopyButtonProps = {
  /** Null: there is nothing to copy. */
  readonly write: (() => RichText | Promise<RichText>) | null;
  /** What is copied, where that is not the whole story of the button. */
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
