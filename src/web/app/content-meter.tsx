import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';

import type { Settings } from '#contract/settings.ts';
import type { LinkFields } from '#core/links/link.ts';
import { fitsModel } from '#core/limits/content-limit.ts';
import { ownTerms } from '#web/api/writer.ts';

import { ContentLength } from '#web/features/content/content-length.tsx';
import { tooLongReason } from '#web/features/content/room-messages.ts';
import { ownKey } from '#web/features/own-key/own-key.ts';

type ContentMeterProps = {
  readonly content: string;
  /** The chosen links, as far as the page knows them. */
  readonly links: readonly LinkFields[];
  /** Of what the server writes with; an own provider has its own. */
  readonly limits: Settings['contentLimits'];
  /** So many characters, or a file, were to be added and were refused; usually none. */
  readonly flood: number | 'file';
  readonly onTooLong: (reason: string | null) => void;
};

/** How long the content is, and whether whoever will write can take it. */
export function ContentMeter({ content, links, limits, flood, onTooLong }: ContentMeterProps) {
  const provider = useSyncExternalStore(ownKey.subscribe, ownKey.provider);
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
