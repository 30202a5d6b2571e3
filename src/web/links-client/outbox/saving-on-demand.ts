import { apiError } from '#web/api/api-error.ts';

import type { LinkSaving, SavingHost } from '#web/links-client/list/link-saving.ts';

/** Saving links, fetched with the form or when it is first wanted. */
export function createSavingOnDemand(host: SavingHost): LinkSaving {
  async function load(): Promise<LinkSaving> {
    const { createLinkSaving } = await import('#web/links-client/list/link-saving.ts').catch(
      (cause: unknown) => {
        throw apiError('network-failed', { cause });
      },
    );
    return createLinkSaving(host);
  }

  return {
    add: async (fields, id) => (await load()).add(fields, id),
    change: async (link, fields) => (await load()).change(link, fields),
    keepMine: async (id) => (await load()).keepMine(id),
    keepTheirs: async (id) => (await load()).keepTheirs(id),
    sendAgain: async (id, fields) => (await load()).sendAgain(id, fields),
    discard: async (id) => (await load()).discard(id),
  };
}
