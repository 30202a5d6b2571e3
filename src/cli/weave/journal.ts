import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod/mini';

import { isBusy } from '#server/db/sqlite-driver.ts';

import { UsageError } from '#cli/lib/command.ts';
import { hashOf, readRecord, writeWhole } from '#cli/files/text-file.ts';

import { wovenSchema } from '#cli/report/woven-schema.ts';

const entrySchema = z.object({
  target: z.string(),
  /** Hashes of the file that was read, of the settings with all links, and of the file that was written. */
  source: z.string(),
  settings: z.string(),
  written: z.string(),
  /** The hash of what stood at the target before; null: nothing. */
  before: z.nullable(z.string()),
  woven: wovenSchema,
});

/** A file that was woven. It is noted before it is written. */
export type JournalEntry = z.infer<typeof entrySchema>;

/** What was done in a folder. */
export type Journal = {
  /** The folder of the paid answers. */
  readonly answers: string;
  find(target: string): Promise<JournalEntry | null>;
  put(entry: JournalEntry): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the journal in a folder for this process.
 *
 * @throws UsageError if another process works with it
 */
export async function openJournal(folder: string): Promise<Journal> {
  const files = path.join(folder, 'files');
  // The folder of the results is for everybody, the journal only for the user.
  await mkdir(path.dirname(folder), { recursive: true });
  await mkdir(files, { recursive: true, mode: 0o700 });
  // In a repository, nobody adds it by accident.
  await writeFile(path.join(folder, '.gitignore'), '*\n');
  const release = await takeLock(path.join(folder, 'lock.sqlite'));
  const fileOf = (target: string) => path.join(files, `${hashOf(target)}.json`);
  return {
    answers: path.join(folder, 'calls'),
    find: (target) => readRecord(fileOf(target), entrySchema),
    put: (entry) => writeWhole(fileOf(entry.target), JSON.stringify(entry), { mode: 0o600 }),
    async close() {
      release();
    },
  };
}

/** The system takes the lock away when the process ends, however it ends. Some network drives have no locks. */
async function takeLock(file: string): Promise<() => void> {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    if (!isBusy(error)) return () => lock.close();
    lock.close();
    throw new UsageError('Another run works with this folder. Wait for its end.');
  }
  return () => lock.close();
}
