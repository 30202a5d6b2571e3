import { createPortal } from 'react-dom';

import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import type { History } from './history.ts';

const ResultsDialog = lazyPart(async () => (await import('./results-dialog.tsx')).ResultsDialog);

/** Returns the button that opens the kept results. It also says if a result was not kept. */
export function createYourResults(history: History) {
  return function YourResults() {
    const { isOpen, failure } = useStore(history);
    return (
      <>
        <Button look="plain" onClick={() => history.open()} onLikely={ResultsDialog.preload}>
          {t(failure === null ? 'Your results' : 'Your results (not kept)')}
        </Button>
        {/* Outside of the footer, whose landmark may contain no header. */}
        {isOpen
          ? createPortal(
              <Loading label={null}>
                <ResultsDialog history={history} />
              </Loading>,
              document.body,
            )
          : null}
      </>
    );
  };
}
