import { checkVersion } from './check-version.ts';
import type { Report } from './report.ts';
import type { ChosenLink } from '#core/link/link.ts';
import { readContent } from './read-content.ts';
import type { VersionName } from '#core/weave/version.ts';

/** Checks all three versions of a reply. */
export function checkReply(
  versions: Readonly<Record<VersionName, string>>,
  links: readonly ChosenLink[],
  content: string,
): { versions: Record<VersionName, string>; report: Report } {
  const original = readContent(content);
  const safe = checkVersion(versions.safe, links, content, original);
  const exploratory = checkVersion(versions.exploratory, links, content, original);
  const experimental = checkVersion(versions.experimental, links, content, original);
  return {
    versions: { safe: safe.text, exploratory: exploratory.text, experimental: experimental.text },
    report: { safe: safe.report, exploratory: exploratory.report, experimental: experimental.report },
  };
}
