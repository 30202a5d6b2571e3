import { readFile } from 'node:fs/promises';

import { nearestName } from '#core/lib/nearest-name.ts';

import { exitCodes, UsageError, type Command, type ExitCode } from './command.ts';
import { packageFile } from './package-file.ts';
import { print, say } from './terminal.ts';

/** Where `runCli` writes. */
type Output = { out(text: string): void; err(text: string): void };

const standardOutput: Output = {
  out: print,
  err: (text) => say(text.trimEnd()),
};

/** Runs one of the commands with the arguments of the process. Returns the exit code. Failures are written as words. */
export async function runCli(
  args: readonly string[],
  commands: readonly Command[],
  output: Output = standardOutput,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name)) {
    output.out(helpOf(commands));
    return exitCodes.done;
  }
  if (name === '--version') {
    output.out(`${await readVersion()}\n`);
    return exitCodes.done;
  }
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    output.err(unknownCommand(name, commands));
    return exitCodes.wrongUse;
  }
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (options.some(isHelp)) {
    output.out(`${command.usage.trim()}\n`);
    return exitCodes.done;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    output.err(`linkweft ${name}: ${wordsOf(error)}\n`);
    if (!isUsageError(error)) return exitCodes.someFailed;
    output.err(`"linkweft ${name} --help" lists all options.\n`);
    return exitCodes.wrongUse;
  }
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

/** Node's `parseArgs` throws errors with codes that begin like this. */
function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** The first line of Node's messages of options says all. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return isUsageError(error) && !(error instanceof UsageError)
    ? words.replace(/\. To specify [^]*/u, '.')
    : words;
}

function helpOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Linkweft adds your own links to your own text: your words, your URLs, exactly.',
    '',
    'Usage: linkweft COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '"linkweft COMMAND --help" describes a command. "linkweft --version" prints the version.',
    'Exit codes: 0 all is done, 1 something failed, 2 wrong use, 3 the rest waits for another run, 130 interrupted.',
    '',
  ].join('\n');
}

function unknownCommand(name: string, commands: readonly Command[]): string {
  const nearest = nearestName(
    name,
    commands.map((command) => command.name),
  );
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `linkweft: there is no command "${name}".${hint}\n"linkweft --help" lists all commands.\n`;
}

/** Returns the version of this package. */
export async function readVersion(): Promise<string> {
  const description: unknown = JSON.parse(await readFile(packageFile('package.json'), 'utf8'));
  const isObject = typeof description === 'object' && description !== null;
  return isObject && 'version' in description ? String(description.version) : 'unknown';
}
