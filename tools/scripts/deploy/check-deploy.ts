import process from 'node:process';

import { runCommand } from '#scripts/run-command.ts';

import { must, seconds, type Check } from './check.ts';
import { imageCheck } from './image.ts';
import { npxCheck, packageCheck, productionCheck } from './package.ts';
import { caddyCheck, nginxCheck, serviceCheck } from './proxies.ts';

/** Runs a script of this project that ends with an error if it finds one. Its last line says what was seen. */
const script = (name: string, file: string): Check => ({
  name,
  needs: {},
  async run() {
    const output = await must(process.execPath, ['--import', 'tsx', file]);
    return output.trim().split('\n').at(-1) ?? '';
  },
});

/** Runs tests of `npm test`, so that a release is checked as a whole. Shows the figures that they print. */
const tests = (name: string, ...files: readonly string[]): Check => ({
  name,
  needs: {},
  async run() {
    const output = await must('node_modules/.bin/vitest', ['run', '--project', 'unit', ...files], {
      environment: { NO_COLOR: '1' },
    });
    const figures = output.split('\n').filter((line) => /^\s*Tests {2}|^\d+ writers: /.test(line));
    return figures.map((line) => line.trim()).join('; ');
  },
});

const checks: readonly Check[] = [
  packageCheck,
  npxCheck,
  productionCheck,
  imageCheck,
  nginxCheck,
  caddyCheck,
  serviceCheck,
  tests('backup and move', 'src/server/backup', 'src/cli/commands/server-data.test.ts'),
  tests('mcp', 'src/cli/commands/mcp.test.ts'),
  script('weave', 'tools/scripts/cli-runs/weave-kills.ts'),
  script('queue', 'tools/scripts/cli-runs/weave-queue.ts'),
];

/** Returns the Debian packages of the programs that are missing. */
async function missingPackages({ needs }: Check): Promise<readonly string[]> {
  const found = await Promise.all(
    Object.entries(needs).map(async ([program, name]) => {
      const { exitCode } = await runCommand('which', [program]);
      return exitCode === 0 ? [] : [name];
    }),
  );
  return found.flat();
}

async function resultOf(check: Check): Promise<{ readonly passed: boolean; readonly words: string }> {
  const missing = await missingPackages(check);
  if (missing.length > 0) return { passed: false, words: `needs: apt-get install ${missing.join(' ')}` };
  return check.run().then(
    (words) => ({ passed: true, words }),
    (error: unknown) => ({ passed: false, words: error instanceof Error ? error.message : String(error) }),
  );
}

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? checks : checks.filter(({ name }) => wanted.includes(name));
if (chosen.length < wanted.length) {
  process.stderr.write(`The checks are: ${checks.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}
let failed = 0;
for (const check of chosen) {
  const begin = performance.now();
  const { passed, words } = await resultOf(check);
  if (!passed) failed += 1;
  const time = seconds(performance.now() - begin).padStart(8);
  process.stdout.write(`${passed ? 'ok  ' : 'FAIL'} ${check.name.padEnd(16)} ${time}  ${words}\n`);
}
process.stdout.write(`\n${chosen.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
