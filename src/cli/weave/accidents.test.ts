import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { sharedProgram } from '#server/test-shared.ts';
import { runCliProcess, spawnCli } from '#scripts/cli-runs/cli-process.ts';
import { startProvider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { startModel } from '#scripts/cli-runs/kills.ts';

import { weaveFiles } from './weave-files.ts';

const links = 'url,description\nhttps://shop.example/kettle?ref=me,Gooseneck kettle\n';
const article = 'A gooseneck kettle lets you pour slowly.\n';

let program: string;
let folder: string;

beforeAll(async () => {
  program = await sharedProgram('cli');
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-cli-'));
  await write('links.csv', links);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, data: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), data);
}

function read(name: string): Promise<string> {
  return readFile(path.join(folder, name), 'utf8');
}

function weave(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return runCliProcess(program, ['weave', '--no-disclosure', ...args], { folder, environment });
}

const to = ['--links', 'links.csv', '--out', 'out'];
const inPlace = ['--links', 'links.csv', '--in-place'];

test('a terminal obeys nothing in the name of a file, and a name takes one line', async () => {
  const name = 'a\u001B]0;owned\u0007\u009B2J\u202Egpj\nok   b.md';
  await write(`posts/${name}.md`, article);
  await write(`posts/${name}-empty.md`, '');
  const { out, err } = await weave(['posts', ...to, '--json', '--report', 'report.md']);
  const signs = /(?!\n)[\p{Cc}\u2028-\u202E]/u;
  for (const said of [out, err, await read('report.md')]) expect(said).not.toMatch(signs);
  expect(err).toContain(String.raw`a\u001b]0;owned\u0007\u009b2J\u202egpj ok b.md`);
  expect(err.split('\n').filter((line) => line.startsWith('ok'))).toHaveLength(1);
  expect(JSON.parse(out).files.map((file: { name: string }) => file.name)).toContain(`posts/${name}.md`);
});

test('a terminal obeys nothing in the answer of a provider', async () => {
  const provider = await startProvider(refuse(400, { message: 'no \u001B[2J\u001B]52;c;eA==\u0007' }));
  await write('a.md', article);
  const { err } = await weave(['a.md', ...to], { OPENAI_BASE_URL: provider.baseUrl, OPENAI_MODEL: 'none' });
  expect(err).toContain('FAIL a.md');
  expect(err).not.toContain('\u001B');
  await provider.close();
});

test.each([
  [['a.md', ...to, '--report', 'links.csv'], 'exists and is no report'],
  [['a.md', ...to, '--report', 'a.md'], 'is one of the texts'],
  [['a.md', ...to, '--report', 'out/a.md'], 'is one of the texts'],
  [['a.md', ...to, '--report', 'a.md/report.md'], 'cannot be written'],
])('a report does not replace another file: %j', async (args, words) => {
  await write('a.md', article);
  expect(await weave(args)).toMatchObject({ exitCode: 2, err: expect.stringContaining(words) });
  expect([await read('a.md'), await read('links.csv')]).toEqual([article, links]);
  expect(await readdir(folder)).not.toContain('out');
});

test('the links, the report and the results are no texts of a folder', async () => {
  await write('links.md', '- [Gooseneck kettle](https://shop.example/kettle?ref=me)\n');
  await write('a.md', article);
  const args = ['.', '--links', 'links.md', '--out', 'out', '--report', 'notes/report.md'];
  for (const words of ['1 written', '1 done before']) expect((await weave(args)).err).toContain(words);
  await symlink('out', path.join(folder, 'results'));
  expect((await weave(['.', '--links', 'links.md', '--out', 'results', '--force'])).err).toContain(
    '1 written',
  );
  expect(await read('links.md')).toBe('- [Gooseneck kettle](https://shop.example/kettle?ref=me)\n');
});

test('a folder for the results that leads to the texts is refused, also by force', async () => {
  await write('posts/a.md', article);
  await symlink('posts', path.join(folder, 'out'));
  const { exitCode, err } = await weave(['posts', ...to, '--force']);
  expect([exitCode, err]).toEqual([2, expect.stringContaining('over itself')]);
  expect(await read('posts/a.md')).toBe(article);
});

test('of runs that begin together in one folder, one works and the others say so', async () => {
  const model = await startModel(30);
  await write('a.md', article);
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'stand-in' };
  const runs = await Promise.all([1, 2, 3].map(() => weave(['a.md', ...inPlace], environment)));
  expect(runs.map(({ exitCode }) => exitCode).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 2, 2]);
  expect(runs.map(({ err }) => err).join('')).toContain('Another run works with this folder');
  expect(model.calls.length).toBe(1);
  await model.close();
});

test('a result that somebody changes while the model writes is left as it is', async () => {
  const model = await startModel(40);
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'stand-in' };
  await write('a.md', article);
  await weave(['a.md', ...to], environment);
  const args = ['weave', 'a.md', ...to, '--version', 'exploratory'];
  const run = spawnCli(program, args, { folder, environment });
  await expect.poll(() => model.calls.length).toBe(2);
  await write('out/a.md', 'Mine.');
  expect(await run.ended).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('was changed meanwhile'),
  });
  expect(await read('out/a.md')).toBe('Mine.');
  await model.close();
});

test('what is damaged in the journal is named, and nothing is paid again', async () => {
  const model = await startModel(1000);
  await write('a.md', article);
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'stand-in' };
  await weave(['a.md', ...inPlace], environment);
  for (const part of ['files', 'calls']) {
    const [name = ''] = await readdir(path.join(folder, '.linkweft', part));
    const whole = await read(`.linkweft/${part}/${name}`);
    await write(`.linkweft/${part}/${name}`, whole.slice(0, 40));
    const { exitCode, err } = await weave(['a.md', ...inPlace], environment);
    expect([exitCode, err]).toEqual([1, expect.stringContaining(`${name} cannot be read, or is damaged`)]);
    await write(`.linkweft/${part}/${name}`, whole);
  }
  expect((await weave(['a.md', ...inPlace], environment)).err).toContain('1 done before');
  expect(model.calls.length).toBe(1);
  await model.close();
});

test('a run goes on when nobody reads any more what it says', async () => {
  const model = await startModel(60);
  for (const name of ['a', 'b', 'c']) await write(`posts/${name}.md`, article.replace('You', name));
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'stand-in' };
  const args = ['weave', 'posts', '--no-disclosure', '--concurrency', '1', ...to];
  const { child, ended } = spawnCli(program, args, { folder, environment });
  child.stdout.destroy();
  child.stderr.destroy();
  expect((await ended).exitCode).toBe(0);
  for (const name of ['a', 'b', 'c']) expect(await read(`out/${name}.md`)).not.toBe('');
  await model.close();
});

test('a full disk ends a run before the next call', async () => {
  for (const name of ['a', 'b', 'c']) await write(`${name}.md`, article);
  const files = ['a', 'b', 'c'].map((name) => {
    const [source, target] = [path.join(folder, `${name}.md`), path.join(folder, `out-${name}.md`)];
    return { name, source, target };
  });
  let calls = 0;
  const none = { answers: folder, find: async () => null, put: async () => {}, close: async () => {} };
  const outcomes = await weaveFiles(files, {
    async produce() {
      calls += 1;
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
    journal: none,
    settings: '',
    isInPlace: false,
    force: false,
    concurrency: 1,
    stopping: new AbortController().signal,
    onEnd: () => {},
  });
  expect(calls).toBe(1);
  expect(outcomes.map(({ status, message }) => [status, message])).toEqual([
    ['failed', 'Nothing more can be written: ENOSPC: no space left on device, write'],
    ['not reached', null],
    ['not reached', null],
  ]);
});
