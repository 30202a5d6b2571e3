import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const readYaml = async (file: string): Promise<unknown> =>
  parse(await readFile(file, 'utf8'), { merge: true });

test('the workflow runs the two commands of the README on each supported Node', async () => {
  const step = z.object({ uses: z.optional(z.string()), run: z.optional(z.string()) });
  const job = z.object({
    strategy: z.object({ matrix: z.object({ node: z.array(z.string()) }) }),
    steps: z.array(step),
  });
  const { jobs } = z
    .object({ jobs: z.object({ test: job }) })
    .parse(await readYaml('.github/workflows/ci.yml'));
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(await readFile('package.json', 'utf8')));
  expect(jobs.test.strategy.matrix.node).toEqual(
    [...engines.node.matchAll(/(?:\^|>=)(\d+)/g)].map(([, major]) => major),
  );
  const commands = jobs.test.steps.map(({ run = '' }) => run).join('\n');
  expect(commands).toMatch(/^npm start\b/m);
  expect(commands).toMatch(/^npm test$/m);
});

const serviceSchema = z.object({
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  tmpfs: z.array(z.string()),
  stop_grace_period: z.string(),
  environment: z.record(z.string(), z.string()),
});

test.each([
  ['compose.yaml', ['linkweft']],
  ['compose.postgres.yaml', ['first', 'second']],
])('each server of %s has a read-only root and enough time to stop', async (file, names) => {
  const { services } = z.object({ services: z.record(z.string(), z.unknown()) }).parse(await readYaml(file));
  for (const name of names) {
    const service = serviceSchema.parse(services[name]);
    expect(service.tmpfs).toContain('/tmp');
    const { SHUTDOWN_DELAY: delay = '0', SHUTDOWN_TIMEOUT: timeout = '25' } = service.environment;
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(Number(delay) + Number(timeout));
  }
});

test('the package has the build, its command and its pages, and no package that the build contains', async () => {
  const { bin, files, dependencies } = z
    .object({
      bin: z.record(z.string(), z.string()),
      files: z.array(z.string()),
      dependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(await readFile('package.json', 'utf8')));
  expect(files).toEqual(
    expect.arrayContaining(['dist', 'docs/*.md', 'deploy', '.env.example', 'CHANGELOG.md']),
  );
  expect(await readFile(bin['linkweft'] ?? '', 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  const bundled = await readFile('dist/server/licences.txt', 'utf8');
  expect(Object.keys(dependencies).filter((name) => bundled.includes(`## ${name} `))).toEqual([]);
});
