import { spawnSync } from 'node:child_process';

const calls = 'execve,fsync,fdatasync,pwrite64,write,writev';

/** Returns whether strace is installed and allowed here. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

/** Returns the command that writes the system calls of a server to a file, in order and with file names. */
export function tracing(file: string): readonly string[] {
  return ['strace', '-f', '-y', '-s', '32', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', file];
}

/** Returns the process id of the traced program. Its start is the first line of a trace. */
export function tracedProcess(trace: string): number {
  return Number(/^(\d+) +execve\(/.exec(trace)?.[1]);
}

export type TracedAnswers = { readonly synced: number; readonly unsynced: number };

const sync = /^(\d+) +(?:fsync|fdatasync)\(\d+<[^>]*-wal>(?:\) += 0| <(unfinished) )/;
/** If another thread makes a call during the sync, strace reports the end of the sync on a line of its own. */
const syncEnd = /^(\d+) +<\.\.\. (?:fsync|fdatasync) resumed>\) += 0/;

/** Counts the answers that acknowledge a write: those after the sync of the write-ahead log, and those before it. */
export function countAnswers(trace: string): TracedAnswers {
  let answers = { synced: 0, unsynced: 0 };
  let wasWritten = false;
  let isSynced = false;
  const syncing = new Set<string>();
  for (const line of trace.split('\n')) {
    if (/ pwrite64\(\d+<[^>]*-wal>/.test(line)) {
      wasWritten = true;
      isSynced = false;
      syncing.clear();
    }
    const [, thread = '', unfinished] = sync.exec(line) ?? [];
    const [, ended = ''] = syncEnd.exec(line) ?? [];
    if (unfinished !== undefined) syncing.add(thread);
    else if (thread !== '' || syncing.delete(ended)) isSynced = true;
    else if (/"HTTP\/1\.1 20[014] /.test(line)) {
      const isSafe = wasWritten && isSynced;
      answers = isSafe
        ? { ...answers, synced: answers.synced + 1 }
        : { ...answers, unsynced: answers.unsynced + 1 };
      wasWritten = false;
      isSynced = false;
    }
  }
  return answers;
}
