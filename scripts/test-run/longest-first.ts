import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that run long, because their tests are cases of a table or of a loop. */
const long = [
  'overload/slow-sockets',
  'http/long-work',
  'canaries/canaries',
  'canaries/egress',
  'generation/promises',
  'ledger/leases',
  'ledger/ledger-failures',
  'server/lost-database',
  'db/migrate',
  'db/patient-pool',
  'observe/shut-down',
  'e2e/faults',
  'e2e/own-key-faults',
  'e2e/hostile',
  'e2e/replay',
  'e2e/generation',
  'e2e/outbox',
  'e2e/outbox-tabs',
  'e2e/your-data',
  'e2e/many-links',
];

/** Runs the longest files first, so that no worker is left alone with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
