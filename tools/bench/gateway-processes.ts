import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import process from 'node:process';

import type { Job } from './gateway-job.ts';

const startLimitMs = 20_000;

/** The server has its own core. With only two cores, load and provider share the other one. */
const coreOf = { server: 0, load: 1, provider: availableParallelism() > 2 ? 2 : 1 };
const canPin = existsSync('/usr/bin/taskset') && availableParallelism() > 1;

export type Program = {
  readonly parameters: readonly string[];
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

export type Running = {
  readonly port: number;
  readonly processId: number;
  /** The time from the start of the process to its first answer. */
  readonly bootMs: number;
  stop(): Promise<void>;
};

/** Starts a server on a free port, which it gives as `PORT` and in place of `{port}` in the parameters. */
export async function startProgram(program: Program, role: 'server' | 'provider'): Promise<Running> {
  const port = await freePort();
  const parameters = program.parameters.map((parameter) => parameter.replace('{port}', String(port)));
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    ...program.environment,
  };
  const began = performance.now();
  const child = spawnOn(coreOf[role], parameters, program.folder, environment);
  child.stdin?.end();
  let printed = '';
  const keep = (chunk: string) => (printed = (printed + chunk).slice(-4000));
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  };
  if (await answers(port, () => child.exitCode === null && performance.now() - began < startLimitMs))
    return { port, processId: child.pid ?? 0, bootMs: performance.now() - began, stop };
  await stop();
  throw new Error(`it did not start: ${errorLineOf(printed) ?? printed.trim().slice(-300)}`);
}

/** Runs one job in the load process and returns its result. */
export async function runLoad(job: Job): Promise<unknown> {
  const child = spawnOn(coreOf.load, ['--import', 'tsx', 'tools/bench/gateway-load-process.ts'], '.', {});
  if (child.stdin === null || child.stdout === null || child.stderr === null) throw new Error('No pipes.');
  child.stdin.end(JSON.stringify(job));
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (output !== '') return JSON.parse(output);
  throw new Error(errorLineOf(complaint) ?? 'the load process ended without a result.');
}

function errorLineOf(printed: string): string | null {
  return /^\w*Error: (.*)/m.exec(printed)?.[1] ?? null;
}

function spawnOn(
  core: number,
  parameters: readonly string[],
  folder = '.',
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const pinned = canPin ? ['taskset', '-c', String(core)] : [];
  const [command = process.execPath, ...rest] = [...pinned, process.execPath, ...parameters];
  return spawn(command, rest, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function answers(port: number, mayCome: () => boolean): Promise<boolean> {
  while (mayCome()) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer !== null) return true;
    await sleep(3);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
