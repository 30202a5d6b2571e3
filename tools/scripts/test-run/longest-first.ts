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
  'test/e2e/restore',
  'test/e2e/kept-secret',
  'test/e2e/faults',
  'test/e2e/outbox',
  'test/e2e/accessibility',
  'test/e2e/clicks',
  'test/e2e/editors',
  'test/e2e/content-length',
  'test/e2e/many-links',
  'test/e2e/german',
  'test/e2e/layout',
  'test/e2e/generation',
  'test/e2e/output-formats',
  'test/e2e/hostile',
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
