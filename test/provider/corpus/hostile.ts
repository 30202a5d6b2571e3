import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as z from 'zod/mini';

import { trimAddress } from '#core/links/web-address.ts';
import { atScale } from '#scripts/at-scale.ts';

const ownFolder = new URL('../../corpus/hostile/', import.meta.url);
const sharedFolder = new URL('../../../../shared/corpora/', import.meta.url);
const strings = z.array(z.string());

const sharedNaughty = readShared('blns/blns.json', (text) => strings.parse(JSON.parse(text)));
const sharedScripts = [
  ...readShared('xss-payloadbox/xss-payload-list.txt', (text) => text.split(/\r?\n/u)),
  ...readShared('dompurify-fixtures/expect.json', (text) =>
    z
      .array(z.object({ payload: z.string() }))
      .parse(JSON.parse(text))
      .map(({ payload }) => payload),
  ),
];
const sharedUrls = readShared('wpt-url/urltestdata.json', (text) =>
  z
    .array(z.union([z.string(), z.object({ input: z.string() })]))
    .parse(JSON.parse(text))
    .flatMap((entry) => (typeof entry === 'string' ? [] : [entry.input])),
);

/** The numbers of texts and URLs that the folder beside the checkout adds. */
export const sharedHostile = { texts: sharedNaughty.length + sharedScripts.length, urls: sharedUrls.length };

/** Strings that often break programs. */
export const naughtyStrings: readonly string[] = [...readOwn('naughty.json', strings), ...sharedNaughty];

/** The strings that can be saved as an address: not blank, and without NUL. */
export const naughtyUrls = naughtyStrings.filter(isStorable);

/** Markup that would run a script if it were read as HTML. */
export const scriptVectors: readonly string[] = [...readOwn('scripts.json', strings), ...sharedScripts];

const urlsSchema = z.array(z.object({ input: z.string(), isWeb: z.boolean() }));

/** Addresses of all kinds, and texts that are not addresses. */
export const testUrls: readonly string[] = [
  ...readOwn('urls.json', urlsSchema).map(({ input }) => input),
  ...sharedUrls,
];

/** Valid and invalid JSON that a client may send. */
export const jsonBodies: readonly Buffer[] = [
  ...readOwn('bodies.json', strings).map((text) => Buffer.from(text)),
  ...filesIn(new URL('json-test-suite/test_parsing/', sharedFolder)),
];

/** All texts that can be saved. */
export const hostileTexts = [...scriptVectors, ...naughtyStrings].filter(isStorable);

/**
 * Returns about this number of texts, of every kind. A browser needs time for each text. `npm run fortress` uses all.
 */
export function someHostileTexts(count: number): string[] {
  return some(hostileTexts, count);
}

export function some<Item>(items: readonly Item[], count: number): Item[] {
  const step = atScale(Math.ceil(items.length / count), 1);
  return items.filter((_, index) => index % step === 0);
}

function isStorable(text: string): boolean {
  return trimAddress(text) !== '' && !text.includes('\0');
}

function readOwn<Data>(file: string, schema: z.ZodMiniType<Data>): Data {
  return schema.parse(JSON.parse(readFileSync(new URL(file, ownFolder), 'utf8')));
}

function filesIn(folder: URL): Buffer[] {
  return existsSync(folder)
    ? readdirSync(folder).map((name) => readFileSync(join(fileURLToPath(folder), name)))
    : [];
}

function readShared(file: string, parse: (text: string) => string[]): string[] {
  const address = new URL(file, sharedFolder);
  return existsSync(address) ? parse(readFileSync(address, 'utf8')) : [];
}
