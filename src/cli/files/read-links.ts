import { counted } from '#server/lib/visitors-and-days.ts';
import { checkOwnFile } from '#contract/own-link-file.ts';
import { checkAddress, createImportPlan, type FoundLink } from '#core/link-files/import-plan.ts';
import { createTableReader } from '#core/link-files/link-table.ts';
import { readLinkText, type FoundLinks } from '#core/link-files/read-text.ts';
import type { Link } from '#core/links/link.ts';
import { isWebAddress } from '#core/links/web-address.ts';

import { UsageError } from '#cli/lib/command.ts';

import { FileError, readBytes, readTextFile } from './text-file.ts';

/** The links of a file, and what the user should know about them. */
export type LinksOfFile = { readonly links: readonly Link[]; readonly notes: readonly string[] };

/** Reads links in any form that the page imports. Throws a `UsageError` if there are none. */
export async function readLinks(file: string): Promise<LinksOfFile> {
  const text = await readText(file);
  const read = checkOwnFile(readLinkText({ text, name: file }));
  if ('problem' in read) throw new UsageError(`${file}: ${read.problem}`);
  const { plan, add } = createImportPlan({ urls: new Set(), ids: new Set() });
  for (const found of rowsOf(read.found, file)) add(read.found.maker === 'own' ? found : checkAddress(found));
  const usable = plan.rows.filter(({ kind, url }) => kind === 'new' && isWebAddress(url));
  if (usable.length === 0) throw new UsageError(`There is no link in ${file}.`);
  const links = usable.map(({ url, description }, index) => ({
    // Ids follow the order of the file.
    id: `link-${String(index + 1).padStart(6, '0')}`,
    url,
    description,
    createdAt: '',
    updatedAt: '',
  }));
  const left = plan.rows.length - usable.length - plan.counts.twice;
  const notes = left === 0 ? [] : [`${counted(left, 'row')} of ${file} without a usable link: left out.`];
  return { links, notes: [...read.notes, ...notes] };
}

async function readText(file: string): Promise<string> {
  try {
    return (await readTextFile(file)).text;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    // Spreadsheets often write CSV in this encoding.
    const bytes = await readBytes(file).catch(() => Buffer.alloc(0));
    if (bytes.length === 0 || bytes.includes(0)) throw new UsageError(`${file}: ${error.message}`);
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function rowsOf(found: FoundLinks, file: string): readonly FoundLink[] {
  if (found.choices === null) return found.links;
  const { choices, delimiter, rows, columns, candidates } = found;
  if (choices.url === null && candidates.length === 0)
    throw new UsageError(`No column of ${file} has links. Their column may be named url.`);
  if (choices.url === null)
    throw new UsageError(
      `Several columns of ${file} may hold the links: ${candidates.map((at) => columns[at] ?? at + 1).join(', ')}. Leave only one of them, and name it url.`,
    );
  const read = createTableReader(found, choices, delimiter);
  return rows.flatMap((row, index) => read(row, index) ?? []);
}
