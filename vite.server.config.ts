import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

/**
 * Bundles our own files and the packages into one: to find and load them one by one takes longer than all else of a
 * start. It is not minified, so that the places of an error in a log can be read. The package with a native part stays
 * outside, so that it is found.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: fileURLToPath(new URL('src/server/main.ts', import.meta.url)),
    outDir: fileURLToPath(new URL('dist/server', import.meta.url)),
    emptyOutDir: true,
    target: 'node20.19',
    sourcemap: true,
  },
  ssr: { noExternal: true, external: ['@photostructure/sqlite'] },
});
