import type { ReactNode } from 'react';

import { linkRel } from '#core/export/link-relation.ts';
import { isWebAddress } from '#core/links/web-address.ts';

type WovenLinkProps = {
  readonly url: string;
  /** While the text still arrives, links are marked but cannot be followed. */
  readonly isFinal: boolean;
  readonly words: ReactNode;
};

export function LinkSegment({ url, isFinal, words }: WovenLinkProps) {
  if (!isFinal) return <span className="thread">{words}</span>;
  if (isWebAddress(url)) {
    return (
      <a className="thread" href={url} target="_blank" rel={linkRel} title={url}>
        {words}
      </a>
    );
  }
  return (
    <mark
      className="thread thread-dead"
      title={`${url} cannot be opened from here: it does not start with https:// or http://`}
    >
      {words}
    </mark>
  );
}
