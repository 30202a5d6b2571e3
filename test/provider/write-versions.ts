import { parseDocument } from '#core/document/document.ts';
import { placeFilling } from '#core/generation/draft.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { pointAtLinks } from '#core/built-in-writer/point-at-links.ts';
import type { Edit } from '#core/edits/edit.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import { createVersionBuilder } from '#core/edits/version-builder.ts';

export type Version = { readonly name: VersionName; readonly edits: readonly Edit[] };

/** Returns all versions of the built-in writer. Unlike in a generation, they also get what is only offered. */
export function writeVersions(content: string, links: readonly ChosenLink[]): Version[] {
  const document = parseDocument(content);
  const numbered = numberSentences(document);
  const versions = versionNames.map((name) => ({ name, links, skipped: [], edits: [] }));
  const fillings = pointAtLinks({ document, numbered, versions, avoid: [] });
  return versionNames.map((name) => {
    const builder = createVersionBuilder({ document, numbered, version: name, links });
    for (const filling of fillings) if (filling.version === name) placeFilling(builder, filling);
    return { name, edits: builder.edits() };
  });
}
