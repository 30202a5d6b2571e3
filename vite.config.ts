import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { HtmlTagDescriptor, Plugin } from 'vite';

import type { Settings } from './src/contract/settings.ts';
import { precompress } from './scripts/precompress.ts';
import { serviceWorker } from './scripts/service-worker.ts';

const developmentSettings: Settings = {
  brandName: 'Linkweft',
  companyName: 'Linkweft',
  productSiteUrl: 'https://linkweft.example/',
  writer: 'built-in',
  providerHost: '',
  workspace: 'own',
  cacheBytes: 41_943_040,
};

/** In development nobody else fills in what the server writes into the page. */
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

const wantedAtOnce = [
  { file: /link-manager-[^/]*\.js$/u, rel: 'modulepreload', attributes: {} },
  {
    file: /newsreader-latin-400-normal-[^/]*\.woff2$/u,
    rel: 'preload',
    attributes: { as: 'font', type: 'font/woff2' },
  },
];

/** Lets the browser fetch at once what the first look needs and what it would otherwise learn of late. */
function preloadFirstLook(): Plugin {
  return {
    name: 'preload-first-look',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        wantedAtOnce.flatMap(({ file, rel, attributes }): HtmlTagDescriptor[] => {
          const name = Object.keys(bundle).find((candidate) => file.test(candidate));
          if (name === undefined) return [];
          return [
            {
              tag: 'link',
              injectTo: 'head',
              attrs: { rel, href: `/${name}`, crossorigin: true, ...attributes },
            },
          ];
        }),
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), fillPlaceholders(), preloadFirstLook(), serviceWorker(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // One small style sheet: no part of the page appears before its styles.
    cssCodeSplit: false,
  },
  server: {
    // Not all of /api: the page's own modules lie there too.
    proxy: {
      '^/api/(?:links|generations|suggestions|workspace)(?:[/?]|$)':
        process.env['LINKWEFT_API'] ?? 'http://127.0.0.1:3000',
    },
  },
});
