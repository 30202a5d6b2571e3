import { getSystemErrorName } from 'node:util';

export type DescribedError = {
  readonly type: string;
  /** Its code, and what was written for the log by whoever made it. */
  readonly message: string;
  /** Places in the program. */
  readonly stack: string;
  readonly causes?: readonly DescribedError[];
};

const deepest = 4;
const mostCauses = 4;
const noteLength = 200;

/**
 * What of an error may stand in a log: names, codes and places in the program. Never its message, which may quote what
 * somebody sent (JSON's does), nor what else hangs on it. A cause that is a string was written for the log.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const causes = causesOf(error);
  return {
    type: isName(error.name) ? error.name : 'Error',
    message: [...namesOf(error), ...notesOf(error)].join(', '),
    stack: placesOf(error),
    ...(depth < deepest &&
      causes.length > 0 && { causes: causes.map((each) => describeError(each, depth + 1)) }),
  };
}

/** The most exact comes last: a full disk is ERR_SQLITE_ERROR, SQLITE_FULL and perhaps ENOSPC. */
const nameFields = ['code', 'sqliteCodeName', 'systemErrno'];

/** The code, and what SQLite and system calls add to it. */
function namesOf(error: Error, names = [...nameFields, 'errcode', 'syscall']): string[] {
  const fields = new Map<string, unknown>(Object.entries(error));
  return names
    .flatMap((name) => {
      const value = fields.get(name) ?? [];
      return name === 'systemErrno' && typeof value === 'number' ? getSystemErrorName(-value) : value;
    })
    .map(String)
    .filter(isName);
}

/** The most exact name of what failed, of the innermost cause that has one. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const inner = failureName(error.cause);
  return inner === 'unknown' ? (namesOf(error, nameFields).at(-1) ?? inner) : inner;
}

/** Codes and names are short words without spaces; anything else may be a message in disguise. */
function isName(text: string): boolean {
  return /^[\w.-]{1,64}$/.test(text);
}

function notesOf({ cause }: Error): string[] {
  return typeof cause === 'string' ? [cause.slice(0, noteLength)] : [];
}

function causesOf(error: Error): readonly unknown[] {
  const { cause } = error;
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors.slice(0, mostCauses) : [];
  return typeof cause === 'object' && cause !== null ? [cause, ...inner] : inner;
}

/** The lines of the stack below the message; none where it cannot be told where the message ends. */
function placesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message);
  if (end < 0) return '';
  const lines = stack.slice(end + message.length).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}
