import { nameOfLink } from '#core/links/description.ts';
import type { Link } from '#core/links/link.ts';
import type { Writer } from '#web/api/generation-call.ts';
import { createAllowanceStore } from '#web/features/allowance/allowance.tsx';
import { tCount } from '#web/lib/language.ts';

import type { WriterStores } from './page-stores.ts';

/** Knows who writes: the visitor's own provider, or the server with one of its writers. */
export function createWriterChoice({ settings, linksController, ownKey }: WriterStores) {
  const { protocol } = settings.contentLimits;
  const allowance = createAllowanceStore();

  async function findLinks(ids: readonly string[]) {
    const { found } = await linksController.lookUp(ids);
    return ids.flatMap((id) => found.find((link) => link.id === id && link.url.trim() !== '') ?? []);
  }

  return {
    allowance,
    /**
     * Returns the visitor's own provider if there is one, else the server with the writer that the visitor has chosen.
     * The server must know the links: rejects with a message for the user if they cannot be saved.
     * @param isBuiltIn Chooses the built-in writer of the server.
     */
    async choose(linkIds: readonly string[], isBuiltIn = false): Promise<Writer> {
      const provider = ownKey.provider.get();
      if (provider !== null && !isBuiltIn) return { kind: 'own', provider, protocol, findLinks };
      const message = unsavedLinksMessage(await linksController.saveAll(linkIds));
      if (message !== null) throw new Error(message);
      return { kind: isBuiltIn ? 'built-in' : allowance.get().writer };
    },
  };
}

/** Returns the message that selected links are not saved; null if all are saved. */
function unsavedLinksMessage(unsaved: readonly Link[]): string | null {
  const [first] = unsaved;
  if (first === undefined) return null;
  return tCount(
    unsaved.length,
    '“{name}” is not saved yet. Please check your connection, or untick what is not saved, and try again.',
    '{count} of the selected links are not saved yet. Please check your connection, or untick what is not saved, and try again.',
    { name: nameOfLink(first) },
  );
}
