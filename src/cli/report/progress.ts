import process from 'node:process';

import { onOneLine } from '#core/lib/helpers.ts';

import { shown } from '#cli/lib/terminal.ts';

import { amountInWords, timeInWords, type FileOutcome } from './outcome.ts';
import type { DailyBudget } from '#server/config/config.ts';

export type Progress = {
  /** Says one line to the user. */
  say(line: string): void;
  fileEnded(outcome: FileOutcome): void;
  end(): void;
};

type Shown = {
  readonly total: number;
  readonly unit: DailyBudget['unit'];
  /** What the run has spent so far, in the unit. */
  readonly spent: () => number;
};

const marks: Readonly<Record<FileOutcome['status'], string>> = {
  written: 'ok  ',
  unchanged: 'same',
  'done before': 'done',
  failed: 'FAIL',
  'over budget': 'stop',
  queued: 'sent',
  'not reached': 'left',
};

/** Shows on stderr how far a run is: a line for each file, and on a terminal a last line with cost and time left. */
export function createProgress({ total, unit, spent }: Shown): Progress {
  const began = performance.now();
  const { isTTY } = process.stderr;
  let [ended, worked] = [0, 0];
  let status = '';

  function say(line: string): void {
    process.stderr.write(`${clear()}${shown(line)}\n${isTTY ? status : ''}`);
  }

  const clear = () => (isTTY && status !== '' ? '\r\u001B[K' : '');

  function statusLine(): string {
    const left = worked === 0 ? 0 : (((performance.now() - began) / worked) * (total - ended)) / 1000;
    const time = ended === total ? '' : `, about ${timeInWords(left)} left`;
    return `${ended} of ${total} files, ${amountInWords(spent(), unit)}${time}`;
  }

  return {
    say,
    fileEnded(outcome) {
      ended += 1;
      if (outcome.status === 'written') worked += 1;
      const why = outcome.message === null ? '' : `: ${outcome.message}`;
      const next = statusLine();
      const behind = isTTY ? '' : ` (${next})`;
      const line = shown(onOneLine(`${outcome.name}${why}`));
      process.stderr.write(`${clear()}${marks[outcome.status]} ${line}${behind}\n`);
      status = next;
      if (isTTY) process.stderr.write(status);
    },
    end() {
      process.stderr.write(clear());
      status = '';
    },
  };
}
