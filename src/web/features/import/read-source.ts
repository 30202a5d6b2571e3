import { linkFileSchema } from '#contract/links.ts';
import type { FoundLink } from '#core/link-files/found-link.ts';
import { recogniseTable } from '#core/link-files/link-table.ts';
import type { LinkTable } from '#core/link-files/link-table.ts';
import { readPastedLinks } from '#core/link-files/pasted-links.ts';

import { decodeText } from './decode-text.ts';
import { parseTable } from './parse-table.ts';
import { SourceProblem } from './source-problem.ts';

/** What links are read from: a table, whose columns the user may choose, or links that are plain to see. */
export type LinkSource = { readonly name: string; readonly notes: readonly string[] } & (
  | { readonly kind: 'table'; readonly table: LinkTable; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'links'; readonly isOwn: boolean; readonly links: readonly FoundLink[] }
);

const sizeLimit = 50 * 1024 * 1024;

export async function readFile(file: File): Promise<LinkSource> {
  if (file.size > sizeLimit) {
    throw new SourceProblem('This file is larger than 50 MB. Please split it into smaller files.');
  }
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new SourceProblem('The file could not be read. Please choose it again.', { cause });
  });
  const { text, note } = decodeText(new Uint8Array(bytes));
  if (text.trim() === '') throw new SourceProblem('This file is empty.');
  return readNamed(file.name, text, note === null ? [] : [note]);
}

export async function readText(text: string): Promise<LinkSource> {
  if (text.trim() === '') throw new SourceProblem('Please paste at least one link.');
  return readNamed('Pasted text', text, []);
}

async function readNamed(name: string, text: string, notes: readonly string[]): Promise<LinkSource> {
  const links = /\.json$/iu.test(name) || /^\s*\{/u.test(text) ? readLinkFile(name, text) : null;
  if (links !== null) return { kind: 'links', name, notes, isOwn: true, links };
  const isTable = /\.(?:csv|tsv|tab)$/iu.test(name);
  const parsed = await parseTable(text);
  const table = recogniseTable(parsed.rows);
  if (!isTable && table.source === 'other') {
    return { kind: 'links', name, notes, isOwn: false, links: readPastedLinks(text) };
  }
  const firstRow = table.hasHeader ? 1 : 0;
  if (!parsed.rows.slice(firstRow).some((row) => row.some((cell) => cell.trim() !== ''))) {
    throw new SourceProblem('There is no row with a link in this file.');
  }
  return { kind: 'table', name, notes: [...notes, ...notesOn(parsed)], table, rows: parsed.rows };
}

function notesOn({ delimiter, isUnbalanced }: { delimiter: string; isUnbalanced: boolean }): string[] {
  const notes: string[] = [];
  if (delimiter === ';') notes.push('Its cells are parted by semicolons.');
  if (delimiter === '|') notes.push('Its cells are parted by vertical bars.');
  if (isUnbalanced) {
    notes.push(
      'A quotation mark is opened and never closed: what follows it may have been taken for one cell. Please look at the last rows.',
    );
  }
  return notes;
}

/** The links of a JSON file of our own. Null: the text only looked like JSON. */
function readLinkFile(name: string, text: string): FoundLink[] | null {
  const file = linkFileSchema.safeParse(parseJson(text));
  if (file.success) return file.data.links.map((link, index) => ({ ...link, row: index + 1 }));
  if (!/\.json$/iu.test(name)) return null;
  throw new SourceProblem(
    'This JSON file is no list of links that was exported here. Please choose such a file, or a CSV file.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
