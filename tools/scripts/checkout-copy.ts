import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { runCommand, type CommandResult } from './run-command.ts';

const root = resolve(import.meta.dirname, '../..');

/** Returns the paths of all files that git tracks or does not ignore. */
export function checkoutFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

export type CheckoutCopy = {
  read(path: string): Promise<string>;
  /** Writes files into the copy and overwrites existing ones. */
  plant(files: Readonly<Record<string, string>>): Promise<void>;
  run(tool: string, ...parameters: readonly string[]): Promise<CommandResult>;
  remove(): Promise<void>;
};

/** Copies the checkout, or the wanted files of it, into a temporary folder. Tests plant faults in the copy. */
export async function copyCheckout(isWanted: (file: string) => boolean = () => true): Promise<CheckoutCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'linkweft-checks-'));
  const originals = checkoutFiles().filter(isWanted);
  for (const directory of new Set(originals.map((file) => dirname(file))))
    await mkdir(join(folder, directory), { recursive: true });
  for (const file of originals) await copyFile(join(root, file), join(folder, file));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return {
    read: (path) => readFile(join(folder, path), 'utf8'),
    async plant(files) {
      for (const [path, text] of Object.entries(files)) {
        const target = join(folder, path);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, text);
      }
    },
    run: (tool, ...parameters) => runCommand(join(root, 'node_modules/.bin', tool), parameters, { folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
