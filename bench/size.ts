import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build } from 'vite';

import { runTool } from '#scripts/run-command.ts';

import { rounded } from './table.ts';
import type { Row } from './table.ts';

const assets = 'dist/web';

/** Gzip sizes of the built page, beside the same tool's build of React and ReactDOM alone. */
export async function benchSize(): Promise<Row[]> {
  const { exitCode, output } = await runTool('tsx', ['scripts/build.ts']);
  if (exitCode !== 0) throw new Error(output);
  const files = await readdir(assets, { recursive: true });
  const html = await readFile(join(assets, 'index.html'), 'utf8');
  const sizeOf = (names: readonly string[]) => gzipKilobytes(names.map((name) => join(assets, name)));
  const scripts = files.filter((file) => file.endsWith('.js'));
  const styles = files.filter((file) => file.endsWith('.css'));
  // What the page's HTML names is what a first visit loads, preloaded parts included.
  const first = scripts.filter((file) => html.includes(file));
  return [
    { what: 'bare React and ReactDOM', 'KB gzip': await bareReact(), limit: '' },
    { what: 'JavaScript of the first load', 'KB gzip': await sizeOf(first), limit: 105 },
    // Fetched part by part when it is wanted, never at once: what shows a generation, weaves it and lets its links be
    // moved is 46 KB of it, what copies and exports it 30 (most of it readers of Markdown and of HTML), importing and
    // drawing long lists 23, a key of the visitor's own 38 (the client of its provider, the prompt, the reader of
    // the reply and what cleans and places its edits come with it) and 22 for the writer that then fills in what its model left out.
    // Of the questions that saving may have to ask, the second copy of the workspace's secret, and saving again what the
    // server has lost, 6 are in it.
    { what: 'all JavaScript', 'KB gzip': await sizeOf(scripts), limit: 298 },
    { what: 'service worker', 'KB gzip': await sizeOf(['service-worker.js']), limit: 4 },
    {
      what: 'CSS of the first load',
      'KB gzip': await sizeOf(styles.filter((file) => html.includes(file))),
      limit: 6,
    },
    // That of a part comes with the part: a generation's is 4 KB, importing 1.5, suggesting 1.
    { what: 'all CSS', 'KB gzip': await sizeOf(styles), limit: 13.5 },
  ];
}

async function gzipKilobytes(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length),
  );
  return rounded(sizes.reduce((sum, size) => sum + size, 0) / 1000, 1);
}

async function bareReact(): Promise<number> {
  await mkdir('.cache', { recursive: true });
  const folder = await mkdtemp('.cache/bare-react-');
  const source = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.body).render(createElement('p', null, 'bare'));
`;
  try {
    await writeFile(join(folder, 'main.js'), source);
    await writeFile(join(folder, 'index.html'), '<script type="module" src="./main.js"></script>');
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { modulePreload: { polyfill: false } },
    });
    const built = join(folder, 'dist/assets');
    const files = (await readdir(built)).filter((file) => file.endsWith('.js'));
    return await gzipKilobytes(files.map((file) => join(built, file)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
