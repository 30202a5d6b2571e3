import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { VersionReport } from '#core/report/report.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

/**
 * The report of the content with these edits, as each version has one. Null where they link to what nobody chose, by
 * themselves or joined to the words around them.
 */
export function checkWeave(
  generation: FinishedGeneration,
  version: VersionName,
  edits: readonly Edit[],
): VersionReport | null {
  const { text: content, links } = generation;
  const written = generation.report[version];
  const asWritten = generation.edits[version];
  const isInPlace = (id: string) => {
    const [was, is] = [asWritten, edits].map((all) => all.find((edit) => edit.id === id));
    return was !== undefined && was.start === is?.start;
  };
  const noted = { ...written, moved: written.moved.filter(isInPlace) };
  const { text, report } = checkEditedVersion(content, edits, links, noted);
  if (unknownIn(text, generation) > unknownIn(generation.versions[version], generation)) return null;
  return {
    ...report,
    links: report.links.map((link, index) => {
      const offer = link.status === 'missing' ? (written.links[index]?.offer ?? null) : null;
      return { ...link, offer };
    }),
  };
}

/** Markup with other addresses, such as the author's own text may hold. */
function unknownIn(text: string, { links }: FinishedGeneration): number {
  const urls = links.map(({ url }) => url);
  return readMarkup(text, urls).filter(({ type }) => type === 'unknown').length;
}
