import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ConfigError, readConfig } from './config.ts';

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDirectory: './data',
    databaseUrl: null,
    model: null,
    brandName: 'Linkweft',
    companyName: 'Linkweft',
    productSiteUrl: 'https://linkweft.example/',
    productSiteIsDefault: true,
    allowedHosts: new Set(['localhost', '127.0.0.1', '[::1]']),
    workspace: 'own',
    cacheBytes: 41_943_040,
    logLevel: 'warn',
  });
});

test('the example file gives the defaults too, and names every variable that is read', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
  const entries = lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split('=', 2));
  const example: Record<string, string | undefined> = Object.fromEntries(entries);
  expect(readConfig(example)).toEqual(readConfig({}));
  const source = readFileSync(new URL('config.ts', import.meta.url), 'utf8');
  const variables = [...source.matchAll(/^ {2}([A-Z_]+): z/gm)].map(([, name]) => name);
  expect(variables).toHaveLength(15);
  expect(new Set(Object.keys(example))).toEqual(new Set(variables));
});

test('empty and blank variables count as not set', () => {
  expect(readConfig({ PORT: '', OPENAI_API_KEY: ' ', OPENAI_BASE_URL: '', ALLOWED_HOSTS: '\t' })).toEqual(
    readConfig({}),
  );
});

test('a key configures the model, at the provider’s own address', () => {
  expect(readConfig({ OPENAI_API_KEY: 'sk-1' }).model).toEqual({
    baseUrl: 'https://api.openai.com/v1',
    apiKey: 'sk-1',
    model: 'gpt-4',
    temperature: 0.7,
  });
});

test('an address alone configures a model that wants no key', () => {
  const environment = {
    OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/',
    OPENAI_MODEL: 'llama',
    OPENAI_TEMPERATURE: '0',
  };
  expect(readConfig(environment).model).toEqual({
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKey: null,
    model: 'llama',
    temperature: 0,
  });
});

test('the hosts answered to are the listed ones beside the machine’s own', () => {
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
  ['DATABASE_URL', 'mysql://a/b', 'a PostgreSQL address'],
  ['DATABASE_URL', 'postgres://[', 'a PostgreSQL address'],
  ['OPENAI_API_KEY', 'sk 1', 'without spaces or line breaks'],
  ['OPENAI_API_KEY', 'sk-ü', 'without spaces or line breaks'],
  ['OPENAI_BASE_URL', 'models.example.com', 'an http or https address'],
  ['OPENAI_BASE_URL', 'https://user:secret@a.example/', 'an http or https address'],
  ['OPENAI_TEMPERATURE', 'warm', 'a number from 0 to 2'],
  ['OPENAI_TEMPERATURE', '2.1', 'a number from 0 to 2'],
  ['BRAND_NAME', 'x'.repeat(61), 'at most 60 characters'],
  ['COMPANY_NAME', 'x'.repeat(101), 'at most 100 characters'],
  ['PRODUCT_SITE_URL', 'javascript:alert(1)', 'the http or https address'],
  ['ALLOWED_HOSTS', 'https://a.example/', 'host names with commas between them'],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn'],
])('%s=%j is refused with what to put instead', (name, value, advice) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`- ${name} must be `);
  expect(read).toThrow(advice);
  expect(read).not.toThrow(value);
});

test('every fault is told at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT must.*\n.*LOG_LEVEL must/);
});

test('a workspace is own or shared, and the cache of a browser is never under 1,048,576 bytes', () => {
  expect(readConfig({ WORKSPACE: 'shared', LOCAL_CACHE_BYTES: '1048576' })).toMatchObject({
    workspace: 'shared',
    cacheBytes: 1_048_576,
  });
  expect(() => readConfig({ WORKSPACE: 'mine' })).toThrow('- WORKSPACE must be own or shared.');
  for (const wrong of ['1048575', '0', '-1', '40MB'])
    expect(() => readConfig({ LOCAL_CACHE_BYTES: wrong })).toThrow('at least 1048576');
});
