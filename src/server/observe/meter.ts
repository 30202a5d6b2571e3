import type { Usage } from '#core/generation/finished-generation.ts';
import type { Tokens } from '#core/limits/limits.ts';
import type { CallPurpose } from '#core/generation/writing-job.ts';
import type { ProblemCode } from '#core/errors/problem.ts';

type Writer = 'model' | 'built-in';

type MeteredGeneration = {
  /** Reports the first text of the reply. Further calls are ignored. */
  firstText(): void;
  /** Reports the end: 'done' or a problem code. Further calls are ignored. `usage` is null if nothing was used. */
  end(outcome: 'done' | ProblemCode, usage: Usage | null): void;
};

export type Budget = { readonly unit: 'usd' | 'tokens'; readonly left: number };

/** Receives events for monitoring. They never contain content, links or visitors. */
export type Meter = {
  generationStarted(writer: Writer): MeteredGeneration;
  /** A generation was requested but not started. */
  generationRefused(reason: ProblemCode): void;
  /** A model was called, for the first time or for a repair. */
  modelCalled(purpose: CallPurpose): void;
  /** A provider counted more tokens for a call than were booked. `tokens` is the difference. */
  tokensUnbooked(tokens: Tokens): void;
  /** Counts an open stream. Returns a function that counts its end. */
  streamOpened(): () => void;
  /** Registers a function that reads the rest of the budget. It is called whenever the metrics are read. Null: no budget. */
  budgetLeft(read: () => Promise<Budget | null>): void;
};

/** A meter that does nothing. */
export const silentMeter: Meter = {
  generationStarted: () => ({ firstText() {}, end() {} }),
  generationRefused() {},
  modelCalled() {},
  tokensUnbooked() {},
  streamOpened: () => () => {},
  budgetLeft() {},
};
