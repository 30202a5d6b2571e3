import './link-use.css';

import { useEffect, useState } from 'react';

import { nameOfLink } from '#core/links/description.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import { t, tCount } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';

import type { History } from './history.tsx';

type LinkUseProps = {
  readonly link: LinkToWeave & { readonly id: string };
  readonly loadMemory: () => Promise<{ readonly history: History }>;
  /** Whether the form has changes, which would be lost if it was closed. */
  readonly isDirty: boolean;
  /** Called before the results are shown. */
  readonly onShow: () => void;
};

/** Says in how many kept results a link is woven, and shows these results. The line is empty if there are none. */
export function LinkUse({ link, loadMemory, isDirty, onShow }: LinkUseProps) {
  const { id } = link;
  const [used, setUsed] = useState<{ readonly history: History; readonly times: number } | null>(null);

  useEffect(() => {
    let isGone = false;
    async function count(): Promise<void> {
      const { history } = await loadMemory();
      const times = await history.countUses(id);
      if (!isGone && times > 0) setUsed({ history, times });
    }
    // A failure is ignored, because the form works without the answer.
    count().catch(() => {});
    return () => {
      isGone = true;
    };
  }, [loadMemory, id]);

  function show(history: History): void {
    onShow();
    history.open({ id, name: nameOfLink(link) });
  }

  // The line has its full height from the start, so that nothing moves when the answer comes.
  return (
    <div className="link-use">
      {used === null ? null : (
        <Button
          look="plain"
          off={isDirty}
          tooltip={isDirty ? t('Save or cancel your changes first') : null}
          onClick={() => show(used.history)}
        >
          {tCount(used.times, 'Used in {count} kept result', 'Used in {count} kept results')}
        </Button>
      )}
    </div>
  );
}
