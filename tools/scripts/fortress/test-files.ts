import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the test files below the folders that contain the text. */
export async function testFilesWith(text: string, folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name);
      if (/\.test\.tsx?$/u.test(name) && (await readFile(path, 'utf8')).includes(text)) found.push(path);
    }
  return found;
}
