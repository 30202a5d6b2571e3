import { statSync } from 'node:fs';

import { UnsafeDatabaseError } from './database.ts';

/**
 * Watches the files of an open database. When an open file is deleted or replaced, the program still writes to the old
 * one, and those writes are lost with the program. Calls `moveLog` when a file is lost. It moves the log into the old
 * database, wherever that is now, so that a new database in its place does not find a foreign log.
 */
export function rememberFiles(file: string, moveLog: () => void) {
  const opened = new Map<string, string>();
  let damage: UnsafeDatabaseError | null = null;
  let isLogMoved = false;

  function saveLog(): void {
    if (isLogMoved) return;
    try {
      moveLog();
      isLogMoved = true;
    } catch {
      // This fails during a transaction, for example. The next call tries again.
    }
  }

  /** Returns the name of a file that was replaced or deleted. SQLite creates the two others when it first needs them. */
  function findLost(): string | undefined {
    return [file, `${file}-wal`, `${file}-shm`].find((name) => {
      const identity = identityOf(name);
      const before = opened.get(name);
      if (before === undefined && identity !== null) opened.set(name, identity);
      return before !== undefined && before !== identity;
    });
  }

  /** Returns why nothing may be saved at present; null when saving is safe. */
  function danger(): UnsafeDatabaseError | null {
    if (damage !== null) return damage;
    const lost = findLost();
    if (lost === undefined) {
      isLogMoved = false;
      return null;
    }
    saveLog();
    return new UnsafeDatabaseError(
      'DATABASE_MOVED',
      `The database file ${lost} was deleted, moved or replaced while the server runs. Nothing is saved until it is back: put it back, or restart the server to use what is there now.`,
    );
  }

  findLost();
  return {
    danger,
    /** Throws what `danger` returns. */
    requireSafe(): void {
      const known = danger();
      if (known !== null) throw known;
    },
    /** From now on nothing is saved. `finding`: what is wrong with the file. */
    noteDamage(finding: string): void {
      damage = new UnsafeDatabaseError(
        'DATABASE_DAMAGED',
        `The database file ${file} is damaged: ${finding}. Nothing is saved. Stop the server, keep a copy of the file, and put it back from a backup, or rescue what can be read with: sqlite3 FILE .recover`,
      );
    },
  };
}

/** Returns null when the file does not exist or cannot be read. */
function identityOf(name: string): string | null {
  try {
    const { dev, ino } = statSync(name, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
