import { readFileSync } from 'node:fs';

/** Memory that a process holds, in MB; not a number where the system does not tell. */
export function residentMegabytes(processId: number): number {
  try {
    const [, kilobytes = 'NaN'] =
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1000;
  } catch {
    return Number.NaN;
  }
}
