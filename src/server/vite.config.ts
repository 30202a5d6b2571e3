import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

import { licences } from '#scripts/vite/licences.ts';

/** The packages that write versions in other formats. Nothing else of the server needs them. */
const ofFormats =
  'marked turndown linkedom css-select css-what cssomnom domelementtype domhandler domutils entities html-escaper htmlparser2 uhyphen nth-check boolbase'.split(
    ' ',
  );

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
  // The build for browsers does not load a document of its own.
  resolve: { alias: { turndown: 'turndown/lib/turndown.browser.es.js' } },
  ssr: { external: true, noExternal: ['eventsource-parser', 'kysely', 'zod', ...ofFormats] },
});
