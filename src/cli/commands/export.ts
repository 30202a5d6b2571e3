import process from 'node:process';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import { exitCodes, UsageError, type Command } from '#cli/lib/command.ts';
import { print } from '#cli/lib/terminal.ts';
import { readServerConfig, requireOne } from '#cli/lib/server-data.ts';
import { counted } from '#server/lib/visitors-and-days.ts';

const usage = `
Usage: linkweft export FILE [--workspace CODE] [--force]

Writes all workspaces into FILE, from SQLite or PostgreSQL, for "linkweft import" into another database. The server may
run; what is saved later is not in the file. Only you can read the file: it has the links of all visitors.

  --workspace CODE  writes only the workspace with this recovery code or id; - reads it from standard input
  --force           replaces FILE if it exists

DATABASE_URL or DATA_DIR say where the database is, as for the server.

Example: DATA_DIR=/var/lib/linkweft linkweft export workspaces.jsonl
`;

export const exportCommand: Command = {
  name: 'export',
  summary: 'writes workspaces into a file for another database',
  usage,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { workspace: { type: 'string' }, force: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const file = requireOne(positionals, 'FILE');
    const workspace = values.workspace === undefined ? null : await readWorkspaceId(values.workspace);
    const { exportWorkspaces } = await import('#server/backup/export-workspaces.ts');
    const { openForReading } = await import('#server/db/open-database.ts');
    const database = await openForReading({ ...(await readServerConfig()), onIdleError: () => undefined });
    try {
      const { links, workspaces } = await exportWorkspaces(database, file, { ...values, workspace });
      print(`${file} has ${counted(links, 'link')} of ${counted(workspaces, 'workspace')}.\n`);
    } finally {
      await database.close();
    }
    return exitCodes.done;
  },
};

/** A recovery code should not be in the history of a shell, so standard input may give it. */
async function readWorkspaceId(given: string): Promise<string> {
  const code = (given === '-' ? await text(process.stdin) : given).trim();
  const { isWorkspaceId } = await import('#server/workspaces/workspace-store.ts');
  if (isWorkspaceId(code)) return code;
  const { readRecoveryCode, workspaceIdOf } = await import('#server/http/plugins/workspaces.ts');
  try {
    return workspaceIdOf(readRecoveryCode(code));
  } catch (error) {
    throw new UsageError(`--workspace: ${error instanceof Error ? error.message : String(error)}`);
  }
}
