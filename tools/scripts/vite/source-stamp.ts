import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const folders = ['src', 'tools/scripts'];
const rootFile = /^(package(-lock)?\.json|tsconfig\.json)$/;

/** Returns a hash of the names and contents of all files that a build reads. */
export async function sourceStamp(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await sourceFiles())
    hash
      .update(`${file}\0`)
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

async function sourceFiles(): Promise<string[]> {
  const atRoot = (await readdir('.')).filter((name) => rootFile.test(name));
  const below = await Promise.all(folders.map(filesBelow));
  return [...atRoot, ...below.flat()].sort();
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
}
