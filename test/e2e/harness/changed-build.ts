import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { buildName } from '#scripts/vite/build-name.ts';

export type ChangedBuild = { readonly program: string; remove(): Promise<void> };

type Words = Readonly<Record<string, string>>;
type Texts = ReadonlyMap<string, string>;

const isText = (file: string) => /\.(?:js|css|svg)$/u.test(file);
const isCompressed = (file: string) => /\.(?:br|gz)$/u.test(file);
const sha256 = (content: string) => createHash('sha256').update(content);
const digest = (content: string) => sha256(content).digest('base64');

/** Copies the build and replaces words in the page, as a next release would. The server is the same. */
export async function buildChanged(words: Words): Promise<ChangedBuild> {
  const folder = await mkdtemp('.cache/changed-build-');
  const from = 'dist/web';
  const to = join(folder, from);
  await cp('dist/server', join(folder, 'dist/server'), { recursive: true });
  await mkdir(join(to, 'assets'), { recursive: true });

  const files = (await readdir(join(from, 'assets'))).filter((file) => !isCompressed(file));
  const texts = new Map<string, string>();
  for (const file of files) {
    if (isText(file)) texts.set(file, await readFile(join(from, 'assets', file), 'utf8'));
    else await cp(join(from, 'assets', file), join(to, 'assets', file));
  }
  const names = newNames(texts, words);
  const change = (text: string) => replaceAll(replaceAll(text, Object.entries(words)), names);
  const changed = new Map([...texts].map(([file, text]) => [names.get(file) ?? file, change(text)]));
  for (const [file, text] of changed) await writeFile(join(to, 'assets', file), text);

  const page = change(await readFile(join(from, 'index.html'), 'utf8'));
  const digests = [...names].map(
    ([old, file]) => [digest(texts.get(old) ?? ''), digest(changed.get(file) ?? '')] as const,
  );
  const worker = replaceAll(change(await readFile(join(from, 'service-worker.js'), 'utf8')), digests);
  const oldName = /content="(page-[^"]+)"/u.exec(page)?.[1] ?? '';
  const rename: Iterable<readonly [string, string]> = [[oldName, buildName(page, [...changed.keys()])]];
  await writeFile(join(to, 'index.html'), replaceAll(page, rename));
  await writeFile(join(to, 'service-worker.js'), replaceAll(worker, rename));
  return {
    program: join(folder, 'dist/server/main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function replaceAll(text: string, pairs: Iterable<readonly [string, string]>): string {
  return [...pairs].reduce((changed, [from, to]) => changed.replaceAll(from, () => to), text);
}

/** Gives new names to changed files, and to all files that contain a changed name. */
function newNames(texts: Texts, words: Words): Map<string, string> {
  const names = new Map<string, string>();
  const wanted = Object.keys(words);
  let found: string[];
  do {
    const tokens = [...wanted, ...names.keys()];
    found = [...texts]
      .filter(([file, text]) => !names.has(file) && tokens.some((token) => text.includes(token)))
      .map(([file]) => file);
    for (const file of found) {
      const hash = sha256(JSON.stringify([file, words]))
        .digest('hex')
        .slice(0, 8);
      names.set(file, file.replace(/-[\w-]{8}(?=\.\w+$)/u, `-${hash}`));
    }
  } while (found.length > 0);
  return names;
}
