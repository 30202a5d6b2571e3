import { documentOf } from '#core/document/document.ts';
import type { VersionEdits } from '#core/edits/edit.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import { atOnce } from '#core/lib/helpers.ts';
import type { ChosenLink } from '#core/links/link.ts';

import { checkInSteps, type Noted } from './report.ts';

/** Checks all three versions at once. */
export function checkEdits(
  content: string,
  edits: VersionEdits,
  links: readonly ChosenLink[],
  noted: Partial<Record<VersionName, Noted>> = {},
) {
  const checked = atOnce(checkInSteps(documentOf(content), edits, links, noted));
  const versions = perVersion((name) => checked[name].text);
  return { versions, report: perVersion((name) => checked[name].report) };
}
