import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import process from 'node:process';

export type ServerProcess = {
  /** Returns the origin when the server listens. Rejects with the output if the server ends first. */
  ready(): Promise<string>;
  printed(): string;
  /** The exit code, or null if a signal ended the process. */
  readonly ended: Promise<number | null>;
  end(signal: NodeJS.Signals): Promise<void>;
};

export type ServerCommand = {
  readonly environment: Readonly<Record<string, string>>;
  /** A program with parameters that runs the server as its command, such as a tracer or a shell with limits. */
  readonly through?: readonly string[];
  readonly file?: string;
};

/** Starts the built server as a process on a free port, with one list of links for all writers. */
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
