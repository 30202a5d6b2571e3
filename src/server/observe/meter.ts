import type { Usage } from '#core/generation/generation.ts';
import type { Tokens } from '#core/limits/token-count.ts';
import type { CallPurpose } from '#core/generation/writing-job.ts';
import type { ProblemCode } from '#core/errors/problem.ts';

export type Writer = 'model' | 'built-in';

export type MeteredGeneration = {
  /** The first text of the reply has come. Heard once. */
  firstText(): void;
  /** How it ended: whole, or by a failure's name. Heard once. `usage` is null where nothing was used. */
  end(outcome: 'done' | ProblemCode, usage: Usage | null): void;
};

export type Budget = { readonly unit: 'usd' | 'tokens'; readonly left: number };

/** The port through which the program tells whoever watches it what happens. Never content, links or visitors. */
export type Meter = {
  generationStarted(writer: Writer): MeteredGeneration;
  /** A generation was asked for and not begun. */
  generationRefused(reason: ProblemCode): void;
  /** A model was asked, for the first time or for what is missing. */
  modelCalled(purpose: CallPurpose): void;
  /** A provider counted so much more than is booked of its call. */
  tokensUnbooked(tokens: Tokens): void;
  /** Counts an answer that streams, until what is returned is called. */
  streamOpened(): () => void;
  /** Asks anew whenever somebody looks. Null: there is no budget. */
  budgetLeft(read: () => Promise<Budget | null>): void;
};

/** Nobody watches. */
export const silentMeter: Meter = {
  generationStarted: () => ({ firstText() {}, end() {} }),
  generationRefused() {},
  modelCalled() {},
  tokensUnbooked() {},
  streamOpened: () => () => {},
  budgetLeft() {},
};
