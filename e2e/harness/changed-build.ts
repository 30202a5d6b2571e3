import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'vite';

export type ChangedBuild = { readonly program: string; remove(): Promise<void> };

/** Builds the page once more with other words in it, beside the same server, as a next release would be. */
export async function buildChanged(words: Readonly<Record<string, string>>): Promise<ChangedBuild> {
  const folder = await mkdtemp('.cache/changed-build-');
  const change = (text: string) =>
    Object.entries(words).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  await build({
    configFile: 'vite.config.ts',
    logLevel: 'error',
    plugins: [
      {
        name: 'change-words',
        enforce: 'pre',
        transform: (code, file) => (file.includes('/src/web/') ? change(code) : null),
        transformIndexHtml: { order: 'pre', handler: change },
      },
    ],
    build: { outDir: join(process.cwd(), folder, 'dist/web') },
  });
  await cp('dist/server', join(folder, 'dist/server'), { recursive: true });
  return {
    program: join(folder, 'dist/server/main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
