import * as z from 'zod/mini';

import { allowedHostsOf } from './allowed-hosts.ts';
import { hostName, list, text, wholeNumber } from './variables.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const smallestCache = 1_048_576;

/** Where the server listens, for which hosts it answers, and where it stores links. */
export const serverVariables = z.object({
  HOST: z._default(hostName(), '127.0.0.1'),
  PORT: z._default(
    wholeNumber({ min: 0, max: 65_535 }, 'a whole number from 0 to 65535; 0 takes any free port'),
    3000,
  ),
  DATA_DIR: z._default(
    text((value) => !value.includes('\0'), 'the path of a directory'),
    './data',
  ),
  DATABASE_URL: z.optional(
    text(
      (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
      'a PostgreSQL address such as postgres://user:password@host:5432/database, or nothing for the built-in SQLite',
    ),
  ),
  DATABASE_POOL: z._default(wholeNumber({ min: 1, max: 1000 }, 'a whole number from 1 to 1000'), 10),
  ALLOWED_HOSTS: z.optional(
    list(
      (entry) => /^[\w.:\-[\] ]+$/.test(entry),
      'host names with commas between them, such as links.example.com,10.0.0.5',
    ),
  ),
  WORKSPACE: z._default(z.enum(['own', 'shared'], 'own or shared'), 'own'),
  LOCAL_CACHE_BYTES: z._default(
    wholeNumber({ min: smallestCache, max: 1e15 }, `a whole number of bytes, at least ${smallestCache}`),
    41_943_040,
  ),
  LOG_LEVEL: z._default(z.enum(logLevels, `one of ${logLevels.join(', ')}`), 'warn'),
});

export function readServerConfig(values: z.infer<typeof serverVariables>) {
  return {
    host: values.HOST,
    port: values.PORT,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    /** The largest number of connections to PostgreSQL. */
    poolSize: values.DATABASE_POOL,
    /** Lower-case host names, without ports, that requests may use. */
    allowedHosts: allowedHostsOf(values.ALLOWED_HOSTS, values.HOST),
    /** 'own': each visitor has a list. 'shared': everybody who can open the page has the same list. */
    workspace: values.WORKSPACE,
    /** How much of the list a browser may store for offline use, in bytes. */
    cacheBytes: values.LOCAL_CACHE_BYTES,
    logLevel: values.LOG_LEVEL,
  };
}
