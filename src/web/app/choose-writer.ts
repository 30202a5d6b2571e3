import type { Protocol } from '#core/limits/protocol.ts';

import type { Writer } from '#web/api/writer.ts';
import { allowance } from '#web/features/allowance/allowance.ts';
import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { unsavedWords } from '#web/features/links/unsaved/unsaved-messages.ts';
import { ownKey } from '#web/features/own-key/own-key.ts';

/**
 * The visitor's own provider where they have named one, else the server, which has to know the links first, with the
 * writer that they have chosen.
 * Throws what keeps it from that, in words for the user.
 */
export async function wayToWrite(
  desk: LinkDesk,
  linkIds: readonly string[],
  protocol: Protocol,
): Promise<Writer> {
  const provider = ownKey.provider();
  if (provider !== null) return { kind: 'own', provider, protocol, findLinks: (ids) => findLinks(desk, ids) };
  await saveAll(desk, linkIds);
  return { kind: allowance.view().writer };
}

/** The built-in writer of the server, once; throws as `wayToWrite` does. */
export async function builtInWriter(desk: LinkDesk, linkIds: readonly string[]): Promise<Writer> {
  await saveAll(desk, linkIds);
  return { kind: 'built-in' };
}

async function saveAll(desk: LinkDesk, linkIds: readonly string[]): Promise<void> {
  const words = unsavedWords(await desk.saveAll(linkIds));
  if (words !== null) throw new Error(words);
}

async function findLinks(desk: LinkDesk, ids: readonly string[]) {
  const { found } = await desk.lookUp(ids);
  return ids.flatMap((id) => found.find((link) => link.id === id && link.url.trim() !== '') ?? []);
}
