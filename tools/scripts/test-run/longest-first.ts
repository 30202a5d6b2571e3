import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long. All other files are short. */
const long = [
  'durability/postgres-kill',
  'durability/generations',
  'durability/storage-faults',
  'durability/sqlite-kill',
  'test/e2e/restore',
  'test/e2e/without-ai',
  'test/e2e/replay',
  'test/e2e/browser-model',
  'test/e2e/kept-secret',
  'test/e2e/outbox',
  'test/e2e/faults',
  'test/e2e/weave-edits',
  'test/e2e/export',
  'test/e2e/hostile',
  'test/e2e/your-data',
  'generation/promises',
  'http/unusual-input',
  'http/long-work',
  'server/lost-database',
  'db/migrate',
  'orders/leases',
  'canaries/canaries',
  'edits/version-corpus',
  'reply/endless-replies',
  'db/postgres-database',
];

/** The order of the projects: those that wait most come first, and short files fill the end. */
const projects = ['durability', 'component', 'e2e', 'unit', 'checks'];

/**
 * Runs the longest files of a project first, so that at the end no worker still runs a long file alone. The files of a
 * project follow each other, because a worker serves one project only.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = projects.findIndex((name) => project.name.startsWith(name));
      const isLong = long.some((name) => moduleId.endsWith(`/${name}.test.ts`));
      return 2 * place + (isLong ? 0 : 1);
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
