import { spawn } from 'node:child_process';
import process from 'node:process';

export type CliEnd = { readonly exitCode: number | null; readonly out: string; readonly err: string };

type Start = { readonly folder: string; readonly environment?: Readonly<Record<string, string>> };

/** Starts the command as a process. It gets no other variables than these. */
export function spawnCli(program: string, args: readonly string[], { folder, environment = {} }: Start) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = new Promise<CliEnd>((resolve) => {
    child.once('close', (exitCode) => resolve({ exitCode, ...said }));
  });
  return { child, ended, said };
}

/** Runs the command to its end. */
export function runCliProcess(program: string, args: readonly string[], start: Start): Promise<CliEnd> {
  return spawnCli(program, args, start).ended;
}
