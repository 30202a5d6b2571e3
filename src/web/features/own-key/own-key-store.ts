import * as z from 'zod/mini';

import { isProviderAllowed } from '#llm-client/provider-hosts.ts';
import type { OwnProvider } from '#web/api/writer.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

/** A visitor's own provider with its key, kept for this visit or, if the visitor wants it, on this device. */
export type OwnKeyStore = {
  readonly provider: ReadonlyStore<OwnProvider | null>;
  isRemembered(): boolean;
  use(provider: OwnProvider, isRemembered: boolean): void;
  forget(): void;
  /** Reads again what another tab has remembered or forgotten. */
  reread(): void;
};

export const ownKeyName = 'ownKey';

const providerSchema = z.object({ baseUrl: z.string(), apiKey: z.nullable(z.string()), model: z.string() });

/**
 * `hosts`: a remembered key for another host is of no use and is removed.
 * `callable`: the hosts that the page can call as it was opened. A key for another one is kept and not used.
 */
export function createOwnKeyStore(
  storage: SafeStorage,
  hosts: readonly string[],
  callable: readonly string[],
): OwnKeyStore {
  if (read(storage, hosts) === null) storage.remove(ownKeyName);
  let remembered = read(storage, callable);
  const provider = createStore(remembered);
  return {
    provider,
    isRemembered: () => remembered !== null && provider.get() === remembered,
    use(next, isRemembered) {
      remembered = isRemembered ? next : null;
      if (isRemembered) storage.write(ownKeyName, JSON.stringify(next));
      else storage.remove(ownKeyName);
      provider.set(next);
    },
    forget() {
      remembered = null;
      storage.remove(ownKeyName);
      provider.set(null);
    },
    reread() {
      const wasRemembered = remembered !== null;
      remembered = read(storage, callable);
      // A key that only this tab uses stays.
      if (wasRemembered || provider.get() === null) provider.set(remembered);
    },
  };
}

function read(storage: SafeStorage, hosts: readonly string[]): OwnProvider | null {
  try {
    const provider = providerSchema.parse(JSON.parse(storage.read(ownKeyName) ?? 'null'));
    return isProviderAllowed(provider.baseUrl, hosts) ? provider : null;
  } catch {
    return null;
  }
}
