import { readLinkJson, type ReadText } from '#core/link-files/read-text.ts';

import { linkFileSchema } from './links.ts';

/** Returns the links of a JSON file that was exported here. If it was changed since, it is read as any other. */
export function checkOwnFile(read: ReadText): Exclude<ReadText, { json: unknown }> {
  if (!('json' in read)) return read;
  const file = linkFileSchema.safeParse(read.json);
  if (!file.success) return checkOwnFile(readLinkJson(read.json));
  const links = file.data.links.map((link, index) => ({ ...link, row: index + 1 }));
  return { found: { maker: 'own', choices: null, links }, notes: [] };
}
