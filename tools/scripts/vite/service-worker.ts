import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { build, type HtmlTagDescriptor, type Plugin } from 'vite';

import { buildName } from './build-name.ts';
import { precompress } from './precompress.ts';

const source = path.join(import.meta.dirname, '../../../src/web/service-worker/service-worker.ts');
const target = 'baseline-widely-available';

/**
 * Puts the name of the build into the page, and builds the service worker that caches exactly this build. The worker
 * contains the name and the digest of each file. Its address never changes.
 */
export function serviceWorker(): Plugin {
  let name = '';
  return {
    name: 'service-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }): HtmlTagDescriptor[] {
        name = buildName(html, Object.keys(bundle));
        return [{ tag: 'meta', injectTo: 'head', attrs: { name: 'build', content: name } }];
      },
    },
    async writeBundle({ dir = '.' }, bundle) {
      const assets = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
      const digests = await Promise.all(assets.sort().map((file) => digest(dir, file)));
      await buildWorker(dir, { name, files: Object.fromEntries(digests) });
    },
  };
}

async function digest(folder: string, file: string): Promise<[string, string]> {
  return [file, `sha256-${sha256(await readFile(path.join(folder, file))).toString('base64')}`];
}

async function buildWorker(folder: string, pageBuild: object): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [precompress()],
    define: { PAGE_BUILD: JSON.stringify(pageBuild) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target,
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
