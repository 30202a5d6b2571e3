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
  // A first visit loads the files that the HTML names, and those that the first script loads after the first paint.
  const afterPaint = /^assets\/(?:start|rolldown-runtime)-/u;
  const first = scripts.filter((file) => html.includes(file) || afterPaint.test(file));
  return [
    { what: 'bare React and ReactDOM', 'KB gzip': await sizeOfBareReact(), limit: '' },
    { what: 'JavaScript of the first load', 'KB gzip': await sizeOf(first), limit: 120 },
    // Writing, with all that shows, edits and exports versions: 53 KB, and 110 KB that it shares with the import and with
    // generations in the browser. A worker for long texts has 66 KB of the same code. The German texts: 29 KB.
    { what: 'all JavaScript', 'KB gzip': await sizeOf(scripts), limit: '' },
    { what: 'service worker', 'KB gzip': await sizeOf(['service-worker.js']), limit: 4.5 },
    {
      what: 'CSS of the first load',
      'KB gzip': await sizeOf(styles.filter((file) => html.includes(file))),
      limit: 7,
    },
    // Each part loads its own CSS: writing 5 KB, the import 1.5 KB.
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
