import { createPortal } from 'react-dom';

import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import type { KeptResults } from '#web/works/kept-results.ts';

const ResultsDialog = lazyPart(async () => (await import('./results-dialog.tsx')).ResultsDialog);

/** The button that opens the kept results. It also says if a result was not kept. */
export function YourResults({ kept }: { readonly kept: KeptResults }) {
  const { isOpen, failure } = useStore(kept);
  return (
    <>
      <Button look="plain" onClick={() => kept.open()}>
        {t(failure === null ? 'Your results' : 'Your results (not kept)')}
      </Button>
      {/* The dialog is outside of the footer, because that landmark may contain no header. */}
      {isOpen
        ? createPortal(
            <Loading>
              <ResultsDialog kept={kept} />
            </Loading>,
            document.body,
          )
        : null}
    </>
  );
}
