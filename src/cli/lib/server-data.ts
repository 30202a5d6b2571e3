import process from 'node:process';
import { parseArgs } from 'node:util';

import type { FileContents } from '#server/backup/sqlite-file.ts';
import type { Config } from '#server/config/config.ts';
import { counted } from '#server/lib/visitors-and-days.ts';

import { UsageError } from './command.ts';
import { say } from './terminal.ts';

/** Returns the configuration of the server from the same variables. Throws a `UsageError` for a wrong one. */
export async function readServerConfig(): Promise<Config> {
  const { readConfig } = await import('#server/config/config.ts');
  const { misspeltVariables } = await import('#server/config/misspelt-variables.ts');
  for (const line of misspeltVariables(process.env)) say(line);
  try {
    return readConfig(process.env);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** What a command for the SQLite file is asked to do. */
type SqliteTask = { readonly directory: string; readonly file: string; readonly force: boolean };

/**
 * Reads the arguments `FILE [--force]`, and where the SQLite file is. Throws a `UsageError` for other arguments, and
 * with PostgreSQL, where it names the other command for the file.
 */
export async function readSqliteTask(
  args: readonly string[],
  otherCommand: (file: string) => string,
): Promise<SqliteTask> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { force: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const file = requireOne(positionals, 'FILE');
  const { dataDirectory, databaseUrl } = await readServerConfig();
  if (databaseUrl === null) return { directory: dataDirectory, file, ...values };
  throw new UsageError(
    `DATABASE_URL is set, so PostgreSQL has the links. Use its own program: ${otherCommand(file)}`,
  );
}

/** Returns the only argument of a command. Throws a `UsageError` for none or several. */
export function requireOne(values: readonly string[], name: string): string {
  const [value, ...others] = values;
  if (value === undefined || value === '' || others.length > 0) throw new UsageError(`Give one ${name}.`);
  return value;
}

export function contentsInWords({ links, workspaces, version, bytes }: FileContents): string {
  const size = `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
  return `${counted(links, 'link')} of ${counted(workspaces, 'workspace')} (${size}, version ${version} of the database)`;
}
