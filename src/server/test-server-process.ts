import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { sharedProgram } from './test-shared.ts';

export type TestServerProcess = Awaited<ReturnType<typeof spawnTestServer>>;

/** Starts the server as a process, on any free port. */
export async function spawnTestServer(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [await sharedProgram('main')], {
    env: { PATH: process.env['PATH'], PORT: '0', LOCAL_MODEL_PORTS: 'off', ...environment },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {
    child,
    /** Its exit code and the signal that ended it. */
    ended: once(child, 'close'),
    printed: () => printed,
    /** Returns its address as soon as the server prints it. */
    async origin(): Promise<string> {
      while (child.exitCode === null && child.signalCode === null) {
        const origin = /ready at (http:[\d.:/]+)\n/.exec(printed)?.[1];
        if (origin !== undefined) return origin;
        await sleep(10);
      }
      throw new Error(`The server did not start.\n${printed}`);
    },
  };
}
