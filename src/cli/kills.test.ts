import { expect, test } from 'vitest';

import { sharedProgram } from '#server/test-shared.ts';

import { measureKills } from '#scripts/cli-runs/kills.ts';

test('a run that is killed twice weaves each file once, and writes none by halves', async () => {
  const [files, concurrency] = [20, 4];
  const run = await measureKills({
    program: await sharedProgram('cli'),
    files,
    kills: 2,
    concurrency,
    tokensPerSecond: 200,
  });
  expect(run).toMatchObject({ exact: files, wrong: 0, halfWritten: 0, exitCode: 0 });
  expect(run.neededCalls).toBeGreaterThanOrEqual(files);
  // Only answers that a kill cut off are asked again.
  expect(run.calls).toBeLessThanOrEqual(run.neededCalls + 2 * concurrency);
  expect(run.doneBefore).toBeGreaterThan(0);
});
