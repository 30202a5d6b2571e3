import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ConfigError, readConfig, settingsOf } from './config.ts';
import { variables } from './variables.ts';

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    apiTokens: [],
    authHeader: null,
    basePath: '',
    host: '127.0.0.1',
    port: 3000,
    dataDirectory: './data',
    databaseUrl: null,
    poolSize: 10,
    model: null,
    budget: null,
    maxContentChars: 100_000,
    brandName: 'Linkweft',
    companyName: 'Linkweft',
    productSiteUrl: 'https://linkweft.example/',
    productSiteIsDefault: true,
    protocol: 'edits',
    ownKeyProtocol: null,
    localModelPorts: [11_434, 1_234, 8_080],
    localModelTimeoutMs: 300,
    allowedHosts: new Set(['localhost', '127.0.0.1', '[::1]']),
    limits: { perMinute: 3, perDay: 20, runningPerWorkspace: 1, running: 50 },
    quotas: {
      linksPerWorkspace: 50_000,
      bytesPerWorkspace: 50_000_000,
      workspacesPerDay: 50,
      bytesPerDay: 100_000_000,
      storeBytes: 10_000_000_000,
    },
    expiry: { months: 12, belowLinks: 1000 },
    trustedProxies: [],
    workspace: 'own',
    cacheBytes: 41_943_040,
    logLevel: 'warn',
    metrics: null,
    securityContact: null,
    stop: { delay: 0, timeout: 25_000 },
    ownKeyHosts: expect.arrayContaining(['https://api.openai.com', 'http://localhost:*']),
  });
});

test('the example file gives the defaults, too, and contains every variable', () => {
  const lines = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').split('\n');
  const entries = lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split('=', 2));
  const example: Record<string, string | undefined> = Object.fromEntries(entries);
  expect(readConfig(example)).toEqual(readConfig({}));
  expect(new Set(Object.keys(example))).toEqual(new Set(Object.keys(variables.shape)));
});

test('empty and blank variables count as not set', () => {
  expect(readConfig({ PORT: '', OPENAI_API_KEY: ' ', OPENAI_BASE_URL: '', ALLOWED_HOSTS: '\t' })).toEqual(
    readConfig({}),
  );
});

test('a key configures the model, at the default address', () => {
  expect(readConfig({ OPENAI_API_KEY: 'sk-1' }).model).toMatchObject({
    baseUrl: 'https://api.openai.com/v1',
    apiKey: 'sk-1',
    model: 'gpt-4',
    temperature: 0.7,
    timeoutMs: 600_000,
  });
});

test('an address alone configures a model without a key', () => {
  const environment = {
    OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/',
    OPENAI_MODEL: 'llama',
    OPENAI_TEMPERATURE: '0',
    OPENAI_TIMEOUT_MS: '90000',
  };
  expect(readConfig(environment).model).toMatchObject({
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKey: null,
    model: 'llama',
    temperature: 0,
    timeoutMs: 90_000,
  });
});

test('the allowed hosts are the listed ones and the loopback names', () => {
  const { allowedHosts } = readConfig({ ALLOWED_HOSTS: ' Links.Example.com:8080, [2001:DB8::1] ,10.0.0.5,' });
  expect([...allowedHosts]).toEqual([
    'localhost',
    '127.0.0.1',
    '[::1]',
    'links.example.com',
    '[2001:db8::1]',
    '10.0.0.5',
  ]);
  expect(readConfig({ HOST: '2001:db8::2' }).allowedHosts).toContain('[2001:db8::2]');
});

test.each([
  ['HOST', 'http://localhost', 'a host name or an IP address'],
  ['PORT', 'http', 'a whole number from 0 to 65535'],
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PORT', '-1', 'a whole number from 0 to 65535'],
  ['DATA_DIR', 'a\0b', 'the path of a directory'],
  ['DATABASE_POOL', '2000', 'a whole number from 1 to 1000'],
  ['DATABASE_POOL', 'many', 'a whole number from 1 to 1000'],
  ['DATABASE_URL', 'mysql://a/b', 'a PostgreSQL address'],
  ['DATABASE_URL', 'postgres://[', 'a PostgreSQL address'],
  ['OPENAI_API_KEY', 'sk 1', 'without spaces or line breaks'],
  ['OPENAI_API_KEY', 'sk-ü', 'without spaces or line breaks'],
  ['OPENAI_BASE_URL', 'models.example.com', 'an http or https address'],
  ['OPENAI_BASE_URL', 'https://user:secret@a.example/', 'an http or https address'],
  ['OPENAI_TEMPERATURE', 'warm', 'a number from 0 to 2'],
  ['OPENAI_TEMPERATURE', '2.1', 'a number from 0 to 2'],
  ['OPENAI_CONTEXT_WINDOW', '8k', 'a whole number of tokens'],
  ['OPENAI_MAX_OUTPUT', '10', 'a whole number of tokens'],
  ['OPENAI_PRICE_INPUT', '$3', 'a price in US dollars for a million tokens'],
  ['OPENAI_PRICE_OUTPUT', '-3', 'a price in US dollars for a million tokens'],
  ['BUDGET_DAILY_USD', '5 USD', 'an amount of US dollars, such as 5 or 0.5, or off'],
  ['BUDGET_DAILY_TOKENS', '2M', 'a whole number of tokens, such as 2000000, or off'],
  ['MAX_CONTENT_CHARS', '499', 'a whole number of characters from 500 to 1000000'],
  ['BRAND_NAME', 'x'.repeat(61), 'at most 60 characters'],
  ['COMPANY_NAME', 'x'.repeat(101), 'at most 100 characters'],
  ['PRODUCT_SITE_URL', 'javascript:alert(1)', 'the http or https address'],
  ['ALLOWED_HOSTS', 'https://a.example/', 'host names with commas between them'],
  ['LIMIT_GENERATIONS_PER_MINUTE', '-1', 'a whole number; 0 for no limit'],
  ['LIMIT_GENERATIONS_PER_DAY', '2.5', 'a whole number; 0 for no limit'],
  ['LIMIT_RUNNING_PER_WORKSPACE', 'one', 'a whole number; 0 for no limit'],
  ['LIMIT_RUNNING', '9999999999', 'a whole number; 0 for no limit'],
  ['TRUST_PROXY', 'true', 'addresses of your proxies'],
  ['TRUST_PROXY', 'proxy.example.com', 'addresses of your proxies'],
  ['TRUST_PROXY', '10.0.0.0/33', 'addresses of your proxies'],
  ['TRUST_PROXY', '0.0.0.0/0', 'addresses of your proxies'],
  ['TRUST_PROXY', '10.0.0.1 10.0.0.2', 'addresses of your proxies'],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn'],
  ['WEAVE_PROTOCOL', 'whole', 'edits, sentences or rewrite'],
  ['LOCAL_MODEL_PORTS', '11434,http://127.0.0.1:80', 'off, or ports with commas'],
  ['LOCAL_MODEL_PORTS', '70000', 'off, or ports with commas'],
  ['OWN_KEY_HOSTS', 'http://api.example.com', 'https, or http on this machine'],
  ['OWN_KEY_HOSTS', "https://a.example; script-src 'unsafe-inline'", 'addresses with commas'],
])('%s=%j is refused with advice', (name, value, advice) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`- ${name} must be `);
  expect(read).toThrow(advice);
  expect(read).not.toThrow(value);
});

test('all faults are reported at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT must.*\n.*LOG_LEVEL must/);
});

test('a workspace is own or shared, and the cache of a browser has at least 1,048,576 bytes', () => {
  expect(readConfig({ WORKSPACE: 'shared', LOCAL_CACHE_BYTES: '1048576' })).toMatchObject({
    workspace: 'shared',
    cacheBytes: 1_048_576,
  });
  expect(() => readConfig({ WORKSPACE: 'mine' })).toThrow('- WORKSPACE must be own or shared.');
  for (const wrong of ['1048575', '0', '-1', '40MB'])
    expect(() => readConfig({ LOCAL_CACHE_BYTES: wrong })).toThrow('at least 1048576');
});

test('metrics answer for the hosts of the page, and for their own', () => {
  const hosts = (more: Record<string, string>) =>
    readConfig({ METRICS_PORT: '9464', ALLOWED_HOSTS: 'links.example', ...more }).metrics?.allowedHosts;
  const always = ['localhost', '127.0.0.1', '[::1]', 'links.example'];
  expect(hosts({})).toEqual(new Set(always));
  expect(hosts({ METRICS_HOST: '10.0.0.5' })).toEqual(new Set([...always, '10.0.0.5']));
  expect(hosts({ METRICS_HOST: 'fd00::5' })).toEqual(new Set([...always, '[fd00::5]']));
});

test.each([
  [
    { SECURITY_CONTACT: 'security@example.com', SECURITY_EXPIRES: '2027-06-30' },
    'SECURITY_CONTACT must be addresses',
  ],
  [
    { SECURITY_CONTACT: 'http://example.com', SECURITY_EXPIRES: '2027-06-30' },
    'SECURITY_CONTACT must be addresses',
  ],
  [{ SECURITY_CONTACT: 'mailto:a@example.com\nExpires: x' }, 'SECURITY_CONTACT must be addresses'],
  [{ SECURITY_CONTACT: 'mailto:a@example.com' }, 'SECURITY_EXPIRES must be set where SECURITY_CONTACT is'],
  [{ SECURITY_EXPIRES: '2027-02-30' }, 'SECURITY_EXPIRES must be the day'],
  [{ SECURITY_EXPIRES: '2027-13-45' }, 'SECURITY_EXPIRES must be the day'],
  [{ SECURITY_EXPIRES: 'soon' }, 'SECURITY_EXPIRES must be the day'],
  [{ SECURITY_POLICY: 'http://example.com/policy' }, 'SECURITY_POLICY must be an https address'],
])('an invalid security contact is refused: %j', (environment, words) => {
  expect(() => readConfig(environment)).toThrow(words);
});

test('own keys may go only to the listed providers, or nowhere', () => {
  const hosts = ' https://API.example.com ,http://localhost:*,';
  expect(readConfig({ OWN_KEY_HOSTS: hosts }).ownKeyHosts).toEqual([
    'https://api.example.com',
    'http://localhost:*',
  ]);
  expect(readConfig({ OWN_KEY_HOSTS: 'off' }).ownKeyHosts).toEqual([]);
});

test('0 removes a limit', () => {
  const { limits } = readConfig({
    LIMIT_GENERATIONS_PER_MINUTE: '0',
    LIMIT_GENERATIONS_PER_DAY: '0',
    LIMIT_RUNNING_PER_WORKSPACE: '0',
    LIMIT_RUNNING: '0',
  });
  expect(limits).toEqual({ perMinute: null, perDay: null, runningPerWorkspace: null, running: null });
});

test('visitors of a shared list do not wait for each other unless a limit is set', () => {
  expect(readConfig({}).limits.runningPerWorkspace).toBe(1);
  expect(readConfig({ WORKSPACE: 'shared' }).limits.runningPerWorkspace).toBeNull();
  const set = { WORKSPACE: 'shared', LIMIT_RUNNING_PER_WORKSPACE: '4' };
  expect(readConfig(set).limits.runningPerWorkspace).toBe(4);
});

test('proxies are addresses, ranges and names of ranges', () => {
  expect(
    readConfig({ TRUST_PROXY: 'loopback, 10.0.0.5,192.168.0.0/16 ,2001:DB8::/32,' }).trustedProxies,
  ).toEqual(['loopback', '10.0.0.5', '192.168.0.0/16', '2001:DB8::/32']);
});

test('without WEAVE_PROTOCOL, a small model writes sentences, and each own key’s model decides for itself', () => {
  const small = readConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'qwen3:8b' });
  expect(small).toMatchObject({ protocol: 'sentences', ownKeyProtocol: null });
  expect(settingsOf(small)).toMatchObject({ contentLimits: { protocol: 'sentences' }, ownKeyProtocol: null });
  expect(readConfig({ OPENAI_API_KEY: 'sk-1', OPENAI_MODEL: 'gpt-4' }).protocol).toBe('edits');
  expect(
    readConfig({ OPENAI_API_KEY: 'sk-1', OPENAI_MODEL: 'mine', OPENAI_CONTEXT_WINDOW: '4096' }).protocol,
  ).toBe('sentences');
});

test('WEAVE_PROTOCOL decides for every model', () => {
  const set = { OPENAI_API_KEY: 'sk-1', OPENAI_MODEL: 'qwen3:8b', WEAVE_PROTOCOL: 'edits' };
  expect(readConfig(set)).toMatchObject({ protocol: 'edits', ownKeyProtocol: 'edits' });
  expect(readConfig({ ...set, WEAVE_PROTOCOL: 'sentences' }).protocol).toBe('sentences');
});

const token = 't'.repeat(32);

test.each([
  `blog:${token.slice(1)}`,
  token,
  `:${token}`,
  `blog:${token}, blog:${token}u`,
  `blog:${token},shop:${token}`,
  `blog:${token} t`,
])('the tokens %j are refused, and the message has no token', (tokens) => {
  expect(() => readConfig({ API_TOKENS: tokens })).toThrow(/API_TOKENS must be names with tokens/);
  expect(() => readConfig({ API_TOKENS: tokens })).not.toThrow('ttt');
});

test('tokens have names, and the configuration has no token', () => {
  const { apiTokens } = readConfig({ API_TOKENS: `blog:${token}, shop.de:${token}+/==,` });
  expect(apiTokens.map(({ name }) => name)).toEqual(['blog', 'shop.de']);
  expect(JSON.stringify(apiTokens)).not.toContain(token);
});

test('a header that names the user needs a trusted proxy, and own workspaces', () => {
  const given = { AUTH_HEADER: 'Remote-User', TRUST_PROXY: 'loopback' };
  expect(readConfig(given).authHeader).toBe('remote-user');
  expect(() => readConfig({ ...given, TRUST_PROXY: '' })).toThrow('TRUST_PROXY must be set');
  expect(() => readConfig({ ...given, WORKSPACE: 'shared' })).toThrow('AUTH_HEADER must be empty');
  expect(() => readConfig({ ...given, AUTH_HEADER: 'Remote User' })).toThrow('AUTH_HEADER');
});

test('the path of the page begins with a slash and is no path of the interface', () => {
  expect(readConfig({ BASE_PATH: '/tools/linkweft-2' }).basePath).toBe('/tools/linkweft-2');
  for (const path of [
    'linkweft',
    '/',
    '/linkweft/',
    '/a b',
    '/a//b',
    '/..',
    '/a/.',
    '/api',
    '/assets/x',
    '/%61',
  ])
    expect(() => readConfig({ BASE_PATH: path })).toThrow('BASE_PATH must be a path such as /linkweft');
});
