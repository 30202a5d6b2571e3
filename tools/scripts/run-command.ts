import { spawn } from 'node:child_process';
import process from 'node:process';

export type CommandResult = {
  /** Null if a signal ended the command, or if it could not be started. */
  readonly exitCode: number | null;
  /** The standard output and standard error, in the order of arrival. */
  readonly output: string;
};

export type CommandOptions = {
  readonly environment?: NodeJS.ProcessEnv;
  readonly folder?: string;
  readonly limitSeconds?: number;
};

/** Runs a command and returns its output. Never rejects: a command that cannot run has the exit code null. */
export function runCommand(
  command: string,
  parameters: readonly string[],
  { environment = {}, folder = '.', limitSeconds = 600 }: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const keep = (chunk: string) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const endWithUs = () => child.kill('SIGTERM');
    process.once('exit', endWithUs);
    const timer = setTimeout(() => {
      keep(`\nEnded after ${limitSeconds} seconds without a result.\n`);
      child.kill('SIGKILL');
    }, limitSeconds * 1000);
    const finish = (exitCode: number | null) => {
      clearTimeout(timer);
      process.off('exit', endWithUs);
      resolve({ exitCode, output });
    };
    child.once('error', (error) => {
      keep(`${error.message}\n`);
      finish(null);
    });
    child.once('close', finish);
  });
}

/** Runs a command line tool of an installed package. */
export function runTool(
  name: string,
  parameters: readonly string[] = [],
  options?: CommandOptions,
): Promise<CommandResult> {
  return runCommand(`node_modules/.bin/${name}`, parameters, options);
}
