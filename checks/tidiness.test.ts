import { afterEach, beforeEach, expect, test } from 'vitest';

import { copyCheckout } from './harness/checkout-copy.ts';
import type { CheckoutCopy } from './harness/checkout-copy.ts';

let copy: CheckoutCopy;

beforeEach(async () => {
  copy = await copyCheckout();
});

afterEach(() => copy.remove());

test('dead code is found: an export that nobody uses, a file that nobody imports, a package that nobody needs', async () => {
  const untouched = await copy.run('knip');
  expect(untouched).toEqual({ exitCode: 0, output: '' });

  const weave = await copy.read('src/core/weave/version.ts');
  const manifest = await copy.read('package.json');
  await copy.plant({
    'src/core/weave/version.ts': `${weave}\nexport const plantedExport = 1;\n`,
    'src/core/weave/planted-file.ts': 'export const planted = 1;\n',
    'package.json': manifest.replace(
      '"dependencies": {',
      '"dependencies": {\n    "planted-package": "1.0.0",',
    ),
  });
  const { exitCode, output } = await copy.run('knip');
  expect(exitCode).not.toBe(0);
  expect(output).toContain('plantedExport');
  expect(output).toContain('planted-file.ts');
  expect(output).toContain('planted-package');
});

test('a file out of form is found', async () => {
  const untouched = await copy.run('oxfmt', '--check');
  expect(untouched).toMatchObject({ exitCode: 0 });

  await copy.plant({ 'src/core/planted-form.ts': 'export const planted = "double" ' });
  const { exitCode, output } = await copy.run('oxfmt', '--check');
  expect(exitCode).not.toBe(0);
  expect(output).toContain('planted-form.ts');
});
