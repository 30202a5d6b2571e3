import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

import { UsageError } from '#cli/lib/command.ts';

/** A file to read, and where its text is written. Both paths are absolute. */
export type FoundFile = {
  readonly source: string;
  readonly target: string;
  /** As it is named to the user. */
  readonly name: string;
};

type Search = {
  readonly folder: string;
  /** Null: files are changed in place. */
  readonly outFolder: string | null;
  /** Files that are no texts, wherever they are: the links and the report. */
  readonly others: readonly string[];
};

const textEndings = /\.(?:md|markdown|mdx|qmd|html?|xhtml|txt)$/iu;

/**
 * Returns the files of the given paths, each once. Of a folder these are all Markdown, HTML and text files in it, and
 * their place below the folder is kept. A file keeps its path from the current folder, or only its name if it is
 * elsewhere.
 *
 * @throws UsageError if two files would be written to the same place, or a file over itself
 */
export async function findFiles(
  paths: readonly string[],
  { folder, outFolder, others }: Search,
): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  const leftOut = new Set(await Promise.all(others.map((name) => realPath(path.resolve(folder, name)))));
  for (const given of paths) {
    const full = path.resolve(folder, given);
    const isFolder = (await stat(full).catch(() => null))?.isDirectory() === true;
    const files = isFolder ? await filesBelow(full, outFolder, leftOut) : [full];
    if (isFolder && files.length === 0)
      throw new UsageError(`There is no Markdown, HTML or text file in ${given}.`);
    for (const source of files) {
      const place = isFolder ? path.relative(full, source) : placeOf(source, folder);
      // A symbolic link stays one: what it leads to is changed.
      const target = outFolder === null ? await realPath(source) : path.join(outFolder, place);
      const name = path.relative(folder, source) || source;
      if (outFolder !== null && (await isSame(target, source)))
        throw new UsageError(
          `${name} would be written over itself. Choose another folder for --out, or use --in-place.`,
        );
      add(found, { source, target, name }, outFolder !== null);
    }
  }
  return [...found.values()];
}

/** Returns whether two names lead to the same file, perhaps by symbolic links. */
async function isSame(one: string, other: string): Promise<boolean> {
  return (await realPath(one)) === (await realPath(other));
}

/** Returns where symbolic links lead, or the name itself if there is no file. */
function realPath(name: string): Promise<string> {
  return realpath(name).catch(() => name);
}

/** Adds a file once. Throws a `UsageError` if another file has its target, unless they are the same one. */
function add(found: Map<string, FoundFile>, file: FoundFile, isCopied: boolean): void {
  const { source, target, name } = file;
  // Some file systems take names for the same that differ only in case or in the form of their letters.
  const key = target.normalize('NFC').toLowerCase();
  const other = found.get(key);
  if (other === undefined) found.set(key, file);
  else if (isCopied && other.source !== source)
    throw new UsageError(
      `${other.name} and ${name} would both be written to ${target}. Give their folder in place of the files, or run the command for each.`,
    );
}

function placeOf(source: string, folder: string): string {
  const place = path.relative(folder, source);
  return place === '' || place.startsWith('..') || path.isAbsolute(place) ? path.basename(source) : place;
}

/** Leaves out hidden files and folders, the folder of the results, and folders behind symbolic links. */
async function filesBelow(
  folder: string,
  outFolder: string | null,
  leftOut: ReadonlySet<string>,
): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new UsageError(`The folder ${folder} cannot be read.`);
  });
  const files: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory() && outFolder !== null && (await isSame(full, outFolder))) continue;
    if (entry.isDirectory()) files.push(...(await filesBelow(full, outFolder, leftOut)));
    else if (textEndings.test(entry.name) && !leftOut.has(await realPath(full))) files.push(full);
  }
  return files;
}
