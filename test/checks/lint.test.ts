import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { copyCheckout, type CheckoutCopy } from '#scripts/checkout-copy.ts';
import { wallFaults } from './harness/faults.ts';
import { styleFaults } from './harness/style-faults.ts';

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      filename: z.string(),
      message: z.string(),
      code: z.optional(z.string()),
      help: z.optional(z.string()),
    }),
  ),
});

const faults = [...wallFaults, ...styleFaults];
const diagnostics = new Map<string, string>();
let copy: CheckoutCopy;

// One run checks all faults. Each is in its own file, so that none hides another. A step of `npm test` lints the
// project's own files.
beforeAll(async () => {
  copy = await copyCheckout();
  await copy.plant(Object.fromEntries(faults.map(({ path, source }) => [path, source])));
  const { output } = await copy.run(
    'oxlint',
    '-c',
    'oxlint.config.mjs',
    '--format',
    'json',
    ...faults.map(({ path }) => path),
  );
  const report = reportSchema.parse(
    JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)),
  );
  for (const { filename, message, code = '', help = '' } of report.diagnostics) {
    diagnostics.set(filename, `${diagnostics.get(filename) ?? ''}${code}: ${message} ${help}\n`);
  }
});

afterAll(() => copy.remove());

test.each(faults)('the linter refuses: $law', ({ path, answer }) => {
  expect(diagnostics.get(path) ?? 'nothing found').toContain(answer);
});
