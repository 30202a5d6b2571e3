import { exitCodes, type Command } from '#cli/lib/command.ts';
import { print } from '#cli/lib/terminal.ts';
import { contentsInWords, readSqliteTask } from '#cli/lib/server-data.ts';

const usage = `
Usage: linkweft restore FILE [--force]

Checks a backup and puts it into the place of the database. Stop the server first.
The database that was there is kept beside it under another name.

  --force  restores even if the present database is so damaged that nobody can tell whether a server uses it

DATA_DIR has the database (SQLite), as for the server: ./data by default. For PostgreSQL use pg_restore.

Example: DATA_DIR=/var/lib/linkweft linkweft restore /var/backups/linkweft-2027-01-31.sqlite
`;

export const restore: Command = {
  name: 'restore',
  summary: 'puts a backup into the place of the database',
  usage,
  async run(args) {
    const { directory, file, force } = await readSqliteTask(
      args,
      (name) =>
        `pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" '${name}'`,
    );
    const backups = await import('#server/backup/backup.ts');
    const { keptAs, ...contents } = await backups.restore(directory, file, { force });
    print(`The database now holds ${contentsInWords(contents)}. Start the server.\n`);
    if (keptAs !== null) print(`The database that was there before is ${keptAs}\n`);
    return exitCodes.done;
  },
};
