import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, link, mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { sqliteFile } from '#server/db/open-database.ts';

import { copySqlite, inspectSqlite, makeCurrent, mergeLog, type FileContents } from './sqlite-file.ts';
import { isThere, sync, writeWhole, type WritingOptions } from './write-file.ts';

/**
 * Writes all that the SQLite database of a server holds at one moment into a file, and checks it. The server may run.
 * Throws an error that tells the operator what is wrong; then there is no new file.
 */
export async function backUp(
  dataDirectory: string,
  file: string,
  options: WritingOptions,
): Promise<FileContents> {
  const source = sqliteFile(dataDirectory);
  if (!existsSync(source)) throw new Error(`There is no database in ${dataDirectory}. Set DATA_DIR.`);
  await requireOther(source, file);
  return writeWhole(file, options, async (temporary) => {
    await copySqlite(source, temporary);
    return inspectSqlite(temporary);
  });
}

type Restored = FileContents & {
  /** Where the database that was there before is kept; null when there was none. */
  readonly keptAs: string | null;
};

/**
 * Puts a backup into the place of the SQLite database. Nobody may use the database. A copy of the backup is checked
 * first, so a failure changes nothing. `force`: the present database is so damaged that
 * nobody can tell whether a server uses it.
 */
export async function restore(
  dataDirectory: string,
  file: string,
  { force }: WritingOptions,
): Promise<Restored> {
  const target = sqliteFile(dataDirectory);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  await requireOther(target, file);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  if (existsSync(target)) await requireUnused(target, force);
  const prepared = `${target}.${randomBytes(6).toString('hex')}.restoring`;
  try {
    const contents = await writeWhole(prepared, { force: false }, async (temporary) => {
      await copySqlite(file, temporary);
      const found = await inspectSqlite(temporary);
      await makeCurrent(temporary, found);
      await giveToOwnerOf(dataDirectory, temporary);
      return found;
    });
    const keptAs = existsSync(target) ? await putAside(target, force) : null;
    await rename(prepared, target);
    await sync(dataDirectory);
    return { ...contents, keptAs };
  } catch (error) {
    await rm(prepared, { force: true });
    throw error;
  }
}

const logs = ['-wal', '-shm', '-journal'];

/** Throws when a name is that of the database or of one of its logs. */
async function requireOther(database: string, file: string): Promise<void> {
  const [own, other] = await Promise.all([database, file].map(placeOf));
  if (['', ...logs].some((log) => other === `${own}${log}`))
    throw new Error(`${file} is the database itself. Name another file.`);
}

/** Returns where symbolic links lead, also for a file that does not exist yet. */
async function placeOf(file: string): Promise<string> {
  const folder = path.resolve(path.dirname(file));
  const nearest = path.join(await realpath(folder).catch(() => folder), path.basename(file));
  return realpath(file).catch(() => nearest);
}

async function requireUnused(target: string, force: boolean): Promise<void> {
  let isUnused: boolean;
  try {
    isUnused = await mergeLog(target);
  } catch (error) {
    if (force) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The present database ${target} cannot be read (${reason}), so nobody can tell whether a server uses it. Stop the server, and repeat this with --force.`,
      { cause: error },
    );
  }
  if (!isUnused)
    throw new Error(`A server or another program uses ${target}. Stop it first, then restore the backup.`);
}

/** Names the files of the database differently and returns the new name. */
async function putAside(target: string, force: boolean): Promise<string> {
  await requireUnused(target, force);
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = await freeName(`${target}.before-${time}`);
  // With a second name, there is a database at each moment. Some file systems have no second names.
  await link(target, name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error;
    return rename(target, name);
  });
  for (const log of logs) if (existsSync(`${target}${log}`)) await rename(`${target}${log}`, `${name}${log}`);
  return name;
}

/** A database that was put aside in the same second keeps its name. */
async function freeName(name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!(await isThere(free))) return free;
  }
}

/** A server with another account than root's must be able to read what root has restored. */
async function giveToOwnerOf(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(file, uid, gid);
}
