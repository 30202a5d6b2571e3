import { useLayoutEffect, useRef, useState } from 'react';

export type Fold = ReturnType<typeof useFold>[1];

/** Folds a panel beside a result, unless the user works in the panel. It then stays as it is until the next result. */
export function useFold(isAside: boolean) {
  const [isFolded, setFolded] = useState(false);
  const panel = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    setFolded(isAside && !panel.current?.querySelector(':focus:not(.generate)'));
  }, [isAside]);

  return [panel, { isAside, isFolded, setFolded }] as const;
}
