import * as z from 'zod/mini';

import { isProviderAllowed } from '#llm-client/provider-hosts.ts';
import type { OwnProvider } from '#web/api/writer.ts';
import type { SafeStorage } from '#web/lib/storage.ts';

/** A visitor's own provider and key: for this visit, or for this device if they say so. */
export type OwnKey = {
  provider(): OwnProvider | null;
  isRemembered(): boolean;
  use(provider: OwnProvider, isRemembered: boolean): void;
  forget(): void;
  /** Takes over what another tab has remembered or forgotten. */
  reread(): void;
  subscribe(listener: () => void): () => void;
};

export const ownKeyName = 'ownKey';

const providerSchema = z.object({ baseUrl: z.string(), apiKey: z.nullable(z.string()), model: z.string() });

/**
 * `hosts`: whom a key may be for; a remembered key for another one is of no use, and is forgotten.
 * `callable`: those of them that the page may call as it was opened; a key for another one is kept and not used.
 */
export function createOwnKey(
  storage: SafeStorage,
  hosts: readonly string[],
  callable: readonly string[] = hosts,
): OwnKey {
  const listeners = new Set<() => void>();
  if (read(storage, hosts) === null) storage.remove(ownKeyName);
  let remembered = read(storage, callable);
  let provider = remembered;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  return {
    provider: () => provider,
    isRemembered: () => remembered !== null && provider === remembered,
    use(next, isRemembered) {
      provider = next;
      remembered = isRemembered ? next : null;
      if (isRemembered) storage.write(ownKeyName, JSON.stringify(next));
      else storage.remove(ownKeyName);
      tell();
    },
    forget() {
      provider = null;
      remembered = null;
      storage.remove(ownKeyName);
      tell();
    },
    reread() {
      const wasRemembered = remembered !== null;
      remembered = read(storage, callable);
      // One that is used in this tab alone is nobody else's matter.
      if (wasRemembered || provider === null) provider = remembered;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
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
