import { ProblemError, type ProblemCode } from '#core/errors/problem.ts';

/** Runs work on the database. Throws a `ProblemError` with the code instead of a failure of the database. */
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

/** Why a database must not be written, although it can be read. */
export class UnsafeDatabaseError extends Error {
  override readonly name = 'UnsafeDatabaseError';
  /** For the log and the readiness check. */
  readonly code: 'DATABASE_MOVED' | 'DATABASE_DAMAGED';

  /** `message` tells the operator what is wrong and what to do. */
  constructor(code: UnsafeDatabaseError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
