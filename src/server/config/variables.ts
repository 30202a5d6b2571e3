import * as z from 'zod/mini';

import { protocols } from '#core/limits/terms.ts';
import { isProviderSource } from '#llm-client/request/provider-hosts.ts';
import { requestTimeoutMs } from '#llm-client/request/waits.ts';

import {
  decimalNumber,
  hostName,
  httpAddress,
  isAddressRange,
  isDay,
  limit,
  list,
  matching,
  orNull,
  text,
  wholeNumber,
} from './parsers.ts';

const portRange = { min: 0, max: 65_535 };
const smallestCache = 1_048_576;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const tokens = wholeNumber({ min: 1_000, max: 100_000_000 }, 'a whole number of tokens, such as 8192');
const price = decimalNumber({ max: 100_000 }, 'a price in US dollars for a million tokens, such as 2.5');
export const dollarAdvice = 'an amount of US dollars, such as 5 or 0.5, or off';
const tokenBudgetAdvice = 'a whole number of tokens, such as 2000000, or off';
export const contentBounds = { min: 500, max: 1_000_000 };
const securityContact = /^(?:mailto:[^\s@<>]+@[\w.-]+|tel:\+?[\d.-]+|https:\/\/[^\s<>]+)$/;
const ownKeyAdvice =
  'off, or addresses with commas between them such as https://api.openai.com,http://localhost:* (https, or http on this machine; no paths)';
const ownKeyHosts = [
  'https://api.openai.com',
  'https://*.openai.azure.com',
  'https://openrouter.ai',
  'https://api.anthropic.com',
  'https://generativelanguage.googleapis.com',
  'https://api.mistral.ai',
  'https://api.groq.com',
  'https://api.deepseek.com',
  'https://api.together.xyz',
  'https://api.x.ai',
  'http://localhost:*',
  'http://127.0.0.1:*',
];

/** Other first segments are paths of the page itself. */
const basePath = /^(?:\/(?!(?:api|assets|healthz|readyz)(?:\/|$))[\w.~-]*[\w~-])+$/;

/** A name, and a token in the characters of RFC 6750. */
export const apiToken = /^(?<name>[\w.-]{1,64}):(?<token>[\w.~+/-]{32,512}=*)$/;
export const tokenAdvice =
  'names with tokens of at least 32 characters and commas between them, such as blog:TOKEN,shop:TOKEN; each name and token once';

const localPortsAdvice = 'off, or ports with commas between them, such as 11434,1234';

function isPort(entry: string): boolean {
  return /^[1-9]\d{0,4}$/.test(entry) && Number(entry) <= portRange.max;
}

/** Every environment variable: its form and its default. docs/configuration.md describes them. */
export const variables = z.object({
  // Where the server listens, for which hosts it answers, and where it stores links.
  HOST: z._default(hostName, '127.0.0.1'),
  PORT: z._default(wholeNumber(portRange, 'a whole number from 0 to 65535; 0 takes any free port'), 3000),
  DATA_DIR: z._default(
    text((value) => !value.includes('\0'), 'the path of a directory'),
    './data',
  ),
  DATABASE_URL: orNull(
    text(
      (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
      'a PostgreSQL address such as postgres://user:password@host:5432/database, or nothing for the built-in SQLite',
    ),
  ),
  DATABASE_POOL: z._default(wholeNumber({ min: 1, max: 1000 }, 'a whole number from 1 to 1000'), 10),
  ALLOWED_HOSTS: orNull(
    list(
      (entry) => /^[\w.:\-[\] ]+$/.test(entry),
      'host names with commas between them, such as links.example.com,10.0.0.5',
    ),
  ),
  BASE_PATH: z._default(
    matching(basePath, 'a path such as /linkweft, with a slash before it and none behind it'),
    '',
  ),
  WORKSPACE: z._default(z.enum(['own', 'shared'], 'own or shared'), 'own'),
  LOCAL_CACHE_BYTES: z._default(
    wholeNumber({ min: smallestCache, max: 1e15 }, `a whole number of bytes, at least ${smallestCache}`),
    41_943_040,
  ),
  LOG_LEVEL: z._default(z.enum(logLevels, `one of ${logLevels.join(', ')}`), 'warn'),

  // Metrics and shutdown.
  METRICS_PORT: orNull(wholeNumber(portRange, 'a whole number from 0 to 65535, or nothing for no metrics')),
  METRICS_HOST: z._default(hostName, '127.0.0.1'),
  SHUTDOWN_DELAY: z._default(wholeNumber({ min: 0, max: 600 }, 'a whole number of seconds from 0 to 600'), 0),
  SHUTDOWN_TIMEOUT: z._default(
    wholeNumber({ min: 1, max: 3600 }, 'a whole number of seconds from 1 to 3600'),
    25,
  ),

  // The AI model, its provider, its price, and how it is asked to answer.
  OPENAI_API_KEY: orNull(
    matching(/^[\x21-\x7e]+$/, 'the key as the provider gave it, without spaces or line breaks'),
  ),
  OPENAI_BASE_URL: orNull(httpAddress('an http or https address such as https://api.openai.com/v1')),
  OPENAI_MODEL: z._default(z.string(), 'gpt-4'),
  OPENAI_TEMPERATURE: z._default(decimalNumber({ max: 2 }, 'a number from 0 to 2, such as 0.7'), 0.7),
  OPENAI_TIMEOUT_MS: z._default(
    wholeNumber({ min: 100, max: 3_600_000 }, 'a whole number of milliseconds, such as 600000'),
    requestTimeoutMs,
  ),
  OPENAI_CONTEXT_WINDOW: orNull(tokens),
  OPENAI_MAX_OUTPUT: orNull(tokens),
  OPENAI_PRICE_INPUT: orNull(price),
  OPENAI_PRICE_OUTPUT: orNull(price),
  WEAVE_PROTOCOL: orNull(z.enum(protocols, 'edits, sentences or rewrite')),
  BUDGET_DAILY_USD: orNull(
    z.union([z.literal('off'), decimalNumber({ max: 1_000_000 }, dollarAdvice)], dollarAdvice),
  ),
  BUDGET_DAILY_TOKENS: z._default(
    z.union([z.literal('off'), wholeNumber({ min: 1, max: 1e12 }, tokenBudgetAdvice)], tokenBudgetAdvice),
    'off',
  ),
  MAX_CONTENT_CHARS: orNull(
    wholeNumber(
      contentBounds,
      `a whole number of characters from ${contentBounds.min} to ${contentBounds.max}`,
    ),
  ),

  // The names on the page, its link to the product site, and the providers that it may call with a visitor's own key.
  BRAND_NAME: z._default(z.string().check(z.maxLength(60, 'a name of at most 60 characters')), 'Linkweft'),
  COMPANY_NAME: z._default(
    z.string().check(z.maxLength(100, 'a name of at most 100 characters')),
    'Linkweft',
  ),
  PRODUCT_SITE_URL: orNull(httpAddress('the http or https address of your product site')),
  OWN_KEY_HOSTS: z._default(
    z.union(
      [z.literal('off'), list((entry) => isProviderSource(entry.toLowerCase()), ownKeyAdvice)],
      ownKeyAdvice,
    ),
    ownKeyHosts,
  ),

  // The ports of this machine where the server looks for models, if it has none.
  LOCAL_MODEL_PORTS: z._default(
    z.union([z.literal('off'), list(isPort, localPortsAdvice)], localPortsAdvice),
    ['11434', '1234', '8080'],
  ),
  LOCAL_MODEL_TIMEOUT_MS: z._default(
    wholeNumber({ min: 100, max: 60_000 }, 'a whole number of milliseconds from 100 to 60000'),
    300,
  ),

  // How much visitors may generate, and how the server distinguishes them.
  LIMIT_GENERATIONS_PER_MINUTE: z._default(limit(1e9), 3),
  LIMIT_GENERATIONS_PER_DAY: z._default(limit(1e9), 20),
  LIMIT_RUNNING_PER_WORKSPACE: z.optional(limit(1e9)),
  LIMIT_RUNNING: z._default(limit(1e9), 50),
  TRUST_PROXY: z._default(
    list(
      isAddressRange,
      'addresses of your proxies with commas between them, such as 10.0.0.5,192.168.0.0/16 or loopback',
    ),
    [],
  ),

  // Who may open a workspace without a cookie.
  API_TOKENS: z._default(
    list((entry) => apiToken.test(entry), tokenAdvice),
    [],
  ),
  AUTH_HEADER: orNull(matching(/^[\w-]{1,100}$/, 'the name of a header such as Remote-User')),
  // How much visitors may save, and how long it is kept.
  LIMIT_LINKS_PER_WORKSPACE: z.optional(limit(1e14)),
  LIMIT_BYTES_PER_WORKSPACE: z.optional(limit(1e14)),
  LIMIT_WORKSPACES_PER_DAY: z.optional(limit(1e14)),
  LIMIT_BYTES_PER_DAY: z.optional(limit(1e14)),
  LIMIT_STORE_BYTES: z.optional(limit(1e14)),
  EXPIRE_AFTER_MONTHS: z._default(
    wholeNumber({ min: 0, max: 1200 }, 'a whole number of months, at most 1200; 0 for never'),
    12,
  ),
  EXPIRE_BELOW_LINKS: z._default(
    wholeNumber({ min: 1, max: 1e14 }, 'a whole number of links, at least 1'),
    1000,
  ),

  // The contact for security reports in `/.well-known/security.txt` (RFC 9116).
  SECURITY_CONTACT: orNull(
    list(
      (entry) => securityContact.test(entry),
      'addresses with commas between them, such as mailto:security@example.com,https://example.com/report',
    ),
  ),
  SECURITY_EXPIRES: orNull(
    text(isDay, 'the day from which the contact is not to be relied on, such as 2027-06-30'),
  ),
  SECURITY_POLICY: orNull(
    text((value) => /^https:\/\/[^\s<>]+$/.test(value) && URL.canParse(value), 'an https address'),
  ),
});
