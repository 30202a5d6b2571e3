import type { DailyBudget } from '#server/config/config.ts';
import type { Usage } from '#core/generation/finished-generation.ts';

import type { WovenFacts } from './woven-schema.ts';

/**
 * What became of a file.
 *
 * - `written`: the new text was written.
 * - `unchanged`: no link fits, or none can be exchanged. The text is as it was.
 * - `done before`: an earlier run wrote it with the same settings.
 * - `failed`: nothing was written.
 * - `over budget`: nothing was written, because it may cost more than is left.
 * - `queued`: its job waits in the queue, or a worker does it.
 * - `not reached`: the run ended before it.
 */
export type FileStatus =
  | 'written'
  | 'unchanged'
  | 'done before'
  | 'failed'
  | 'over budget'
  | 'queued'
  | 'not reached';

export type FileOutcome = {
  readonly name: string;
  readonly target: string;
  readonly status: FileStatus;
  /** Why nothing was written. */
  readonly message: string | null;
  readonly woven: WovenFacts | null;
  /** What its answers cost, in this run or an earlier one. Null: nothing. */
  readonly usage: Usage | null;
};

export type RunOutcome = {
  readonly files: readonly FileOutcome[];
  /** Calls to the model. Null: workers of a queue made them. */
  readonly calls: number | null;
  /** What this run spent, in the unit. */
  readonly spent: number;
  readonly unit: DailyBudget['unit'];
  readonly seconds: number;
  readonly isInterrupted: boolean;
};

export function countOf(files: readonly FileOutcome[], status: FileStatus): number {
  return files.filter((file) => file.status === status).length;
}

/** Writes an amount of money or tokens. */
export function amountInWords(amount: number, unit: DailyBudget['unit']): string {
  if (unit === 'tokens') return `${Math.round(amount).toLocaleString('en')} tokens`;
  const dollars = amount / 1_000_000;
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}

/** Writes a time in one or two units. */
export function timeInWords(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
