import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { logFailure } from '#web/ui/log.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';

import { copyRichText } from './copy-rich-text.ts';
import type { RichText } from './copy-rich-text.ts';

const copiedTime = 2000;

type CopyButtonProps = {
  /** Null: there is nothing to copy. */
  readonly richText: (() => RichText) | null;
};

export function CopyButton({ richText }: CopyButtonProps) {
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;

  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), copiedTime);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy(): Promise<void> {
    if (richText === null) return;
    try {
      await copyRichText(richText());
      setCopies((count) => count + 1);
      announce('Copied');
    } catch (failure) {
      logFailure('The version could not be copied.', failure);
    }
  }

  return (
    <Tooltip text="Copy and use anywhere">
      {(describedBy) => (
        <Button
          className={isCopied ? 'copy copy-done' : 'copy'}
          off={richText === null}
          aria-describedby={describedBy}
          onClick={() => void copy()}
        >
          {isCopied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </Tooltip>
  );
}
