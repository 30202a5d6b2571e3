import { Suspense } from 'react';
import type { ReactNode } from 'react';

import { PartFailure } from './part-failure.tsx';
import { Spinner } from './spinner.tsx';

type LoadingProps = {
  /** What is loading, for those who do not see the spinner. Null shows nothing meanwhile. */
  readonly label: string | null;
  readonly children: ReactNode;
};

/** Stands in for a part that is still being fetched, or that could not be. */
export function Loading({ label, children }: LoadingProps) {
  return (
    <PartFailure>
      <Suspense
        fallback={
          label === null ? null : (
            <div className="panel panel-loading">
              <Spinner label={label} />
            </div>
          )
        }
      >
        {children}
      </Suspense>
    </PartFailure>
  );
}
