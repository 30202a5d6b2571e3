import { parseDocument } from '#core/document/document.ts';
import type { VersionEdits } from '#core/edits/edit.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import type { ChosenLink } from '#core/links/link.ts';

import { checkVersions, type RecordedFacts } from './report.ts';

/** Checks all three versions at once. */
export function checkEdits(
  content: string,
  edits: VersionEdits,
  links: readonly ChosenLink[],
  facts: Partial<Record<VersionName, RecordedFacts>> = {},
) {
  const checked = checkVersions({ document: parseDocument(content), edits, links, facts });
  const versions = perVersion((name) => checked[name].text);
  return { versions, report: perVersion((name) => checked[name].report) };
}
