import { ProblemError } from '#core/errors/problem.ts';
import type { ProblemCode } from '#core/errors/problem.ts';

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

/** Why a database may not be written to, though it can be read. */
export class UnsafeDatabaseError extends Error {
  override readonly name = 'UnsafeDatabaseError';
  /** For the log, and for whoever asks whether the server is ready. */
  readonly code: 'DATABASE_MOVED' | 'DATABASE_DAMAGED';

  /** `message`: what is wrong and what to do, for whoever runs the server. */
  constructor(code: UnsafeDatabaseError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
