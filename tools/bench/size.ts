import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { runTool } from '#scripts/run-command.ts';

import { withBareReact } from './bare-react.ts';
import { rounded, type Row } from './table.ts';

const assets = 'dist/web';

/** Measures the gzip sizes of the built page, and of React and ReactDOM built alone with the same tool. */
export async function benchSize(): Promise<Row[]> {
  const { exitCode, output } = await runTool('tsx', ['tools/scripts/build.ts']);
  if (exitCode !== 0) throw new Error(output);
  const files = await readdir(assets, { recursive: true });
  const html = await readFile(join(assets, 'index.html'), 'utf8');
  const sizeOf = (names: readonly string[]) => gzipKilobytes(names.map((name) => join(assets, name)));
  const scripts = files.filter((file) => file.endsWith('.js'));
  const styles = files.filter((file) => file.endsWith('.css'));
  // A first visit loads the files that the HTML names, including the preloaded ones, and the files that the first
  // script then loads.
  const first = scripts.filter((file) => html.includes(file) || file.startsWith('assets/start-'));
  return [
    { what: 'bare React and ReactDOM', 'KB gzip': await sizeOfBareReact(), limit: '' },
    { what: 'JavaScript of the first load', 'KB gzip': await sizeOf(first), limit: 105 },
    // The page loads these parts when it needs them. A generation, its version and the editor of links: 46 KB. Copy and
    // export: 30 KB, mostly readers of Markdown and HTML. Import and long lists: 23 KB. An own key: 41 KB for the
    // client, the prompt, the reply parser and the edits, and 23 KB for the built-in writer. Questions about conflicts,
    // the second copy of the workspace's secret and the restoring of lost links: 6 KB. Kept results: 5 KB. The German
    // texts, which only a German page loads: 26 KB.
    { what: 'all JavaScript', 'KB gzip': await sizeOf(scripts), limit: 390 },
    { what: 'service worker', 'KB gzip': await sizeOf(['service-worker.js']), limit: 4.5 },
    {
      what: 'CSS of the first load',
      'KB gzip': await sizeOf(styles.filter((file) => html.includes(file))),
      limit: 6,
    },
    // Each part loads its own CSS: a generation 4 KB, the import 1.5 KB, suggestions 1 KB, instructions 0.3 KB.
    { what: 'all CSS', 'KB gzip': await sizeOf(styles), limit: 16 },
  ];
}

async function gzipKilobytes(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length),
  );
  return rounded(sizes.reduce((sum, size) => sum + size, 0) / 1000, 1);
}

async function sizeOfBareReact(): Promise<number> {
  return withBareReact(async (folder) => {
    const built = join(folder, 'assets');
    const files = (await readdir(built)).filter((file) => file.endsWith('.js'));
    return gzipKilobytes(files.map((file) => join(built, file)));
  });
}
