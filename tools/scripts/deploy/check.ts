import { runCommand, type CommandOptions } from '#scripts/run-command.ts';

/** One check of what is delivered. */
export type Check = {
  readonly name: string;
  /** Programs of the system that it needs, and the Debian packages that have them. */
  readonly needs: Readonly<Record<string, string>>;
  /** Returns what was seen, in a few words. Throws when something is wrong. */
  run(): Promise<string>;
};

/** Runs a command and returns its output. Throws with the output if it fails. */
export async function must(
  command: string,
  parameters: readonly string[],
  options?: CommandOptions,
): Promise<string> {
  const { exitCode, output } = await runCommand(command, parameters, options);
  if (exitCode !== 0) throw new Error(`${command} ${parameters.join(' ')}\n${output}`);
  return output;
}

/** Throws with the message if the condition is false. */
export function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Returns a number of bytes in millions, with one digit behind the point. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
