import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { expect, onTestFinished, test } from 'vitest';

import { spawnTestServer } from '#server/test-server-process.ts';

const token = 'a-token-of-a-test-with-more-than-32-characters';

test('the examples of docs/api.md run as they stand, in their order', async ({ skip }) => {
  const hasPrograms = ['bash', 'curl', 'jq'].every(
    (name) => spawnSync(name, ['--version']).error === undefined,
  );
  skip(!hasPrograms, 'the examples need curl and jq');
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-examples-'));
  const server = await spawnTestServer({ DATA_DIR: path.join(folder, 'data'), API_TOKENS: `blog:${token}` });
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await rm(folder, { recursive: true });
  });
  const page = await readFile('docs/api.md', 'utf8');
  const examples = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, example = '']) => example);
  const [settings = '', ...others] = examples;
  const given = 'LINKWEFT=https://links.example.com TOKEN=…\n';
  expect(settings).toContain(given);
  const script = [settings.replace(given, ''), ...others].join('\n');
  await writeFile(path.join(folder, 'post.md'), '# Trip\n\nWe slept in a light tent. It rained.\n');
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], LINKWEFT: await server.origin(), TOKEN: token },
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
  expect(await readFile(path.join(folder, 'post.safe.md'), 'utf8')).toContain(
    'We slept in a [light tent](https://shop.example/tent?ref=me).',
  );
});
