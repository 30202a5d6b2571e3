import './link-use.css';

import { useEffect, useState } from 'react';

import { nameOfLink } from '#core/links/description.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import { t, tCount } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import type { FilterLink } from '#web/works/kept-results.ts';
import type { KeptWork } from '#web/works/work.ts';

type LinkUseProps = {
  readonly link: LinkToWeave & { readonly id: string };
  readonly readKept: () => Promise<readonly KeptWork[]>;
  /** Whether the form has changes, which would be lost if it was closed. */
  readonly isDirty: boolean;
  /** Called to show the results with the link. */
  readonly onShow: (link: FilterLink) => void;
};

/** Says in how many kept results a link is used, and shows these results. The line is empty if there are none. */
export function LinkUse({ link, readKept, isDirty, onShow }: LinkUseProps) {
  const { id } = link;
  const [times, setTimes] = useState(0);

  useEffect(() => {
    let isGone = false;
    async function count(): Promise<void> {
      // This is loaded later, because it needs the code that reads a text.
      const [results, { usesLink }] = await Promise.all([readKept(), import('./results-list.tsx')]);
      if (!isGone) setTimes(results.filter((kept) => usesLink(kept, id)).length);
    }
    // A failure is ignored, because the form works without the answer.
    count().catch(() => {});
    return () => {
      isGone = true;
    };
  }, [readKept, id]);

  // The line has its full height from the start, so that nothing moves when the answer comes.
  return (
    <div className="link-use">
      {times === 0 ? null : (
        <Button
          look="plain"
          off={isDirty}
          tooltip={isDirty ? t('Save or cancel your changes first') : null}
          onClick={() => onShow({ id, name: nameOfLink(link) })}
        >
          {tCount(times, 'Used in {count} kept result', 'Used in {count} kept results')}
        </Button>
      )}
    </div>
  );
}
