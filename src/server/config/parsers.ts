import { isIP } from 'node:net';

import * as z from 'zod/mini';

/** Here and below, `advice` is the end of a sentence that begins with "NAME must be". */
export function text(isValid: (value: string) => boolean, advice: string) {
  return z.string().check(z.refine(isValid, advice));
}

export function matching(pattern: RegExp, advice: string) {
  return z.string().check(z.regex(pattern, advice));
}

/** Reads a variable that is not set as null. */
export function orNull<Schema extends z.core.SomeType>(schema: Schema) {
  return z._default(z.nullable(schema), null);
}

/** Reads a number of digits only. */
export function wholeNumber({ min, max }: { min: number; max: number }, advice: string) {
  const isValid = (value: string) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return z.pipe(text(isValid, advice), z.transform(Number));
}

/** Reads a whole number. Reads 0 as null: no limit. */
export function limit(max: number) {
  const zeroAsNull = z.transform((value: number) => (value === 0 ? null : value));
  return z.pipe(wholeNumber({ min: 0, max }, 'a whole number; 0 for no limit'), zeroAsNull);
}

/** Reads a number such as 7 or 0.7, without a sign. */
export function decimalNumber({ max }: { max: number }, advice: string) {
  const isValid = (value: string) => /^\d{1,9}(\.\d{1,9})?$/.test(value) && Number(value) <= max;
  return z.pipe(text(isValid, advice), z.transform(Number));
}

/** Reads entries with commas between them. Leaves out empty entries. */
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
export const hostName = matching(/^[\w.:-]+$/, 'a host name or an IP address, such as 127.0.0.1 or 0.0.0.0');

/** Accepts an http or https address without a user name or password. */
export function httpAddress(advice: string) {
  return text((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, username, password } = new URL(value);
    return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  }, advice);
}

export function isDay(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  // `Date.parse` reads some days that do not exist as later days.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** The address ranges that `TRUST_PROXY` knows by name. Fastify knows the same ones. */
export const namedRanges: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Returns false for a range of all addresses, because every visitor could then claim any address. */
export function isAddressRange(value: string): boolean {
  if (namedRanges.has(value)) return true;
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? [];
  const family = isIP(address);
  if (family === 0) return false;
  return prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128));
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Returns a host name or an IP address as it stands in a URL. */
export function nameInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns the host names that requests may use: the loopback names, and the listed names or else `host`. */
export function allowedHostsOf(listed: readonly string[] | null, host: string): ReadonlySet<string> {
  const names = listed ?? [nameInUrl(host)];
  return new Set([...loopbackHosts, ...names.map(hostNameOf)]);
}

const loopbackName = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether a host name, as `hostNameOf` writes it, is this machine. */
export function isLoopbackName(name: string): boolean {
  return loopbackName.test(name);
}

/** In lower case and without a port: `Example.com:8080` -> `example.com`, `[::1]:80` -> `[::1]`. */
export function hostNameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
