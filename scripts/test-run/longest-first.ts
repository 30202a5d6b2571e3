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
  'e2e/restore',
  'e2e/kept-secret',
  'e2e/faults',
  'e2e/outbox',
  'e2e/accessibility',
  'e2e/clicks',
  'e2e/editors',
  'e2e/content-length',
  'e2e/many-links',
  'e2e/german',
  'e2e/layout',
  'e2e/generation',
  'e2e/output-formats',
  'e2e/hostile',
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
