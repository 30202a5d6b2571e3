import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in MB, or NaN if the system does not report it. */
export function residentMegabytes(processId: number): number {
  try {
    const [, kilobytes = 'NaN'] =
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1000;
  } catch {
    return Number.NaN;
  }
}
