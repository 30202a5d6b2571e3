import { afterAll, beforeAll, expect, test } from 'vitest';

import { copyCheckout, type CheckoutCopy } from '#scripts/checkout-copy.ts';

const manifest = {
  name: 'planted',
  type: 'module',
  imports: { '#server/*': './src/server/*' },
  dependencies: { 'planted-package': '1.0.0' },
};

let copy: CheckoutCopy;

// A program of two faulty files, checked with the project's settings. A step of `npm test` checks the project's own
// files.
beforeAll(async () => {
  copy = await copyCheckout((file) => ['tools/knip.json', '.oxfmtrc.json'].includes(file));
  await copy.plant({
    'package.json': JSON.stringify(manifest),
    'src/server/main.ts':
      "import { used } from '#server/planted-exports.ts';\n\nprocess.stdout.write(used);\n",
    'src/server/planted-exports.ts': "export const used = 'used';\nexport const plantedExport = 1;\n",
    'src/server/planted-file.ts': 'export const planted = "double" ',
  });
});

afterAll(() => copy.remove());

test('knip finds dead code: an unused export, an unused file and an unused package', async () => {
  const { exitCode, output } = await copy.run('knip', '-c', 'tools/knip.json', '--no-config-hints');
  expect(exitCode).not.toBe(0);
  const found = output.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ', 1)[0]]));
  expect(found).toEqual([
    'Unused',
    'src/server/planted-file.ts',
    'Unused',
    'planted-package',
    'Unused',
    'plantedExport',
  ]);
});

test('oxfmt finds an unformatted file', async () => {
  const { exitCode, output } = await copy.run('oxfmt', '--check', 'src/server');
  expect(exitCode).not.toBe(0);
  const names = ['main.ts', 'planted-exports.ts', 'planted-file.ts'];
  expect(names.filter((name) => output.includes(name))).toEqual(['planted-file.ts']);
});
