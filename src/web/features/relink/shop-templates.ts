import * as z from 'zod/mini';

import {
  faultOfTemplate,
  shopOf,
  type ShopTemplate,
  type TemplateFault,
} from '#core/relink/shop-template.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { shopTemplatesKey } from '#web/lib/kept-work.ts';
import { parseStored, type SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

const templatesSchema = z.array(z.object({ shop: z.string(), template: z.string() }));

/** The templates that the user gave for shops, one for each shop. This browser keeps them, and all tabs share them. */
export type ShopTemplates = ReadonlyStore<readonly ShopTemplate[]> & {
  /** Keeps a template, in place of an earlier one of its shop. Returns what is wrong with it; null if it is kept. */
  add(template: ShopTemplate): TemplateFault | null;
  remove(shop: string): void;
  /** Reads again what another tab has stored. */
  reread(): void;
};

export function createShopTemplates(storage: SafeStorage): ShopTemplates {
  const { get, set, subscribe } = createStore(read(storage));

  function change(to: (now: readonly ShopTemplate[]) => readonly ShopTemplate[]): void {
    // Another tab may have stored a template in the meantime.
    const next = to(read(storage));
    if (next.length === 0) storage.remove(shopTemplatesKey);
    else storage.write(shopTemplatesKey, JSON.stringify(next));
    set(next);
  }

  onWorkspaceChange((kind) => {
    if (kind === 'deleted') change(() => []);
  });

  return {
    get,
    subscribe,
    add(written) {
      const fault = faultOfTemplate({ ...written, template: written.template.trim() });
      const shop = shopOf(written.shop);
      if (fault !== null || shop === null) return fault;
      change((now) => [...without(shop, now), { shop, template: written.template.trim() }]);
      return null;
    },
    remove: (shop) => change((now) => without(shop, now)),
    reread: () => set(read(storage)),
  };
}

function without(shop: string, all: readonly ShopTemplate[]): readonly ShopTemplate[] {
  return all.filter((each) => each.shop !== shop);
}

function read(storage: SafeStorage): readonly ShopTemplate[] {
  const stored = parseStored(storage.read(shopTemplatesKey), templatesSchema) ?? [];
  return stored.filter((template) => faultOfTemplate(template) === null);
}
