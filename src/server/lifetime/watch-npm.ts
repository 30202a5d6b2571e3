import { readFileSync } from 'node:fs';

/** Milliseconds between two looks at the processes that started the server. */
const interval = 500;

/**
 * Calls `stop` once when the npm that started this process has ended, if npm did. npm starts a program by a shell, and
 * a signal that ends npm and its shell does not reach the program.
 */
export function watchNpm(environment: Readonly<Record<string, string | undefined>>, stop: () => void): void {
  if (environment['npm_lifecycle_event'] === undefined) return;
  const begin = starters();
  const timer = setInterval(() => {
    if (starters() === begin) return;
    clearInterval(timer);
    stop();
  }, interval);
  timer.unref();
}

/** Returns the process that started this one, and the one that started that: npm's shell and npm, or npm alone. */
function starters(): string {
  const parent = process.ppid;
  return `${parent} ${parentOfShell(parent) ?? ''}`;
}

/** Returns null if the process is not npm's shell, or if this system does not tell. */
function parentOfShell(id: number): string | null {
  try {
    if (readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')[1] !== '-c') return null;
    // The name of the process, in round brackets, may have any signs.
    return /\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}
