import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export type Fold = {
  /** Whether the panel stands beside a result. */
  readonly isAside: boolean;
  readonly isFolded: boolean;
  setFolded(isFolded: boolean): void;
};

/** Folds a panel beside a result, unless the user works in the panel. It then stays as it is until the next result. */
export function useFold(isAside: boolean): readonly [RefObject<HTMLElement | null>, Fold] {
  const [isFolded, setFolded] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    setFolded(isAside && !panel.current?.querySelector(':focus:not(.generate)'));
  }, [isAside]);
  return [panel, { isAside, isFolded, setFolded }];
}
