import { hash } from 'node:crypto';

import type * as z from 'zod/mini';

import type { Settings } from '#contract/settings.ts';
import { contentLimit, dearestTokens, largestContent } from '#core/limits/content-limit.ts';
import { findModel, limitsOf, protocolFor } from '#core/limits/known-models.ts';
import { costOf } from '#core/limits/tokens.ts';
import { isProviderAllowed } from '#llm-client/request/provider-hosts.ts';
import type { Protocol, TokenPrice } from '#core/limits/terms.ts';

import { allowedHostsOf, hostNameOf, isLoopbackName, nameInUrl } from './parsers.ts';
import { apiToken, contentBounds, dollarAdvice, tokenAdvice, variables } from './variables.ts';

type Values = z.infer<typeof variables>;

/** 'usd': `perDay` is in millionths of a dollar. */
export type DailyBudget = { readonly unit: 'usd' | 'tokens'; readonly perDay: number };

/** The limits of what is saved. Null: no limit. Bytes are counted by `linkBytes`. */
export const noQuotas = {
  linksPerWorkspace: null,
  bytesPerWorkspace: null,
  /** How many workspaces one address may make on a day (UTC). */
  workspacesPerDay: null,
  /** How many bytes one address may write on a day (UTC), including bytes that were deleted later. */
  bytesPerDay: null,
  /** For all links of all workspaces together. */
  storeBytes: null,
};

export type Quotas = { readonly [Name in keyof typeof noQuotas]: number | null };

export type Config = ReturnType<typeof readConfig>;
export type ModelConfig = NonNullable<ReturnType<typeof readModel>>;

/** Its message names variables but never their values: one of them is a key, another contains a password. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** Each message is the end of a sentence that begins with "NAME must be". */
  constructor(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
    const lines = issues.map(({ path, message }) => `- ${path.join('.')} must be ${message}.`);
    super(`Linkweft cannot start with this configuration:\n${lines.join('\n')}`);
  }
}

function failConfig(name: keyof Values, message: string): never {
  throw new ConfigError([{ path: [name], message }]);
}

/** Returns the configuration. Throws a `ConfigError` that names each wrong variable and a value for it. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const set = Object.entries(environment).flatMap(([name, value]) => {
    const trimmed = value?.trim() ?? '';
    return trimmed === '' ? [] : [[name, trimmed] as const];
  });
  const parsed = variables.safeParse(Object.fromEntries(set));
  if (!parsed.success) throw new ConfigError(parsed.error.issues);
  const values = parsed.data;
  const model = readModel(values);
  const budget = readBudget(values, model);
  const protocol =
    values.WEAVE_PROTOCOL ?? (model === null ? 'edits' : protocolFor(model.model, model.limits));
  const allowedHosts = allowedHostsOf(values.ALLOWED_HOSTS, values.HOST);
  const ownKeyHosts = readOwnKeyHosts(values);
  return {
    host: values.HOST,
    port: values.PORT,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    poolSize: values.DATABASE_POOL,
    /** Lower-case host names, without ports, that requests may use. */
    allowedHosts,
    /** 'own': each visitor has a list. 'shared': everybody who can open the page has the same list. */
    workspace: values.WORKSPACE,
    /** The path of the page below its host, such as `/linkweft`. Empty: the page is at the root. */
    basePath: values.BASE_PATH,
    /** How much of the list a browser may store for offline use, in bytes. */
    cacheBytes: values.LOCAL_CACHE_BYTES,
    logLevel: values.LOG_LEVEL,
    metrics: readMetrics(values, allowedHosts),
    /** In milliseconds. */
    stop: { delay: values.SHUTDOWN_DELAY * 1000, timeout: values.SHUTDOWN_TIMEOUT * 1000 },
    brandName: values.BRAND_NAME,
    companyName: values.COMPANY_NAME,
    productSiteUrl: values.PRODUCT_SITE_URL ?? 'https://linkweft.example/',
    productSiteIsDefault: values.PRODUCT_SITE_URL === null,
    /** Sources of the page's content security policy. The list is empty if own keys are off. */
    ownKeyHosts,
    /** The ports of 127.0.0.1 where the server looks for models. It looks nowhere if the list is empty. */
    localModelPorts: model === null ? readLocalModelPorts(values, ownKeyHosts) : [],
    localModelTimeoutMs: values.LOCAL_MODEL_TIMEOUT_MS,
    limits: readLimits(values),
    /** The proxies whose `X-Forwarded-For` is trusted: addresses, ranges or names of ranges. */
    trustedProxies: values.TRUST_PROXY,
    apiTokens: readApiTokens(values),
    /** The header in which a trusted proxy names the user, in lower case. Null: there is none. */
    authHeader: readAuthHeader(values),
    ...readQuotas(values),
    securityContact: readSecurityContact(values),
    model,
    budget,
    protocol,
    /** How the models of own keys are asked. Null: the size of each model decides. */
    ownKeyProtocol: values.WEAVE_PROTOCOL,
    /** The longest accepted content, in UTF-16 code units. */
    maxContentChars: values.MAX_CONTENT_CHARS ?? affordableContent(model, budget, protocol),
  };
}

function readOwnKeyHosts({ OWN_KEY_HOSTS: hosts }: Values): readonly string[] {
  return hosts === 'off' ? [] : hosts.map((host) => host.toLowerCase());
}

/** Returns no ports if the visitors may be on other machines, else those that the page may call. */
function readLocalModelPorts(values: Values, ownKeyHosts: readonly string[]): readonly number[] {
  const { HOST: host, TRUST_PROXY: proxies, LOCAL_MODEL_PORTS: ports } = values;
  if (ports === 'off' || proxies.length > 0 || !isLoopbackName(hostNameOf(nameInUrl(host)))) return [];
  return ports
    .filter((port) => isProviderAllowed(`http://127.0.0.1:${port}`, ownKeyHosts))
    .map(Number)
    .filter((port) => port !== values.PORT && port !== values.METRICS_PORT);
}

/** Returns null if there are no metrics. The metrics also answer for the host names of the page. */
function readMetrics({ METRICS_HOST: host, METRICS_PORT: port }: Values, pageHosts: ReadonlySet<string>) {
  if (port === null) return null;
  return { host, port, allowedHosts: new Set([...pageHosts, ...allowedHostsOf(null, host)]) };
}

function readLimits(values: Values) {
  // In a shared workspace, a limit of 1 would make each visitor wait for all others.
  const usual = values.WORKSPACE === 'shared' ? null : 1;
  return {
    /** Generations that one visitor may start. */
    perMinute: values.LIMIT_GENERATIONS_PER_MINUTE,
    perDay: values.LIMIT_GENERATIONS_PER_DAY,
    /** Generations that may run at the same time. */
    runningPerWorkspace:
      values.LIMIT_RUNNING_PER_WORKSPACE === undefined ? usual : values.LIMIT_RUNNING_PER_WORKSPACE,
    /** Generations that may run at the same time in this process. */
    running: values.LIMIT_RUNNING,
  };
}

/** Returns the names of the tokens with their hashes, so that nothing can print a token. */
function readApiTokens({ API_TOKENS: entries }: Values) {
  const tokens = entries.map((entry) => {
    const { name = '', token = '' } = apiToken.exec(entry)?.groups ?? {};
    return { name, digest: hash('sha256', token, 'buffer') };
  });
  const different = new Set([
    ...tokens.map(({ name }) => name),
    ...tokens.map(({ digest }) => digest.toString('hex')),
  ]);
  if (different.size < 2 * tokens.length) failConfig('API_TOKENS', tokenAdvice);
  return tokens;
}

function readAuthHeader({ AUTH_HEADER: header, TRUST_PROXY: proxies, WORKSPACE: workspace }: Values) {
  if (header === null) return null;
  if (proxies.length === 0)
    failConfig('TRUST_PROXY', 'set where AUTH_HEADER is: only a proxy may say who the user is');
  if (workspace === 'shared')
    failConfig('AUTH_HEADER', 'empty where WORKSPACE is shared: all users have the same list there');
  return header.toLowerCase();
}

/** Returns the quotas and the expiry. A shared list has only the limits that are set, and never expires. */
function readQuotas(values: Values) {
  const isShared = values.WORKSPACE === 'shared';
  const limitOf = (value: number | null | undefined, usual: number) =>
    value === undefined && !isShared ? usual : (value ?? null);
  const quotas: Quotas = {
    linksPerWorkspace: limitOf(values.LIMIT_LINKS_PER_WORKSPACE, 50_000),
    bytesPerWorkspace: limitOf(values.LIMIT_BYTES_PER_WORKSPACE, 50_000_000),
    workspacesPerDay: limitOf(values.LIMIT_WORKSPACES_PER_DAY, 50),
    bytesPerDay: limitOf(values.LIMIT_BYTES_PER_DAY, 100_000_000),
    storeBytes: limitOf(values.LIMIT_STORE_BYTES, 10_000_000_000),
  };
  const { EXPIRE_AFTER_MONTHS: months, EXPIRE_BELOW_LINKS: belowLinks } = values;
  return {
    quotas,
    /** Deletes workspaces that are unused for this number of months and have fewer links. Null: deletes none. */
    expiry: isShared || months === 0 ? null : { months, belowLinks },
  };
}

/** Returns null if there is no contact. Refuses a contact without an expiry date, because RFC 9116 requires one. */
function readSecurityContact(values: Values) {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, SECURITY_POLICY: policy } = values;
  if (contacts === null) return null;
  if (expires === null)
    failConfig('SECURITY_EXPIRES', 'set where SECURITY_CONTACT is: a day such as 2027-06-30');
  return {
    /** E-mail, telephone or web addresses. The preferred one comes first. */
    contacts,
    expires: new Date(expires),
    policy,
  };
}

/** Returns null if no model is configured. Then the built-in writer writes. */
function readModel(values: Values) {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = values;
  const { OPENAI_CONTEXT_WINDOW: contextWindow, OPENAI_MAX_OUTPUT: outputLimit } = values;
  if (apiKey === null && baseUrl === null) return null;
  return {
    baseUrl: (baseUrl ?? 'https://api.openai.com/v1').replace(/\/+$/, ''),
    apiKey,
    model,
    temperature: values.OPENAI_TEMPERATURE,
    /** The longest time of one generation with all of its retries. */
    timeoutMs: values.OPENAI_TIMEOUT_MS,
    limits: limitsOf(model, { contextWindow, outputLimit }),
    /** True if the context window is neither set nor known. */
    windowIsAssumed: contextWindow === null && findModel(model) === null,
    /** Null if the price is neither set nor known. */
    price: readPrice(values),
  };
}

/** Returns the price that the operator has set, or the list price of a known model, or null. */
function readPrice({ OPENAI_MODEL, OPENAI_PRICE_INPUT, OPENAI_PRICE_OUTPUT }: Values): TokenPrice | null {
  if (OPENAI_PRICE_INPUT === null && OPENAI_PRICE_OUTPUT === null)
    return findModel(OPENAI_MODEL)?.price ?? null;
  if (OPENAI_PRICE_INPUT === null) failConfig('OPENAI_PRICE_INPUT', 'set together with OPENAI_PRICE_OUTPUT');
  if (OPENAI_PRICE_OUTPUT === null) failConfig('OPENAI_PRICE_OUTPUT', 'set together with OPENAI_PRICE_INPUT');
  return { input: OPENAI_PRICE_INPUT, output: OPENAI_PRICE_OUTPUT };
}

const million = 1_000_000;
const usualDollars = 5;

/** Returns null if there is no budget. Throws a `ConfigError` for a budget that cannot be enforced. */
function readBudget(
  { BUDGET_DAILY_USD, BUDGET_DAILY_TOKENS: tokens }: Values,
  model: ModelConfig | null,
): DailyBudget | null {
  if (model === null) return null;
  const { price } = model;
  const hasPrice = price !== null && price.input + price.output > 0;
  const dollars = BUDGET_DAILY_USD ?? (hasPrice ? usualDollars : 'off');
  if (tokens !== 'off') {
    if (BUDGET_DAILY_USD !== null && dollars !== 'off')
      failConfig('BUDGET_DAILY_TOKENS', 'off where BUDGET_DAILY_USD is set: one budget is kept, not two');
    return { unit: 'tokens', perDay: tokens };
  }
  if (dollars === 'off') return null;
  if (dollars === 0) failConfig('BUDGET_DAILY_USD', dollarAdvice);
  if (price === null)
    failConfig(
      'BUDGET_DAILY_USD',
      'off as long as the price of the model is not known: set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT, or keep to BUDGET_DAILY_TOKENS',
    );
  return { unit: 'usd', perDay: Math.round(dollars * million) };
}

/** The most expensive generation uses at most this share of the budget of a day. */
const shareOfBudget = 0.5;

/** Returns the longest content in UTF-16 code units that the model and the budget allow. */
function affordableContent(
  model: ModelConfig | null,
  budget: DailyBudget | null,
  protocol: Protocol,
): number {
  if (model === null) return largestContent;
  const { limits, price } = model;
  const most = budget === null ? Number.POSITIVE_INFINITY : budget.perDay * shareOfBudget;
  const { min } = contentBounds;

  function isAffordable(characters: number): boolean {
    const tokens = dearestTokens(characters, limits, protocol);
    if (budget?.unit === 'tokens') return tokens.inputTokens + tokens.outputTokens <= most;
    return price === null || costOf(tokens, price) * million <= most;
  }

  let characters = Math.max(min, contentLimit(limits, protocol));
  while (characters > min && !isAffordable(characters))
    characters = Math.max(min, Math.floor((characters * 0.9) / 100) * 100);
  return characters;
}

/** Returns the part of the configuration that the page may know. */
export function settingsOf(config: Config): Settings {
  const { model } = config;
  return {
    brandName: config.brandName,
    companyName: config.companyName,
    productSiteUrl: config.productSiteUrl,
    writer: model === null ? 'built-in' : 'model',
    providerHost: model === null ? '' : new URL(model.baseUrl).host,
    workspace: config.authHeader === null ? config.workspace : 'user',
    expiry: config.expiry,
    cacheBytes: config.cacheBytes,
    contentLimits: {
      maxContentChars: config.maxContentChars,
      protocol: config.protocol,
      model: model?.limits ?? null,
    },
    ownKeyHosts: [...config.ownKeyHosts],
    ownKeyProtocol: config.ownKeyProtocol,
    reachesDevice: false,
  };
}
