import { parseArgs } from 'node:util';

import { exitCodes, type Command } from '#cli/lib/command.ts';
import { print } from '#cli/lib/terminal.ts';
import { readServerConfig, requireOne } from '#cli/lib/server-data.ts';
import { counted } from '#server/lib/visitors-and-days.ts';

const usage = `
Usage: linkweft import FILE

Adds the workspaces of a file of "linkweft export" to the database, SQLite or PostgreSQL. Browsers and recovery codes
open them as before. What the database has already stays as it is, so you can repeat an import. The whole file is
checked first.

DATABASE_URL or DATA_DIR say where the database is, as for the server. It is made if it does not exist.

Example: DATABASE_URL=postgres://user:password@host/linkweft linkweft import workspaces.jsonl
`;

export const importCommand: Command = {
  name: 'import',
  summary: 'adds the workspaces of a file to the database',
  usage,
  async run(args) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const file = requireOne(positionals, 'FILE');
    const { importWorkspaces } = await import('#server/backup/import-workspaces.ts');
    const { openDatabase } = await import('#server/db/open-database.ts');
    const database = await openDatabase({ ...(await readServerConfig()), onIdleError: () => undefined });
    try {
      const { links, workspaces, kept, ended } = await importWorkspaces(database, file);
      print(`Added ${counted(links, 'link')} and ${counted(workspaces, 'workspace')}.\n`);
      if (kept > 0) print(`Not changed, because they were there: ${counted(kept, 'link')}.\n`);
      if (ended > 0) print(`Left out, because they were deleted there: ${counted(ended, 'workspace')}.\n`);
    } finally {
      await database.close();
    }
    return exitCodes.done;
  },
};
