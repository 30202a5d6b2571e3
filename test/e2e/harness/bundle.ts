import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'vite';

/** Bundles a module with its imports into one script for a page without other files. */
export async function bundle(entry: URL): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linkweft-bundle-'));
  await writeFile(join(folder, 'index.html'), `<script type="module" src="${entry.pathname}"></script>`);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { minify: false, rolldownOptions: { output: { codeSplitting: false } } },
  });
  const assets = join(folder, 'dist/assets');
  const script = (await readdir(assets)).find((name) => name.endsWith('.js')) ?? '';
  const source = await readFile(join(assets, script), 'utf8');
  await rm(folder, { recursive: true });
  return source;
}
