import * as z from 'zod/mini';

import { ProblemError } from '#core/errors/problem.ts';

import type { Config } from './config/config.ts';
import { NewerDatabaseError } from './db/migrate.ts';

/** What keeps the server from starting, in words for whoever starts it. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

const codeSchema = z.object({ code: z.string() });

/** Where to listen, and which variables say so. */
export type ListenAddress = {
  readonly host: string;
  readonly port: number;
  readonly variables: { readonly host: string; readonly port: string };
};

const listenFailures: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ host, port, variables }) =>
    `Port ${port} on ${host} is taken already. Stop the other program, or set ${variables.port} to another number.`,
  EACCES: ({ port, variables }) =>
    `This account may not listen on port ${port}. Set ${variables.port} to a number above 1023.`,
};

/** Why the server cannot listen and what to set, in one sentence or two. */
export function explainListenFailure(error: unknown, address: ListenAddress): string {
  const known = listenFailures[codeOf(error)];
  if (known !== undefined) return known(address);
  const { host, variables } = address;
  return `Linkweft cannot listen on ${host}. Set ${variables.host} to an address of this machine, such as 127.0.0.1. (${codeOf(error)})`;
}

/** Why the links cannot be opened and what to set; without the database's address, which holds a password. */
export function explainStoreFailure(error: unknown, config: Config): string {
  if (error instanceof NewerDatabaseError) return error.message;
  const reason = reasonOf(error instanceof ProblemError ? error.cause : error);
  if (config.databaseUrl !== null)
    return `The PostgreSQL database of DATABASE_URL cannot be opened: ${reason}. Check the address, and that it is running.`;
  return `The links in ${config.dataDirectory} cannot be opened: ${reason}. Set DATA_DIR to a directory that this account can write to, or put the database file back from a backup.`;
}

/** Without a full stop. A problem's own message is for visitors: what it stands for is told. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

function codeOf(error: unknown): string {
  const parsed = codeSchema.safeParse(error);
  return parsed.success ? parsed.data.code : 'unknown';
}
