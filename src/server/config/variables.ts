import * as z from 'zod/mini';

/** A variable that is wrong. The message ends a sentence that begins with "NAME must be". */
type ConfigIssue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Names the variables but never their values: one of them is a key, another contains a password. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(issues: readonly ConfigIssue[]) {
    const lines = issues.map(({ path, message }) => `- ${path.join('.')} must be ${message}.`);
    super(`Linkweft cannot start with this configuration:\n${lines.join('\n')}`);
  }
}

/** Throws a `ConfigError` for one variable. */
export function failConfig(name: string, message: string): never {
  throw new ConfigError([{ path: [name], message }]);
}

/** A string that passes the test. `advice` ends a sentence that begins with "NAME must be", here and below. */
export function text(isValid: (value: string) => boolean, advice: string) {
  return z.string().check(z.refine(isValid, advice));
}

/** A number of digits only. */
export function wholeNumber({ min, max }: { min: number; max: number }, advice: string) {
  const isValid = (value: string) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return z.pipe(text(isValid, advice), z.transform(Number));
}

/** A whole number, or null for 0: no limit. */
export function limit(max: number) {
  const orNull = z.transform((value: number) => (value === 0 ? null : value));
  return z.pipe(wholeNumber({ min: 0, max }, 'a whole number; 0 for no limit'), orNull);
}

/** A number such as 0.7, with a dot and without a sign. */
export function decimalNumber({ max }: { max: number }, advice: string) {
  const isValid = (value: string) => /^\d{1,9}(\.\d{1,9})?$/.test(value) && Number(value) <= max;
  return z.pipe(text(isValid, advice), z.transform(Number));
}

/** Entries with commas between them. Empty entries are left out. */
export function list(isValid: (entry: string) => boolean, advice: string) {
  return z.pipe(
    text((value) => entriesOf(value).every(isValid), advice),
    z.transform(entriesOf),
  );
}

function entriesOf(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** A host name or an IP address to listen on. */
export function hostName() {
  const advice = 'a host name or an IP address, such as 127.0.0.1 or 0.0.0.0';
  return text((value) => /^[\w.:-]+$/.test(value), advice);
}

/** An http or https address without a user name. */
export function httpAddress(advice: string) {
  return text(isHttpAddress, advice);
}

function isHttpAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
