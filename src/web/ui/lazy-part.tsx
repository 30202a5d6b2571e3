import { use } from 'react';
import type { ComponentType, ReactNode } from 'react';

import { Attempt } from './part-failure.tsx';

/** A part that is fetched for itself. */
type PreloadablePart<Props> = ((props: Props) => ReactNode) & {
  /** Fetches it before it is drawn, which then takes no moment without it. A failure is none yet: it is fetched again. */
  preload(): void;
};

/**
 * A part that is fetched when it is first drawn, or before. React's own `lazy` keeps a failure for ever; this one
 * fetches once for each attempt of the boundary around it, so that the next need of the part, and "Try again", fetch
 * anew.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): PreloadablePart<Props> {
  const fetches = new WeakMap<object, Promise<ComponentType<Props>>>();
  let fetching: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;

  async function fetchAnew(): Promise<ComponentType<Props>> {
    loaded = await load();
    return loaded;
  }

  /** What is on its way is waited for by all. */
  function fetchPart(): Promise<ComponentType<Props>> {
    if (fetching !== null) return fetching;
    fetching = fetchAnew();
    fetching.catch(() => (fetching = null));
    return fetching;
  }

  function fetchOnce(attempt: object): Promise<ComponentType<Props>> {
    const fetched = fetches.get(attempt) ?? fetchPart();
    fetches.set(attempt, fetched);
    return fetched;
  }

  return Object.assign(
    function LazyPart(props: Props) {
      const attempt = use(Attempt);
      const Part = loaded ?? use(fetchOnce(attempt));
      return <Part {...props} />;
    },
    { preload: () => void fetchPart() },
  );
}
