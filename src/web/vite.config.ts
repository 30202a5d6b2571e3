import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

import type { Settings } from '#contract/settings.ts';
import { importsOf } from '#scripts/vite/chunk-imports.ts';
import { fetchedParts } from '#scripts/vite/fetched-parts.ts';
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

const firstParts = /(?:index|react|start)-[^/]*\.js$/u;
const wantedAtOnce = [
  // The styles and the font come first.
  { file: /react-[^/]*\.js$/u, rel: 'modulepreload', attributes: { fetchpriority: 'low' } },
  {
    file: /newsreader-latin-400-normal-[^/]*\.woff2$/u,
    rel: 'preload',
    attributes: { as: 'font', type: 'font/woff2' },
  },
];

/**
 * Groups shared modules into few chunks by the time when the page needs them. Each chunk costs a request and a line in
 * the service worker.
 */
const sharedParts = [
  // This part runs before the first paint, so it contains little besides the styles.
  {
    name: 'first',
    tags: ['$initial' as const],
    test: /web\/(?:main|index)\.|\.css$|import-fetched|preload-helper/u,
  },
  // The browser fetches React before the first paint, and the code that uses React after it.
  { name: 'react', test: /app\/run-react|node_modules\/(?:react|react-dom|scheduler)\//u },
  { name: 'start', tags: ['$initial' as const] },
  {
    name: 'writer-status',
    test: /app\/(?:writer-|dialogs)|features\/(?:allowance|own-key\/own-key-line)/u,
  },
  {
    name: 'common',
    test: /lucide-react|web\/ui|features\/(?:own-key\/own-key|allowance)/u,
    minShareCount: 2,
  },
  // This part is loaded soon after the first view, so it must not contain the code for a generation.
  {
    name: 'restore',
    test: /web\/works|works\/restore|contract\/generations|api\/idempotency|app\/page-memory|content\/(?:instructions|paste)/u,
  },
  { name: 'link-form', test: /links\/link-form|works\/link-use/u },
  { name: 'measuring', test: /core\/(?:limits|prompt)|api\/own-terms/u, minShareCount: 2 },
  { name: 'text', test: /core\/(?!errors\/|links\/link(?:-fields)?\.)/u, minShareCount: 2 },
  // This part has all code for the display of a generation. It loads completely before an order is sent.
  {
    name: 'generating',
    test: /web\/(?:version-view|features\/generation|api\/generations)|eventsource/u,
  },
];

function headLink(name: string, attributes: Readonly<Record<string, string>>): HtmlTagDescriptor {
  const attrs = { href: `/${name}`, crossorigin: true, ...attributes };
  return { tag: 'link', injectTo: 'head', attrs };
}

/**
 * Preloads the chunks and the font of the first load, which the browser would otherwise discover late. `main.ts`
 * preloads the files with `rel="after-paint"`, because one more request before the paint makes the others slower.
 */
function preloadFirstLook(): Plugin {
  return {
    name: 'preload-first-look',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        wantedAtOnce.flatMap(({ file, rel, attributes }) =>
          Object.keys(bundle).flatMap((name) =>
            file.test(name)
              ? [
                  headLink(name, { rel, ...attributes }),
                  ...importsOf(name, bundle).map((imported) => headLink(imported, { rel: 'after-paint' })),
                ]
              : [],
          ),
        ),
    },
  };
}

/**
 * Lets Chromium compile all functions of a file in another thread while it is fetched, instead of each at its first
 * call. Nearly all functions of the first view and of a result are called when they are drawn. Other parts are too small
 * or have no functions.
 */
const compiledWhileFetched = '//# allFunctionsCalledOnLoad';
const calledOnLoad =
  /^(?:react|start|index|common|restore|writer-status|list-tools|text|measuring|generating|version-editor|export-bar|own-generation)$/u;

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

/** Drops the keys of the pieces of icons. React only asks for them in development, because the pieces never change. */
function dropIconKeys(): Plugin {
  return {
    name: 'drop-icon-keys',
    apply: 'build',
    transform: (code, id) =>
      id.includes('/lucide-react/dist/esm/icons/') ? code.replace(/,\s*key: "\w+"/gu, '') : null,
  };
}

const { inBuild, inWorkers } = licences();

export default defineConfig({
  root: webFolder,
  plugins: [
    react(),
    loadTurndownQuietly(),
    dropIconKeys(),
    fillPlaceholders(),
    fetchedParts(firstParts),
    preloadFirstLook(),
    inBuild(),
    serviceWorker(),
    germanPage(),
    precompress(),
  ],
  build: {
    outDir: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Vite's preload code costs more in the first load than it saves later.
    modulePreload: false,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The script that starts the page counts as a part of the first load.
      input: ['index.html', 'app/start.tsx'].map((file) => join(webFolder, file)),
      output: {
        codeSplitting: { groups: sharedParts },
        postBanner: ({ name }) => (calledOnLoad.test(name) ? compiledWhileFetched : ''),
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
