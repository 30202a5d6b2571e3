import { useEffect, useState } from 'react';

import type { LinkDesk } from '#web/links-client/list/links-controller.ts';
import type { ListedLink } from '#web/links-client/list/link-list-view.ts';

/** Waits this long for the next letter, in milliseconds. */
const typingPause = 300;

/**
 * Another saved link with exactly this URL, byte for byte; null where there is none, or none is known yet.
 * @param besides The id of the link that is being edited.
 */
export function useSameUrl(desk: LinkDesk, url: string, besides: string | null): ListedLink | null {
  const [same, setSame] = useState<ListedLink | null>(null);

  useEffect(() => {
    if (url === '') return;
    const call = new AbortController();
    async function look(): Promise<void> {
      const found = await desk.sameUrl(url, besides, call.signal).catch(() => null);
      if (!call.signal.aborted) setSame(found);
    }
    const timer = setTimeout(() => void look(), typingPause);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [desk, url, besides]);

  return same?.url === url ? same : null;
}
