import { useMemo, useState } from 'react';

import type { Settings } from '#contract/settings.ts';

import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { ContentMeter } from './lazy-parts.tsx';
import { Loading } from '#web/ui/loading.tsx';

type Desk = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly linkDesk: Pick<LinkDesk, 'seen'>;
  readonly limits: Settings['contentLimits'];
};

/** Whoever pastes a little too much shall see it, and choose what to leave away. */
const leastFlood = 200_000;

/** What measures the content, as parts for the content panel. */
export function useMeasuring({ content, linkIds, linkDesk, limits }: Desk) {
  const [tooLong, setTooLong] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ content: string; what: number | 'file' }>({ content, what: 0 });
  const links = useMemo(() => linkDesk.seen(linkIds), [linkDesk, linkIds]);
  // Said until the content changes.
  const flood = refused.content === content ? refused.what : 0;

  return {
    tooLong,
    floodLimit: Math.max(leastFlood, 3 * limits.maxContentChars),
    onFlood: (what: number | 'file') => setRefused({ content, what }),
    meter:
      content !== '' || flood !== 0 ? (
        <Loading label={null}>
          <ContentMeter
            content={content}
            links={links}
            limits={limits}
            flood={flood}
            onTooLong={setTooLong}
          />
        </Loading>
      ) : null,
  };
}
