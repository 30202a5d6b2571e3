import { spawnSync } from 'node:child_process';

const calls = 'fsync,fdatasync,pwrite64,write,writev';

/** Whether system calls can be watched here: strace is there and allowed. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

/** What runs the server so that its system calls go to a file, in their order, with the names of files. */
export function tracing(file: string): readonly string[] {
  return ['strace', '-D', '-f', '-y', '-s', '32', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', file];
}

export type TracedAnswers = { readonly synced: number; readonly unsynced: number };

const sync = /^(\d+) +(?:fsync|fdatasync)\(\d+<[^>]*-wal>(?:\) += 0| <(unfinished) )/;
/** Where another thread calls in between, the end of a call is told on a line of its own. */
const syncEnd = /^(\d+) +<\.\.\. (?:fsync|fdatasync) resumed>\) += 0/;

/** Of the answers that acknowledge a write: how many left after all that was written to the log was synced. */
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
