import { afterAll, beforeAll, expect, test } from 'vitest';

import { copyCheckout } from '#scripts/checkout-copy.ts';
import type { CheckoutCopy } from '#scripts/checkout-copy.ts';

let copy: CheckoutCopy;

// That nothing is found in the files as they are is a step of `npm test`.
beforeAll(async () => {
  copy = await copyCheckout();
  const weave = await copy.read('src/core/weave/version.ts');
  const manifest = await copy.read('package.json');
  await copy.plant({
    'src/core/weave/version.ts': `${weave}\nexport const plantedExport = 1;\n`,
    'src/core/weave/planted-file.ts': 'export const planted = "double" ',
    'package.json': manifest.replace(
      '"dependencies": {',
      '"dependencies": {\n    "planted-package": "1.0.0",',
    ),
  });
});

afterAll(() => copy.remove());

test('dead code is found: an export that nobody uses, a file that nobody imports, a package that nobody needs', async () => {
  const { exitCode, output } = await copy.run('knip');
  expect(exitCode).not.toBe(0);
  expect(output).toContain('plantedExport');
  expect(output).toContain('planted-file.ts');
  expect(output).toContain('planted-package');
});

test('a file out of form is found', async () => {
  const { exitCode, output } = await copy.run('oxfmt', '--check');
  expect(exitCode).not.toBe(0);
  expect(output).toContain('planted-file.ts');
});
