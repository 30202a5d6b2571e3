import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { UsageError } from '#cli/lib/command.ts';
import type { FoundFile } from '#cli/files/find-files.ts';
import { codeOf } from '#cli/files/text-file.ts';

import { reportTitle } from './report.ts';

/**
 * Makes sure, before anything is paid, that a report can be written. It replaces another report, and nothing else without
 * force.
 *
 * @throws UsageError if it would replace another file, or cannot be written
 */
export async function requireReportPlace(
  report: string,
  files: readonly FoundFile[],
  { force }: { readonly force: boolean },
): Promise<void> {
  const place = path.resolve(report);
  if (files.some(({ source, target }) => place === source || place === target))
    throw new UsageError(`--report ${report} is one of the texts. Choose another name.`);
  try {
    await mkdir(path.dirname(place), { recursive: true });
  } catch (error) {
    throw new UsageError(`--report ${report} cannot be written (${codeOf(error)}).`);
  }
  if (!force && !(await isFree(place)))
    throw new UsageError(`--report ${report} exists and is no report. Use --force to replace it.`);
}

async function isFree(place: string): Promise<boolean> {
  try {
    return (await readFile(place, 'utf8')).startsWith(reportTitle);
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}
