import { ProblemError } from '#core/errors/problem.ts';

import type { FinishedGeneration } from './finished-generation.ts';

/** A generation that failed after at least one version was finished; it brings what was. */
export class UnfinishedError extends ProblemError {
  readonly generation: FinishedGeneration;

  constructor(problem: ProblemError, generation: FinishedGeneration) {
    const { code, message: detail, retryAfterSeconds } = problem;
    super(code, { cause: problem, detail, retryAfterSeconds });
    this.generation = generation;
  }
}
