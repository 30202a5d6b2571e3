import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { FoundFile } from '#cli/files/find-files.ts';
import { codeOf, FileError, hashOf, hashOfFile, writeWhole, type TextFile } from '#cli/files/text-file.ts';

import type { Journal, JournalEntry } from './journal.ts';
import type { WovenText } from '#cli/report/woven-schema.ts';

/** What an earlier run did with a file, and what stands at its target now. */
export type FileState = {
  readonly entry: JournalEntry | null;
  /** The hash of the file at the target; null: there is none. */
  readonly current: string | null;
  readonly isDone: boolean;
};

export type Places = {
  readonly journal: Journal;
  /** A hash of all settings and links. */
  readonly settings: string;
  readonly isInPlace: boolean;
  /** Whether a file at the target is replaced, whoever wrote it. */
  readonly force: boolean;
};

/**
 * Looks whether a file is done already.
 *
 * @throws FileError if the target has a file that was not written here, or was changed since
 */
export async function lookAtTarget(
  file: FoundFile,
  source: TextFile,
  { journal, settings, isInPlace, force }: Places,
): Promise<FileState> {
  const entry = await journal.find(file.target);
  const current = await hashOfFile(file.target);
  const isOfSource = entry?.source === source.hash || (isInPlace && entry?.written === source.hash);
  const isDone = entry?.settings === settings && isOfSource && entry.written === current;
  const isOurs = current === null || current === entry?.written || current === entry?.before;
  if (isInPlace || isOurs || force) return { entry, current, isDone };
  const why = entry === null ? 'exists already' : 'was changed since it was written';
  throw new FileError(`${file.target} ${why}. Use --force to replace it.`);
}

/**
 * Notes what was woven, then writes it to its target.
 *
 * @throws FileError if the source or the target has changed since it was read, or the target cannot be written
 */
export async function placeFile(
  file: FoundFile,
  source: TextFile,
  woven: WovenText,
  { current }: FileState,
  { journal, settings, force }: Places,
): Promise<void> {
  const { text, ...facts } = woven;
  const bytes = source.encode(text);
  const entry = { target: file.target, source: source.hash, settings, before: current, woven: facts };
  const requireUnchanged = async () => {
    if ((await hashOfFile(file.source)) !== source.hash)
      throw new FileError(
        'The file was changed while it was worked on, so nothing was written. Run it again.',
      );
    if (!force && (await hashOfFile(file.target)) !== current)
      throw new FileError(`${file.target} was changed meanwhile, so it was left as it is. Run it again.`);
  };
  await requireUnchanged();
  await journal.put({ ...entry, written: hashOf(bytes) });
  if (hashOf(bytes) === current) return;
  try {
    await mkdir(path.dirname(file.target), { recursive: true });
    await writeWhole(file.target, bytes, { beforeReplacing: requireUnchanged });
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`${file.target} cannot be written (${codeOf(error)}).`, { cause: error });
  }
}
