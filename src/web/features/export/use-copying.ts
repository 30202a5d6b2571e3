import { useEffect, useState } from 'react';

import { announce } from '#web/ui/announcer.tsx';
import { logFailure } from '#web/lib/log.ts';

import { copyRichText } from './copy-rich-text.ts';
import type { RichText } from './copy-rich-text.ts';

const copiedTime = 2000;

type Copying = {
  /** For a short while after it was. */
  readonly isCopied: boolean;
  copy(write: () => RichText | Promise<RichText>): Promise<void>;
};

export function useCopying(): Copying {
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
        // What is there at once is copied at once: some browsers let a page copy only during the click.
        await copyRichText(written instanceof Promise ? await written : written);
        setCopies((count) => count + 1);
        announce('Copied');
      } catch (failure) {
        logFailure('The version could not be copied.', failure);
      }
    },
  };
}
