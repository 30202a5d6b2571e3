import { exitCodes, type Command } from '#cli/lib/command.ts';
import { print } from '#cli/lib/terminal.ts';
import { contentsInWords, readSqliteTask } from '#cli/lib/server-data.ts';

const usage = `
Usage: linkweft backup FILE [--force]

Writes all that the database holds at this moment into FILE and checks it. The server may run.
Only you can read the file: it has the links of all visitors.

  --force  replaces FILE if it exists

DATA_DIR has the database (SQLite), as for the server: ./data by default. For PostgreSQL use pg_dump.

Example: DATA_DIR=/var/lib/linkweft linkweft backup /var/backups/linkweft-2027-01-31.sqlite
`;

export const backup: Command = {
  name: 'backup',
  summary: 'writes the database into a file while the server runs',
  usage,
  async run(args) {
    const { directory, file, force } = await readSqliteTask(
      args,
      (name) => `pg_dump --format=custom --file='${name}' "$DATABASE_URL"`,
    );
    const { backUp } = await import('#server/backup/backup.ts');
    const contents = await backUp(directory, file, { force });
    print(`${file} holds ${contentsInWords(contents)}. It was checked.\n`);
    return exitCodes.done;
  },
};
