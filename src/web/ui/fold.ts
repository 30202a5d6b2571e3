import { useLayoutEffect, useRef, useState } from 'react';

export type Fold = ReturnType<typeof useFold>[1];

/** A panel that steps back beside a result, unless the user works in it. It stays as it is until the next one. */
export function useFold(isAside: boolean) {
  const [isFolded, setFolded] = useState(false);
  const panel = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    setFolded(isAside && !panel.current?.querySelector(':focus:not(.generate)'));
  }, [isAside]);

  return [panel, { isAside, isFolded, setFolded }] as const;
}
