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
