import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile, chown } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { tmpdir } from 'node:os';

import * as z from 'zod/mini';

import { must, megabytes, require, seconds, type Check } from './check.ts';
import { answering, freePort, requireLink, saveLink, start } from './running.ts';

const cache = path.resolve('.cache/image');
const debian = path.join(cache, 'debian');
const nodeImage = 'localhost/linkweft-node';
const baseImage = 'localhost/linkweft-base';
const image = 'localhost/linkweft';
/** The image may have this many bytes when it is pulled. */
const largest = 90e6;
const user = 1001;
const certificates = '/etc/ssl/certs/ca-certificates.crt';

const buildah = (...parameters: string[]) =>
  must('buildah', [
    '--root',
    path.join(cache, 'storage'),
    '--runroot',
    path.join(cache, 'run'),
    '--storage-driver',
    'vfs',
    ...parameters,
  ]);

/** Warnings may stand before the result of a command. */
const lastLine = (output: string) => output.trim().split('\n').at(-1) ?? '';

/**
 * Makes stand-ins for the two public images that the Containerfile builds on, for machines that reach no registry of
 * images: Debian with this machine's Node and npm, and the C and C++ libraries of Debian alone.
 */
async function makeBases(): Promise<void> {
  if (!existsSync(path.join(debian, 'etc/debian_version')))
    await must('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', debian]);
  const node = path.join(cache, 'node');
  await mkdir(path.join(node, 'usr/local/bin'), { recursive: true });
  await mkdir(path.join(node, 'etc/ssl/certs'), { recursive: true });
  await cp(process.execPath, path.join(node, 'usr/local/bin/node'));
  const npm = (await must('npm', ['root', '--global'])).trim();
  await cp(path.join(npm, 'npm'), path.join(node, 'usr/local/lib/npm'), {
    recursive: true,
    dereference: true,
  });
  const script = '#!/bin/sh\nexec node /usr/local/lib/npm/bin/npm-cli.js "$@"\n';
  await writeFile(path.join(node, 'usr/local/bin/npm'), script, { mode: 0o755 });
  // The machine's own list, because its network may have a certificate of its own.
  await cp(certificates, path.join(node, certificates));
  await commitBase(nodeImage, [debian, node], `NODE_EXTRA_CA_CERTS=${certificates}`);
  const libraries = path.join(cache, 'libraries');
  await rm(libraries, { recursive: true, force: true });
  await copyLibraries(libraries);
  await commitBase(baseImage, [libraries]);
}

async function commitBase(name: string, folders: readonly string[], variable?: string): Promise<void> {
  const container = lastLine(await buildah('from', 'scratch'));
  for (const folder of folders) await buildah('copy', '--quiet', container, folder, '/');
  if (variable !== undefined) await buildah('config', '--env', variable, container);
  await buildah('commit', '--quiet', '--rm', container, name);
}

async function copyLibraries(to: string): Promise<void> {
  await mkdir(path.join(to, 'tmp'), { recursive: true });
  for (const folder of ['etc', 'proc', 'dev', 'lib', 'lib64', 'usr/local/bin'])
    await mkdir(path.join(to, folder), { recursive: true });
  const list = await must('chroot', [debian, 'dpkg', '-L', 'libc6', 'libgcc-s1', 'libstdc++6']);
  const files = list.split('\n').filter((file) => /\/lib(64)?\/.*\.so(\.|$)/.test(file));
  // `-L` follows the links of names, `--parents` keeps the folders.
  await must('cp', ['-L', '--parents', ...files.map((file) => `.${file}`), to], { folder: debian });
}

const configSchema = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      WorkingDir: z.string(),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});

async function readSettings() {
  const text = await buildah('inspect', '--type', 'image', image);
  return configSchema.parse(JSON.parse(text)).Docker.config;
}

/** Returns the bytes of all layers as they are pulled. */
async function compressedSize(): Promise<number> {
  const folder = path.join(cache, 'oci');
  await rm(folder, { recursive: true, force: true });
  await buildah('push', '--quiet', image, `oci:${folder}`);
  const blobs = path.join(folder, 'blobs/sha256');
  const sizes = await Promise.all(
    (await readdir(blobs)).map(async (blob) => (await stat(path.join(blobs, blob))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

type Container = Awaited<ReturnType<typeof openContainer>>;

/**
 * Mounts the image as an engine does: the root read-only, /tmp in memory, one volume, its own list of processes.
 * Returns the command that runs a program in it.
 */
async function openContainer() {
  const container = lastLine(await buildah('from', image));
  const root = lastLine(await buildah('mount', container));
  const data = await mkdtemp(path.join(tmpdir(), 'linkweft-volume-'));
  await chown(data, user, user);
  const { Env, WorkingDir, User } = await readSettings();
  const [uid = '', gid = ''] = User.split(':');
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro ${root}`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount --bind ${data} ${root}/data`,
    `mount -t proc proc ${root}/proc`,
  ].join(' && ');
  const enter = `exec unshare --root=${root} --wd=${WorkingDir} --setgid=${gid} --setuid=${uid} "$@"`;
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c'];
  return {
    /** The parameters of `unshare` for a program in the container. */
    parameters: (program: readonly string[]) => [...namespaces, `${mounts} && ${enter}`, 'sh', ...program],
    environment: Object.fromEntries(Env.map((line) => line.split(/=(.*)/s, 2))),
    async remove() {
      await buildah('rm', container);
      await rm(data, { recursive: true });
    },
  };
}

/** The program in the container is its process 1, and the only child of `unshare`. */
async function firstProcess(id: number | undefined): Promise<number> {
  return Number((await readFile(`/proc/${id}/task/${id}/children`, 'utf8')).trim());
}

async function startServer({ parameters, environment }: Container, port: number) {
  const { Entrypoint, Cmd } = await readSettings();
  const running = await start('unshare', parameters([...Entrypoint, ...Cmd]), {
    isReady: answering(`http://127.0.0.1:${port}/readyz`),
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port), WORKSPACE: 'shared' },
  });
  const server = await firstProcess(running.child.pid);
  return {
    ...running,
    status: () => readFile(`/proc/${server}/status`, 'utf8'),
    async stop(): Promise<unknown> {
      process.kill(server, 'SIGTERM');
      const [exitCode]: unknown[] = await running.ended;
      return exitCode;
    },
  };
}

async function tryImage(container: Container): Promise<string> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = { ...container.environment, PORT: String(port) };
  const runInside = (program: readonly string[]) =>
    must('unshare', container.parameters(program), { environment });
  const first = await startServer(container, port);
  require(/^Uid:\s+1001\s/m.test(await first.status()), 'The server does not run as user 1001.');
  const { Healthcheck } = await readSettings();
  await runInside(Healthcheck.Test.slice(1));
  const write = "require('node:fs').writeFileSync('/app/planted', '')";
  const refusal = await runInside(['/usr/local/bin/node', '-e', write]).catch(String);
  require(refusal.includes('EROFS'), `The root can be written to: ${refusal}`);
  const links = Array.from({ length: 5 }, (_, index) => `https://shop.example/${index}`);
  for (const link of links) await saveLink(origin, link);
  require((await first.stop()) === 0, 'The server did not stop well.');
  const second = await startServer(container, port);
  for (const link of links) await requireLink(origin, link);
  require((await second.stop()) === 0, 'The server did not stop well.');
  return `ready in ${seconds(second.startTime)}, user ${user}, root read-only, ${links.length} links kept`;
}

export const imageCheck: Check = {
  name: 'image',
  needs: { buildah: 'buildah', debootstrap: 'debootstrap', unshare: 'util-linux' },
  async run() {
    await mkdir(cache, { recursive: true });
    await makeBases();
    await buildah(
      'build',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--pull=never',
      '--file',
      'Containerfile',
      '--build-arg',
      `NODE=${nodeImage}`,
      '--build-arg',
      `BASE=${baseImage}`,
      '--tag',
      image,
      '.',
    );
    const size = await compressedSize();
    require(size < largest, `The image has ${megabytes(size)}.`);
    const container = await openContainer();
    try {
      return `${megabytes(size)} compressed; ${await tryImage(container)}`;
    } finally {
      await container.remove();
    }
  },
};
