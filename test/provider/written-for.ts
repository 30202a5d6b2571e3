import { applyEdits } from '#core/edits/edit.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { writeVersions } from './write-versions.ts';

/** Returns links with these descriptions, whose addresses say nothing. */
export function linksFor(descriptions: readonly string[]): ChosenLink[] {
  return descriptions.map((description, index) => ({
    id: `link-${index}`,
    integrations: 1,
    url: `https://a.example/${index}`,
    description,
  }));
}

/** Returns each version as the built-in writer writes it, with links as `[[words]]`. */
export function writtenFor(content: string, descriptions: readonly string[]): Record<VersionName, string> {
  const versions = writeVersions(content, linksFor(descriptions));
  return perVersion((name) => {
    const edits = versions.find((version) => version.name === name)?.edits ?? [];
    return applyEdits(content, edits).replaceAll(/\(\(https:\/\/a\.example\/\d+\)\)/gu, '');
  });
}
