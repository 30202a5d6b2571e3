import { statSync } from 'node:fs';

import { UnsafeDatabaseError } from './database-failures.ts';

export type SqliteFiles = {
  /** Why nothing may be saved at present; null: nothing is known against it. */
  danger(): UnsafeDatabaseError | null;
  /** Throws it. */
  requireSafe(): void;
  /** From now on nothing is saved. `finding`: what was found in the file. */
  noteDamage(finding: string): void;
};

/**
 * Remembers the files of an open database. A program that has a file open goes on writing to it after it was deleted
 * or replaced, and all of that is gone with the program. `makeWhole` is called when they are lost: what still stands in the log alone goes into the database, wherever that is now, and a database put in its place does not find
 * the log of another.
 */
export function rememberFiles(file: string, makeWhole: () => void): SqliteFiles {
  const opened = new Map<string, string>();
  let damage: UnsafeDatabaseError | null = null;
  let isWhole = false;

  function saveLog(): void {
    if (isWhole) return;
    try {
      makeWhole();
      isWhole = true;
    } catch {
      // Such as in the middle of a transaction: it is tried again the next time.
    }
  }

  /** The name of a file that is not the one it was. SQLite makes the two others when it first needs them. */
  function findLost(): string | undefined {
    return [file, `${file}-wal`, `${file}-shm`].find((name) => {
      const identity = identityOf(name);
      const before = opened.get(name);
      if (before === undefined && identity !== null) opened.set(name, identity);
      return before !== undefined && before !== identity;
    });
  }

  function danger(): UnsafeDatabaseError | null {
    if (damage !== null) return damage;
    const lost = findLost();
    if (lost === undefined) {
      isWhole = false;
      return null;
    }
    saveLog();
    return new UnsafeDatabaseError('DATABASE_MOVED', movedText(lost));
  }

  findLost();
  return {
    danger,
    requireSafe() {
      const known = danger();
      if (known !== null) throw known;
    },
    noteDamage(finding) {
      damage = new UnsafeDatabaseError('DATABASE_DAMAGED', damageText(file, finding));
    },
  };
}

/** Null: it is not there, or cannot be reached. */
function identityOf(name: string): string | null {
  try {
    const { dev, ino } = statSync(name, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}

function movedText(name: string): string {
  return `The database file ${name} was deleted, moved or replaced while the server runs. Nothing is saved until it is back: put it back, or restart the server to use what is there now.`;
}

function damageText(file: string, finding: string): string {
  return `The database file ${file} is damaged: ${finding}. Nothing is saved. Stop the server, keep a copy of the file, and put it back from a backup, or rescue what can be read with: sqlite3 FILE .recover`;
}
