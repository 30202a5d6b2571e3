import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'vite';
import * as z from 'zod/mini';

const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u;
const noticeFile = /^(?:licen[cs]e|copying|notice)/iu;

/** The licence of data in our own files. */
const dataLicence = 'src/core/language/unicode-licence.txt';

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

/**
 * Writes `licences.txt` into the build: the licence texts of all bundled packages. Workers are separate bundles:
 * `inWorkers` collects their packages before `inBuild` writes the file.
 */
export function licences(): { inBuild(): Plugin; inWorkers(): Plugin } {
  const folders = new Set<string>();

  function collect(bundle: Parameters<BundleHook>[1]): void {
    for (const part of Object.values(bundle))
      for (const file of part.type === 'chunk' ? part.moduleIds : part.originalFileNames) {
        const [folder] = packageFolder.exec(path.resolve('src/web', file).replaceAll('\\', '/')) ?? [];
        if (folder !== undefined) folders.add(folder);
      }
  }

  return {
    inWorkers: () => ({ name: 'licences-in-workers', generateBundle: (_options, bundle) => collect(bundle) }),
    inBuild: () => ({
      name: 'licences',
      apply: 'build',
      async generateBundle(_options, bundle) {
        collect(bundle);
        const notices = await Promise.all([...folders].sort().map(writeNotice));
        notices.push(`## Abbreviations of CLDR (Unicode-3.0)\n\n${await readFile(dataLicence, 'utf8')}`);
        const source = `What is bundled here, with its licences.\n\n${notices.join('\n')}`;
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
      },
    }),
  };
}

type BundleHook = Extract<NonNullable<Plugin['generateBundle']>, (...parameters: never[]) => unknown>;

async function writeNotice(folder: string): Promise<string> {
  const manifest = await readFile(path.join(folder, 'package.json'), 'utf8');
  const { name, version, license } = manifestSchema.parse(JSON.parse(manifest));
  const files = (await readdir(folder)).filter((file) => noticeFile.test(file)).sort();
  if (files.length === 0) throw new Error(`${folder} has no licence that could be handed on.`);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return [`## ${name} ${version} (${license})`, ...texts.map((text) => text.trim()), ''].join('\n\n');
}
