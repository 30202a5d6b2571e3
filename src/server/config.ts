import * as z from 'zod/mini';

import { readAllowedHosts } from './allowed-hosts.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type ModelConfig = {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  readonly temperature: number;
};

export type Config = {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** Null: nobody configured a model, so the built-in writer writes. */
  readonly model: ModelConfig | null;
  readonly brandName: string;
  readonly companyName: string;
  readonly productSiteUrl: string;
  readonly productSiteIsDefault: boolean;
  /** Lower-case host names, without ports, that requests may ask for. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Whose links a visitor sees: their own, or those of everybody who can open the page. */
  readonly workspace: 'own' | 'shared';
  /** How much of the list a browser may keep for offline use, in bytes. */
  readonly cacheBytes: number;
  readonly logLevel: (typeof logLevels)[number];
};

const defaultProductSite = 'https://linkweft.example/';
const smallestCache = 1_048_576;
const defaultBaseUrl = 'https://api.openai.com/v1';

const environmentSchema = z.object({
  HOST: z._default(
    z.string().check(z.regex(/^[\w.:-]+$/, 'a host name or an IP address, such as 127.0.0.1 or 0.0.0.0')),
    '127.0.0.1',
  ),
  PORT: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
          'a whole number from 0 to 65535; 0 takes any free port',
        ),
      ),
    '3000',
  ),
  DATA_DIR: z._default(
    z.string().check(z.refine((text) => !text.includes('\0'), 'the path of a directory')),
    './data',
  ),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
          'a PostgreSQL address such as postgres://user:password@host:5432/database, or nothing for the built-in SQLite',
        ),
      ),
  ),
  OPENAI_API_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[\x21-\x7e]+$/, 'the key as the provider gave it, without spaces or line breaks')),
  ),
  OPENAI_BASE_URL: z.optional(
    z.string().check(z.refine(isHttpAddress, `an http or https address such as ${defaultBaseUrl}`)),
  ),
  OPENAI_MODEL: z._default(z.string(), 'gpt-4'),
  OPENAI_TEMPERATURE: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d+(\.\d+)?$/.test(text) && Number(text) <= 2,
          'a number from 0 to 2, such as 0.7',
        ),
      ),
    '0.7',
  ),
  BRAND_NAME: z._default(z.string().check(z.maxLength(60, 'a name of at most 60 characters')), 'Linkweft'),
  COMPANY_NAME: z._default(
    z.string().check(z.maxLength(100, 'a name of at most 100 characters')),
    'Linkweft',
  ),
  PRODUCT_SITE_URL: z.optional(
    z.string().check(z.refine(isHttpAddress, 'the http or https address of your product site')),
  ),
  ALLOWED_HOSTS: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[\w.:\-[\], ]+$/,
          'host names with commas between them, such as links.example.com,10.0.0.5',
        ),
      ),
  ),
  WORKSPACE: z._default(z.enum(['own', 'shared'], 'own or shared'), 'own'),
  LOCAL_CACHE_BYTES: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d{1,15}$/.test(text) && Number(text) >= smallestCache,
          `a whole number of bytes, at least ${smallestCache}`,
        ),
      ),
    '41943040',
  ),
  LOG_LEVEL: z._default(z.enum(logLevels, `one of ${logLevels.join(', ')}`), 'warn'),
});

/** Reads the configuration; throws a `ConfigError` that names each variable at fault and what to put there. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.entries(environment).flatMap(([name, value]) => {
    const trimmed = value?.trim() ?? '';
    return trimmed === '' ? [] : [[name, trimmed] as const];
  });
  const parsed = environmentSchema.safeParse(Object.fromEntries(set));
  if (!parsed.success) throw new ConfigError(parsed.error.issues);
  const values = parsed.data;
  return {
    host: values.HOST,
    port: Number(values.PORT),
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    model: readModel(values),
    brandName: values.BRAND_NAME,
    companyName: values.COMPANY_NAME,
    productSiteUrl: values.PRODUCT_SITE_URL ?? defaultProductSite,
    productSiteIsDefault: values.PRODUCT_SITE_URL === undefined,
    allowedHosts: readAllowedHosts(values.ALLOWED_HOSTS, values.HOST),
    workspace: values.WORKSPACE,
    cacheBytes: Number(values.LOCAL_CACHE_BYTES),
    logLevel: values.LOG_LEVEL,
  };
}

function readModel(values: z.infer<typeof environmentSchema>): ModelConfig | null {
  if (values.OPENAI_API_KEY === undefined && values.OPENAI_BASE_URL === undefined) return null;
  return {
    baseUrl: (values.OPENAI_BASE_URL ?? defaultBaseUrl).replace(/\/+$/, ''),
    apiKey: values.OPENAI_API_KEY ?? null,
    model: values.OPENAI_MODEL,
    temperature: Number(values.OPENAI_TEMPERATURE),
  };
}

function isHttpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** Names the variables, never their values: one of them is a key, another holds a password. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
    const lines = issues.map(({ path, message }) => `- ${path.join('.')} must be ${message}.`);
    super(`Linkweft cannot start with this configuration:\n${lines.join('\n')}`);
  }
}
