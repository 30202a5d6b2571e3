import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import process from 'node:process';

export type ServerProcess = {
  /** Where it listens, once it says so. Rejects with what it printed when it ends before. */
  ready(): Promise<string>;
  /** What it has printed so far. */
  printed(): string;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  end(signal: NodeJS.Signals): Promise<void>;
};

export type ServerCommand = {
  readonly environment: Readonly<Record<string, string>>;
  /** A program and its parameters that run what follows them: a tracer, a shell with limits. */
  readonly through?: readonly string[];
  readonly file?: string;
};

/** The built server as a process of its own, on any free port, with one list for all its writers. */
export function spawnServer({
  environment,
  through = [],
  file = 'dist/server/main.js',
}: ServerCommand): ServerProcess {
  const [program, ...parameters] = [...through, process.execPath, file];
  const child = spawn(program, parameters, {
    env: { PATH: process.env['PATH'], PORT: '0', WORKSPACE: 'shared', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    async ready() {
      while (child.exitCode === null && child.signalCode === null) {
        const url = /ready at (http:\S+)\n/.exec(printed)?.[1];
        if (url !== undefined) return url;
        await sleep(5);
      }
      throw new Error(`The server did not start.\n${printed}`);
    },
    printed: () => printed,
    ended,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
