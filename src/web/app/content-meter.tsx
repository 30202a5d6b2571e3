import { useDeferredValue, useEffect, useMemo } from 'react';

import type { Settings } from '#contract/settings.ts';
import type { LinkFields } from '#core/links/link.ts';
import { fitsModel } from '#core/limits/content-limit.ts';
import { ownTerms } from '#web/api/writer.ts';

import { ContentLength, tooLongReason } from '#web/features/content/content-length.tsx';
import type { OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import { useStore } from '#web/lib/use-store.ts';

type ContentMeterProps = {
  readonly content: string;
  readonly ownKey: OwnKeyStore;
  /** The selected links that the page knows. */
  readonly links: readonly LinkFields[];
  /** The limits of the server's writer. An own provider has others. */
  readonly limits: Settings['contentLimits'];
  /** The number of characters that were refused, or `file` for a file; else 0. */
  readonly flood: number | 'file';
  readonly onTooLong: (reason: string | null) => void;
};

/** Shows the length of the content, and reports whether it is too long for the writer. */
export function ContentMeter({ content, ownKey, links, limits, flood, onTooLong }: ContentMeterProps) {
  const provider = useStore(ownKey.provider);
  const measured = useDeferredValue(content);
  const fit = useMemo(
    () => fitsModel(measured, links, provider === null ? limits : ownTerms(provider.model, limits.protocol)),
    [measured, links, limits, provider],
  );
  const reason = tooLongReason(fit);
  useEffect(() => {
    onTooLong(reason);
    return () => onTooLong(null);
  }, [reason, onTooLong]);
  return <ContentLength content={measured} fit={fit} flood={flood} />;
}
