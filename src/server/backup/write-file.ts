import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** `force`: an existing file may be replaced. */
export type WritingOptions = { readonly force: boolean };

/**
 * Writes a file that only its owner can read. It gets its name when it is complete and on the disk: until then, an
 * existing file stays as it is. `write` gets the name of an empty file, and its result is returned. Throws when the
 * file exists already, unless `force` is set, and what `write` throws.
 */
export async function writeWhole<T>(
  file: string,
  { force }: WritingOptions,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  if (await isThere(file)) await requireReplaceable(file, force);
  if (!existsSync(path.dirname(file))) throw new Error(`There is no folder ${path.dirname(file)}.`);
  // Another program may write a file of the same name at the same time.
  const temporary = `${file}.${randomBytes(6).toString('hex')}.partial`;
  await (await open(temporary, 'wx', 0o600)).close();
  try {
    const result = await write(temporary);
    await sync(temporary);
    // Creating the file fails when another program has created it in the meantime.
    if (!force) await (await open(file, 'wx', 0o600)).close();
    await rename(temporary, file);
    await sync(path.dirname(file));
    return result;
  } catch (error) {
    for (const rest of ['', '-journal']) await rm(`${temporary}${rest}`, { force: true });
    throw error;
  }
}

/** Returns whether a name is taken, also by a symbolic link that leads nowhere. */
export async function isThere(name: string): Promise<boolean> {
  return (await lstat(name).catch(() => null)) !== null;
}

async function requireReplaceable(file: string, force: boolean): Promise<void> {
  if (existsSync(file) && !(await stat(file)).isFile()) throw new Error(`${file} is not a file.`);
  if (!force) throw new Error(`${file} exists already. Choose another name, or replace it with --force.`);
}

/** Waits until a file or a folder is on the disk. */
export async function sync(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
