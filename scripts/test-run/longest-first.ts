import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long although they are short: their tests run many cases. */
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
  'db/postgres-database',
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

/** Runs the longest files first, so that at the end no worker still runs a long file alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
