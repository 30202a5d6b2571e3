import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import type { VersionFormat } from '#core/export/export-format.ts';
import { formatOf } from '#core/document/text-format.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import { installDocument } from './document.ts';

/**
 * Returns the finished versions in a format, as the page exports them. 'source' is the format of the content. An
 * unfinished version is empty. Throws if a version has a destination that is neither selected nor the author's own.
 */
export async function writeVersions(
  generation: FinishedGeneration,
  format: VersionFormat,
  options: ExportOptions,
): Promise<Record<VersionName, string>> {
  installDocument();
  // Its modules look for the document of a browser when they are loaded.
  const { writeFormat } = await import('#export/formats/write-format.ts');
  const target = format === 'source' ? formatOf(generation.text) : format;
  return perVersion((version) => {
    if (generation.unfinished.includes(version)) return '';
    const { edits, report } = generation;
    return writeFormat(
      target,
      { generation, version, edits: edits[version], report: report[version] },
      options,
    );
  });
}
