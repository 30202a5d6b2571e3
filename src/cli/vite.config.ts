import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

import { licences } from '#scripts/vite/licences.ts';

/**
 * Bundles the same packages as the build of the server does, and the queue. Of its packages only a part is needed, and
 * only here.
 */
export default defineConfig({
  publicDir: false,
  plugins: [licences().inBuild()],
  build: {
    ssr: true,
    outDir: fileURLToPath(new URL('../../dist/cli', import.meta.url)),
    emptyOutDir: true,
    target: 'node20.19',
    sourcemap: true,
    rolldownOptions: { input: { main: fileURLToPath(new URL('main.ts', import.meta.url)) } },
  },
  ssr: {
    external: true,
    noExternal: [
      '@modelcontextprotocol/core',
      '@modelcontextprotocol/server',
      'eventsource-parser',
      'kysely',
      'zod',
      'pg-boss',
      'cron-parser',
      'luxon',
      'serialize-error',
    ],
  },
});
