import { use } from 'react';
import type { ComponentType } from 'react';

import { Attempt } from './part-failure.tsx';

/**
 * A part that is fetched when it is first drawn. React's own `lazy` keeps a failure for ever; this one fetches once
 * for each attempt of the boundary around it, so that the next need of the part, and "Try again", fetch anew.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const fetches = new WeakMap<object, Promise<ComponentType<Props>>>();
  let loaded: ComponentType<Props> | null = null;

  async function fetchPart(): Promise<ComponentType<Props>> {
    loaded = await load();
    return loaded;
  }

  function fetchOnce(attempt: object): Promise<ComponentType<Props>> {
    const fetched = fetches.get(attempt) ?? fetchPart();
    fetches.set(attempt, fetched);
    return fetched;
  }

  return function LazyPart(props: Props) {
    const attempt = use(Attempt);
    const Part = loaded ?? use(fetchOnce(attempt));
    return <Part {...props} />;
  };
}
