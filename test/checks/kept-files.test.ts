import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** Files that the worker need not list: itself, the pages (requested by address), licences and compressed copies. */
const isLeftOut = (file: string) =>
  /^(service-worker\.js|index(\.de)?\.html|licences\.txt)$|\.(br|gz)$/.test(file);

/** Returns the files of a built page that its service worker neither caches nor leaves out on purpose. */
async function forgottenFiles(folder: string): Promise<string[]> {
  const worker = await readFile(join(folder, 'service-worker.js'), 'utf8');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .filter((file) => !isLeftOut(file) && !worker.includes(`"${file}":`));
}

test('the service worker caches each file of the page, so that all parts work without the network', async () => {
  expect(await forgottenFiles('dist/web')).toEqual([]);

  const folder = await mkdtemp(join(tmpdir(), 'linkweft-kept-'));
  await cp('dist/web', folder, { recursive: true });
  await writeFile(join(folder, 'assets/planted.js'), '');
  await writeFile(join(folder, 'planted.txt'), '');
  const forgotten = await forgottenFiles(folder);
  await rm(folder, { recursive: true });
  expect(forgotten.sort()).toEqual(['assets/planted.js', 'planted.txt']);
});
