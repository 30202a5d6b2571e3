import type { ProblemCode } from '#core/errors/problem.ts';
import { ProblemError } from '#core/errors/problem.ts';

/** Runs work on the database; whatever the database throws becomes a failure with that name. */
export async function nameStorageFailure<T>(
  work: () => Promise<T>,
  code: ProblemCode = 'storage-failed',
  detail?: string,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause;
    throw new ProblemError(code, { cause, detail });
  }
}
