import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';

import { build } from 'vite';
import type { TestProject } from 'vitest/node';

import { startPostgresCluster } from './db/test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server that gives test files the parts that all files of a run share. */
    sharedParts: string;
  }
}

type Part = { readonly value: string; close(): Promise<void> };

const makers: ReadonlyMap<string, () => Promise<Part>> = new Map([
  ['/postgres', startCluster],
  ['/programs', bundlePrograms],
]);

/** Starts a server for shared parts. Each part is made once for a run, at its first use. */
export async function setup(project: TestProject) {
  const made = new Map<string, Promise<Part>>();
  async function take(name: string): Promise<string> {
    const part = made.get(name) ?? makers.get(name)?.();
    if (part === undefined) throw new Error(`Nothing is shared at ${name}.`);
    made.set(name, part);
    return (await part).value;
  }

  const server = createServer((request, response) => {
    take(request.url ?? '').then(
      (value) => response.end(value),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  project.provide('sharedParts', `http://127.0.0.1:${address.port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    for (const part of made.values()) await part.then(({ close }) => close()).catch(() => undefined);
  };
}

async function startCluster(): Promise<Part> {
  const { url, stop } = await startPostgresCluster();
  return { value: url, close: stop };
}

/** Bundles the programs that tests start as processes. Otherwise each process would compile all sources again. */
async function bundlePrograms(): Promise<Part> {
  await mkdir('.cache', { recursive: true });
  const folder = await mkdtemp('.cache/test-programs-');
  await build({
    configFile: 'src/server/vite.config.ts',
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      sourcemap: false,
      rolldownOptions: {
        input: {
          main: 'src/server/main.ts',
          cli: 'src/cli/main.ts',
          thread: 'src/server/threads/thread.ts',
          'link-process': 'src/server/links/test-link-process.ts',
          'order-process': 'src/server/orders/test-order-process.ts',
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return { value: folder, close: () => rm(folder, { recursive: true, force: true }) };
}
