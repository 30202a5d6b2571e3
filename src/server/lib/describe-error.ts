import { getSystemErrorName } from 'node:util';

export type DescribedError = {
  readonly type: string;
  /** The codes of the error, and the text that our code wrote for the log. */
  readonly message: string;
  /** The lines of the stack, without the message. */
  readonly stack: string;
  readonly causes?: readonly DescribedError[];
};

const deepest = 4;
const mostCauses = 4;
const noteLength = 200;

/**
 * Returns the parts of an error that may be logged: names, codes and places in the program. Leaves out the message,
 * which may quote a visitor, and all other fields. A cause that is a string is kept: our code wrote it for the log.
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

/** The most exact name comes last. For a full disk these are ERR_SQLITE_ERROR, SQLITE_FULL and perhaps ENOSPC. */
const nameFields = ['code', 'sqliteCodeName', 'systemErrno'];

/** Returns the error's code, and the codes that SQLite and system calls add. */
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

/** Returns the most exact name of the innermost cause that has one, or 'unknown'. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const inner = failureName(error.cause);
  return inner === 'unknown' ? (namesOf(error, nameFields).at(-1) ?? inner) : inner;
}

/** Codes and names are short words without spaces. Anything else may be a message. */
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

/** Returns the lines of the stack after the message, or nothing if the end of the message is not clear. */
function placesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message);
  if (end < 0) return '';
  const lines = stack.slice(end + message.length).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}
