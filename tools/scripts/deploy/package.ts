import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { tmpdir } from 'node:os';

import { must, megabytes, require, seconds, type Check } from './check.ts';
import { answering, freePort, requireLink, saveLink, start } from './running.ts';

/** In bytes, with all packages. */
const largest = 70e6;
/** Milliseconds from the command to the first answer. */
const longest = 10_000;

const inTemporaryFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-package-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

async function pack(folder: string): Promise<string> {
  await must('npm', ['run', 'package', '--', '--pack-destination', folder]);
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? '';
  return path.join(folder, name);
}

/** Returns the environment of a server on a free port, and its address. */
async function freeServer() {
  const port = String(await freePort());
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], WORKSPACE: 'shared', PORT: port };
  return { env, origin: `http://127.0.0.1:${port}` };
}

async function sizeOf(folder: string): Promise<number> {
  return Number((await must('du', ['--summarize', '--bytes', folder])).split('\t')[0]);
}

export const packageCheck: Check = {
  name: 'package',
  needs: { npm: 'npm' },
  run: () =>
    inTemporaryFolder(async (folder) => {
      const file = await pack(folder);
      const installed = path.join(folder, 'installed');
      await must('npm', ['install', '--prefix', installed, file]);
      const size = await sizeOf(installed);
      require(size < largest, `The installed package has ${megabytes(size)}.`);
      return `${megabytes(size)} installed`;
    }),
};

export const npxCheck: Check = {
  name: 'npx',
  needs: { npx: 'npm' },
  run: () =>
    inTemporaryFolder(async (folder) => {
      const file = await pack(folder);
      const { env, origin } = await freeServer();
      const server = await start('npx', ['--yes', `./${path.basename(file)}`], {
        isReady: answering(`${origin}/readyz`),
        cwd: folder,
        env,
      });
      require(server.startTime < longest, `npx took ${seconds(server.startTime)}.`);
      await saveLink(origin, 'https://shop.example/npx');
      await requireLink(origin, 'https://shop.example/npx');
      await server.stop();
      return `served after ${seconds(server.startTime)}, stopped with npx`;
    }),
};

export const productionCheck: Check = {
  name: 'production tree',
  needs: { npm: 'npm' },
  run: () =>
    inTemporaryFolder(async (folder) => {
      for (const name of ['dist', 'src', 'tools', 'package.json', 'package-lock.json', '.npmrc'])
        await cp(name, path.join(folder, name), { recursive: true });
      await must('npm', ['ci', '--omit=dev'], { folder });
      const before = await readdir(path.join(folder, 'node_modules'));
      const { env, origin } = await freeServer();
      const server = await start('npm', ['start'], {
        isReady: answering(`${origin}/readyz`),
        cwd: folder,
        env,
      });
      await server.stop();
      const after = await readdir(path.join(folder, 'node_modules'));
      require(after.length === before.length, 'npm start installed packages.');
      return `npm start served after ${seconds(server.startTime)} and installed nothing`;
    }),
};
