import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Long runs in short files: each of their tests is a case of a table, or goes through one. */
const long = [
  'e2e/generation',
  'e2e/accessibility',
  'e2e/hostile',
  'e2e/replay',
  'e2e/faults',
  'e2e/own-key-faults',
  'e2e/weave-edits',
  'e2e/articles',
];

/** The files that take longest come first, so that no worker is left alone with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
