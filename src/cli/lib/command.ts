/** What the exit code of the program says. */
export const exitCodes = {
  done: 0,
  someFailed: 1,
  wrongUse: 2,
  unfinished: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export type Command = {
  readonly name: string;
  /** One line for the list of all commands. */
  readonly summary: string;
  /** What `linkweft COMMAND --help` prints: its forms, options and examples. */
  readonly usage: string;
  /**
   * Runs the command with the arguments that follow its name. Large parts of the program are imported here and not
   * at the top of the file, so that each command loads only what it needs.
   *
   * @throws UsageError if the arguments are wrong
   */
  run(args: readonly string[]): Promise<ExitCode>;
};

/** The command cannot do what it was told. The message says why, and what to do. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
