import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

import { licences } from '#scripts/vite/licences.ts';

/**
 * Bundles our own files and some packages of plain code with many small modules. Without this, loading the modules
 * would take a third of the start. Other packages stay outside, so that their native and data files are found.
 */
export default defineConfig({
  publicDir: false,
  plugins: [licences().inBuild()],
  build: {
    ssr: true,
    outDir: fileURLToPath(new URL('../../dist/server', import.meta.url)),
    emptyOutDir: true,
    target: 'node20.19',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: fileURLToPath(new URL('main.ts', import.meta.url)),
        thread: fileURLToPath(new URL('threads/thread.ts', import.meta.url)),
      },
    },
  },
  ssr: { external: true, noExternal: ['eventsource-parser', 'kysely', 'zod'] },
});
