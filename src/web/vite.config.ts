import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import type { Settings } from '#contract/settings.ts';
import { germanPage } from '#scripts/vite/german-page.ts';
import { licences } from '#scripts/vite/licences.ts';
import { precompress } from '#scripts/vite/precompress.ts';
import { serviceWorker } from '#scripts/vite/service-worker.ts';

const webFolder = fileURLToPath(new URL('.', import.meta.url));

const developmentSettings: Settings = {
  brandName: 'Linkweft',
  companyName: 'Linkweft',
  productSiteUrl: 'https://linkweft.example/',
  writer: 'built-in',
  providerHost: '',
  workspace: 'own',
  expiry: { months: 12, belowLinks: 1000 },
  cacheBytes: 41_943_040,
  contentLimits: { maxContentChars: 100_000, model: null, protocol: 'edits' },
  ownKeyHosts: ['http://localhost:*', 'http://127.0.0.1:*'],
  ownKeyProtocol: null,
  reachesDevice: true,
};

/** Fills in the placeholders of the page in development. In production the server does it. */
function fillPlaceholders(): Plugin {
  const settings = process.env['LINKWEFT_SETTINGS'] ?? JSON.stringify(developmentSettings);
  return {
    name: 'fill-placeholders',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('__BRAND__', developmentSettings.brandName)
        .replace('__SETTINGS__', () => settings.replaceAll('<', '\\u003c')),
  };
}

/** Groups modules by the time when the page needs them. */
const chunkGroups = [
  // The script that runs before the first paint, with the styles of the first view.
  { name: 'first', tags: ['$initial' as const], test: /web\/(?:main|index)\.|\.css$|preload-helper/u },
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//u },
  { name: 'start', tags: ['$initial' as const] },
  // The storage of this browser, and the keys of the page. Each visit needs them soon after the first view.
  { name: 'storage', test: /node_modules\/idb\/|workspace-(?:api|recovery)|page-keys/u },
  // Chrome is asked for its model once the page is idle.
  { name: 'browser-model', test: /api\/browser-model|errors\/problem-messages/u },
  {
    name: 'dialogs',
    test: /web\/(?:app\/dialogs|ui\/|features\/links\/(?:link-form|unsent))|links\/(?:check-link|web-address)/u,
  },
  // One file for all else that parts share, because each file costs a request and a line in the service worker.
  { name: 'shared', minShareCount: 2 },
];

/** Lets the browser fetch React before the first paint, after the styles and the font. */
function preloadReact(): Plugin {
  return {
    name: 'preload-react',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter(({ fileName }) => fileName.startsWith('assets/react-'))
          .map(({ fileName }) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'modulepreload', href: `./${fileName}`, fetchpriority: 'low', crossorigin: true },
          })),
    },
  };
}

const turndownProbe = 'canParseHTMLNatively() ?';

/**
 * Turndown tests at load time whether it can parse HTML, which the content security policy forbids. We only give it
 * elements, so the test is not needed.
 */
function loadTurndownQuietly(): Plugin {
  return {
    name: 'load-turndown-quietly',
    transform(code, id) {
      if (!id.includes('/turndown')) return null;
      if (!code.includes(turndownProbe)) throw new Error(`${id} no longer has ${turndownProbe}`);
      return code.replace(turndownProbe, 'true ?');
    },
  };
}

const { inBuild, inWorkers } = licences();

export default defineConfig({
  root: webFolder,
  // All addresses are relative, so that one build works below any path.
  base: './',
  plugins: [
    react(),
    loadTurndownQuietly(),
    fillPlaceholders(),
    preloadReact(),
    inBuild(),
    serviceWorker(),
    germanPage(),
    precompress(),
  ],
  build: {
    outDir: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      preserveEntrySignatures: false,
      // The script that starts the page is a part of the first load, although it is imported after the first paint.
      input: ['index.html', 'app/start.tsx'].map((file) => join(webFolder, file)),
      output: {
        codeSplitting: { groups: chunkGroups },
        // Lets Chromium compile a file in another thread while it is fetched, instead of each function at its first call.
        postBanner: '//# allFunctionsCalledOnLoad',
      },
    },
  },
  worker: { format: 'es', plugins: () => [inWorkers()] },
  server: {
    // The proxy does not take all of /api, because in development the page's own modules have this path, too.
    proxy: {
      '^/api/(?:links|generations|challenge|allowance|suggestions|workspace|local-models)(?:[/?]|$)':
        process.env['LINKWEFT_API'] ?? 'http://127.0.0.1:3000',
    },
  },
});
