import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { sharedProgram } from '#server/test-shared.ts';

/** Starts the server by an npm script. `script` has NODE where the server's command stands. */
async function startByNpm(script: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-npm-'));
  const command = `"${process.execPath}" "${await sharedProgram('main')}"`;
  const scripts = { start: script.replace('NODE', command) };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
  const npm = spawn('npm', ['start', '--script-shell=/bin/sh'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', LOCAL_MODEL_PORTS: 'off', DATA_DIR: folder },
    // Its own group, so that the end of the test also ends what npm has left.
    detached: true,
  });
  let printed = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = once(npm.stdout, 'close');
  onTestFinished(async () => {
    await rm(folder, { recursive: true });
  });
  await expect.poll(() => printed).toContain('ready at');
  const origin = /ready at (http:[\d.:/]+)\n/.exec(printed)?.[1] ?? '';
  /** Sends a signal to npm and all that it started, as a terminal does. */
  const killAll = (signal: NodeJS.Signals) => process.kill(-(npm.pid ?? 0), signal);
  return { npm, killAll, origin, ended };
}

test.each([
  ['NODE', 'SIGTERM'],
  ['NODE', 'SIGHUP'],
  ['NODE', 'SIGKILL'],
  ['NODE; true', 'SIGTERM'],
  ['NODE; true', 'SIGKILL'],
  ['exec NODE', 'SIGKILL'],
] as const)('with the script "%s", %s to npm alone stops the server', async (script, signal) => {
  const { npm, origin, ended } = await startByNpm(script);
  npm.kill(signal);
  // The server holds npm's output open until it ends.
  await ended;
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

test.each(['SIGINT', 'SIGHUP'] as const)(
  '%s of a terminal, to npm and the server, stops both',
  async (signal) => {
    const { killAll, origin, ended } = await startByNpm('NODE');
    killAll(signal);
    await ended;
    await expect(fetch(origin)).rejects.toThrow('fetch failed');
  },
);
