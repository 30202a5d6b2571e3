import * as z from 'zod/mini';

import { isProviderAllowed } from '#llm-client/request/provider-hosts.ts';
import type { OwnProvider } from '#web/api/generations-api.ts';
import { parseStored, type SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

export const ownKeyName = 'ownKey';

const providerSchema: z.ZodMiniType<OwnProvider> = z.object({
  baseUrl: z.string(),
  apiKey: z.nullable(z.string()),
  model: z.string(),
  contextWindow: z.optional(z.number()),
});

/** A visitor's own provider with its key, for this visit or, if the visitor wants it, on this device. */
export type OwnKeyStore = {
  readonly provider: ReadonlyStore<OwnProvider | null>;
  isRemembered(): boolean;
  use(provider: OwnProvider, isRemembered: boolean): void;
  forget(): void;
  /** Reads again what another tab has remembered or forgotten. */
  reread(): void;
};

/**
 * @param hosts The allowed hosts. A remembered key for another host is removed.
 * @param callable The hosts that the page can call in the way in which it was opened. A key for another host is kept
 * but not used.
 */
export function createOwnKeyStore(
  storage: SafeStorage,
  hosts: readonly string[],
  callable: readonly string[],
): OwnKeyStore {
  if (read(storage, hosts) === null) storage.remove(ownKeyName);
  let remembered = read(storage, callable);
  const { get, set, subscribe } = createStore(remembered);
  return {
    provider: { get, subscribe },
    isRemembered: () => remembered !== null && get() === remembered,
    use(next, isRemembered) {
      remembered = isRemembered ? next : null;
      if (isRemembered) storage.write(ownKeyName, JSON.stringify(next));
      else storage.remove(ownKeyName);
      set(next);
    },
    forget() {
      remembered = null;
      storage.remove(ownKeyName);
      set(null);
    },
    reread() {
      const wasRemembered = remembered !== null;
      remembered = read(storage, callable);
      // A key that only this tab uses stays.
      if (wasRemembered || get() === null) set(remembered);
    },
  };
}

function read(storage: SafeStorage, hosts: readonly string[]): OwnProvider | null {
  const provider = parseStored(storage.read(ownKeyName), providerSchema);
  return provider !== null && isProviderAllowed(provider.baseUrl, hosts) ? provider : null;
}
