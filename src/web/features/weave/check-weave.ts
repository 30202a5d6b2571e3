import { checkVersion } from '#core/check/check-version.ts';
import type { VersionReport } from '#core/check/report.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { applyEdits } from '#core/weave/apply-edits.ts';
import type { Edit } from '#core/weave/edit.ts';
import type { VersionName } from '#core/weave/version.ts';

import { groupsOf, linksIn } from './edit-groups.ts';

/**
 * The link check of the content with these edits, as each version has it. Null where they do not make an honest text of
 * it: where, joined to the words around it, an edit would read as something else.
 */
export function checkWeave(
  generation: FinishedGeneration,
  version: VersionName,
  edits: readonly Edit[],
): VersionReport | null {
  const raw = applyEdits(generation.text, edits);
  const { text, report } = checkVersion(raw, generation.links, generation.text);
  if (text !== raw) return null;
  const written = generation.report[version];
  const writers = new Map(
    groupsOf(edits)
      .toReversed()
      .flatMap((group) => linksIn(group, generation).map((id) => [id, group[0]?.by])),
  );
  return {
    ...report,
    links: report.links.map((link) => {
      const offer = written.links.find(({ linkId }) => linkId === link.linkId)?.offer ?? null;
      const by = link.status === 'missing' ? null : (writers.get(link.linkId) ?? null);
      return { ...link, by, offer: link.status === 'missing' ? offer : null };
    }),
    dropped: written.dropped,
  };
}
