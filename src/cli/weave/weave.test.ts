import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { sharedProgram } from '#server/test-shared.ts';
import { readTree } from '#scripts/cli-runs/articles.ts';
import { runCliProcess, spawnCli } from '#scripts/cli-runs/cli-process.ts';
import { startProvider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { startModel } from '#scripts/cli-runs/kills.ts';

const kettle = 'https://shop.example/kettle?ref=me&x=(1)';
const links = `url,description\n"${kettle}",Gooseneck kettle for pour-over coffee\nhttps://camp.example/tent?aff=7,Light tent for two people\n`;
const article = 'A gooseneck kettle lets you pour slowly. We like our coffee in the morning.\n';

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

async function write(name: string, data: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), data);
}

function read(name: string): Promise<string> {
  return readFile(path.join(folder, name), 'utf8');
}

const to = ['--links', 'links.csv', '--out', 'out', '--no-disclosure'];

function weave(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return runCliProcess(program, ['weave', ...args], { folder, environment });
}

test.each([
  ['a.md', `# One\n\n${article}`, 'A [gooseneck kettle](<URL>) lets'],
  ['b.md', article, 'A [gooseneck kettle](<URL>) lets'],
  ['c.html', `<p>${article}</p>`, 'A <a href="HTML" rel="sponsored nofollow">gooseneck kettle</a> lets'],
  ['d.html', article, 'A <a href="HTML" rel="sponsored nofollow">gooseneck kettle</a> lets'],
  ['e.txt', article, 'A gooseneck kettle (URL) lets'],
  [
    'f.html',
    `<!-- wp:paragraph -->\n<p>${article}</p>\n<!-- /wp:paragraph -->\n`,
    'nofollow">gooseneck kettle</a>',
  ],
])('%s keeps its format and its words', async (name, text, linked) => {
  await write(name, text);
  const { exitCode } = await weave([name, ...to]);
  const written = await read(`out/${name}`);
  expect(exitCode).toBe(0);
  expect(written).toContain(linked.replace('URL', kettle).replace('HTML', kettle.replace('&', '&amp;')));
  expect(written.replace(/<a [^>]*>|<\/a>|\[(?=goose)|\]\(<[^>]*>\)| \(https[^)]*\)\)/gu, '')).toBe(text);
});

test('front matter, line ends and byte order marks are kept byte for byte', async () => {
  const head = '---\r\ntitle:   "A kettle"\r\ndate: 2024-01-01\r\n---\r\n';
  const text = `${head}\r\n# Kettles\r\n\r\nA gooseneck kettle lets you pour slowly.\r\n`;
  await write('utf8.md', `\uFEFF${text}`);
  await write('utf16.md', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]));
  expect((await weave(['utf8.md', 'utf16.md', ...to])).exitCode).toBe(0);
  const written = await read('out/utf8.md');
  expect(written.startsWith(`\uFEFF${head}`)).toBe(true);
  expect(written.match(/(?<!\r)\n/u)).toBeNull();
  const wide = await readFile(path.join(folder, 'out/utf16.md'));
  expect(wide.subarray(2).swap16().toString('utf16le')).toBe(written.slice(1));
});

test('a file that cannot be woven is named, and the others are written', async () => {
  await write('posts/good.md', article);
  await write('posts/deep/also.md', article);
  await write('posts/empty.md', '');
  await write('posts/blank.md', ' \n');
  await write('posts/binary.md', Buffer.from([0x50, 0, 0xff, 0xfe, 0x80]));
  await write('posts/latin.md', Buffer.from([0xe4, 0xf6, 0xfc, 0x0a]));
  await symlink('nowhere', path.join(folder, 'posts/broken.md'));
  await symlink('good.md', path.join(folder, 'posts/linked.md'));
  const { exitCode, out } = await weave(['posts', 'missing.md', ...to, '--json']);
  expect(exitCode).toBe(1);
  expect([...(await readTree(path.join(folder, 'out'))).keys()]).toEqual([
    'deep/also.md',
    'good.md',
    'linked.md',
  ]);
  const { files } = JSON.parse(out);
  expect(
    Object.fromEntries(files.map((file: { name: string; status: string }) => [file.name, file.status])),
  ).toEqual({
    'missing.md': 'failed',
    'posts/binary.md': 'failed',
    'posts/blank.md': 'failed',
    'posts/broken.md': 'failed',
    'posts/deep/also.md': 'written',
    'posts/empty.md': 'failed',
    'posts/good.md': 'written',
    'posts/latin.md': 'failed',
    'posts/linked.md': 'written',
  });
});

test.each([
  [['a.md', '--links', 'links.csv'], 'give either --out'],
  [['a.md', '--out', 'out'], '--links must name'],
  [['a.md', '--links', 'links.csv', '--out', '.'], 'over itself'],
  [['a.md', '--links', 'no.csv', '--out', 'out'], 'no.csv: There is no such file.'],
  [['a.md', '--links', 'columns.csv', '--out', 'out'], 'No column of columns.csv has links.'],
  [['a.md', ...to, '--version', 'saef'], 'Did you mean "safe"?'],
  [['a.md', ...to, '--most', '0'], '--most must be a whole number'],
  [['a.md', ...to, '--shop-template', 'x'], '--shop-template must be'],
  [['a.md', ...to, '--queue', 'mysql://secret@x/'], '--queue must be'],
])('wrong use: %j', async (args, words) => {
  await write('a.md', article);
  await write('columns.csv', 'name,price\nkettle,12\n');
  const answer = await weave(args);
  expect(answer.exitCode).toBe(2);
  expect(answer.err).toContain(words);
  expect(answer.err).not.toContain('secret');
});

test('a misspelt variable is named', async () => {
  await write('a.md', article);
  const { err } = await weave(['a.md', ...to], { OPENAI_MODL: 'gpt-4.1-mini' });
  expect(err).toContain(
    'The variable OPENAI_MODL is not known and has no effect. Did you mean OPENAI_MODEL?',
  );
});

test('two files for one place are refused, and one file that is named twice is woven once', async () => {
  const other = await mkdtemp(path.join(tmpdir(), 'linkweft-cli-other-'));
  await write('a.md', article);
  await writeFile(path.join(other, 'A.md'), article);
  const answer = await weave(['a.md', path.join(other, 'A.md'), ...to]);
  expect(answer).toMatchObject({ exitCode: 2, err: expect.stringContaining('would both be written') });
  expect((await weave(['a.md', './a.md', ...to])).err).toContain('1 written');
  await rm(other, { recursive: true });
});

test('a result that was changed, or was there before, is replaced only by force', async () => {
  await write('a.md', article);
  await write('out/a.md', 'Mine.');
  const refused = await weave(['a.md', ...to]);
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('exists already') });
  expect(await read('out/a.md')).toBe('Mine.');
  expect((await weave(['a.md', ...to, '--force'])).exitCode).toBe(0);
  expect((await weave(['a.md', ...to])).err).toContain('1 done before');
  await write('out/a.md', 'Changed.');
  expect((await weave(['a.md', ...to])).err).toContain('was changed since');
  // What was written here is replaced when the text is another one.
  await write('b.md', article);
  await weave(['b.md', ...to]);
  await write('b.md', `${article}\nMore.\n`);
  expect((await weave(['b.md', ...to])).exitCode).toBe(0);
  expect(await read('out/b.md')).toContain('More.');
});

test('a file is changed in place once, and keeps its mode and its symbolic link', async () => {
  await write('posts/a.md', article);
  await chmod(path.join(folder, 'posts/a.md'), 0o640);
  await symlink('posts/a.md', path.join(folder, 'link.md'));
  const args = ['link.md', 'posts/a.md', '--links', 'links.csv', '--in-place', '--no-disclosure'];
  expect((await weave(args)).err).toContain('1 written');
  const written = await read('posts/a.md');
  expect(written).toContain(kettle);
  expect(await read('link.md')).toBe(written);
  expect((await weave(args)).err).toContain('1 done before');
  expect(await read('posts/a.md')).toBe(written);
});

test('a file that changes while the model writes is left as it is, and its answer is kept', async () => {
  const model = await startModel(40);
  await write('a.md', article);
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'stand-in' };
  const args = ['weave', 'a.md', '--links', 'links.csv', '--in-place', '--no-disclosure'];
  const run = spawnCli(program, args, { folder, environment });
  await expect.poll(() => model.calls.length).toBe(1);
  await write('a.md', `${article}\nMine.\n`);
  expect(await run.ended).toMatchObject({ exitCode: 1, err: expect.stringContaining('was changed while') });
  expect(await read('a.md')).toBe(`${article}\nMine.\n`);
  await write('a.md', article);
  expect(await weave(args.slice(1), environment)).toMatchObject({ exitCode: 0 });
  expect(await read('a.md')).toContain(kettle);
  expect(model.calls.length).toBe(1);
  await model.close();
});

test('equal texts are asked once, and a text that names no link is copied', async () => {
  const model = await startModel(100);
  await write('posts/a.md', article);
  await write('posts/b.md', article);
  await write('posts/c.md', 'Rain fell on the quiet harbour.\n');
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'stand-in' };
  const { err } = await weave(['posts', ...to, '--report', 'report.md'], environment);
  expect(err).toContain('2 written, 1 unchanged');
  expect(model.calls.length).toBe(1);
  expect(await read('out/c.md')).toBe('Rain fell on the quiet harbour.\n');
  expect(await read('report.md')).toMatch(
    /\| posts\/a\.md \| written \| 1 \| 0 \| 1 \| 0 \| [\d,]+ tokens \|/u,
  );
  await model.close();
});

test('a second run in place adds no second note about paid links', async () => {
  const text = `${article}\nWe slept in a light tent for two people.\n`;
  await write('a.md', text);
  const args = ['a.md', '--links', 'links.csv', '--in-place', '--most'];
  await weave([...args, '1']);
  await weave([...args, '2']);
  const written = await read('a.md');
  expect(written.match(/I get commissions/gu)).toHaveLength(1);
  expect(written).toContain('https://camp.example/tent?aff=7');
  expect(written).toContain(kettle);
});

test('a long text and a huge file are refused in words', async () => {
  await write('long.md', article.repeat(1_500));
  await write('huge.md', article.repeat(800_000));
  const { exitCode, err } = await weave(['long.md', 'huge.md', ...to]);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/FAIL long\.md: Your content has 114,000 characters/u);
  expect(err).toMatch(/FAIL huge\.md: The file is larger than 50 MB/u);
});

test('relinks alone need no model', async () => {
  const own = 'See [this tent](https://camp.example/tent) and [that](https://other.example/).\n';
  await write('a.md', own);
  const environment = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_MODEL: 'none' };
  const { exitCode } = await weave(['a.md', ...to, '--relink'], environment);
  expect(exitCode).toBe(0);
  expect(await read('out/a.md')).toBe(own.replace('camp.example/tent', 'camp.example/tent?aff=7'));
});

test('a dry run says what it would cost, and calls and writes nothing', async () => {
  const model = await startModel(1000);
  await write('a.md', article);
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'gpt-4o-mini' };
  const { exitCode, out } = await weave(['a.md', ...to, '--dry-run'], environment);
  expect(exitCode).toBe(0);
  expect(out).toMatch(
    /gpt-4o-mini: 1 call, about [\d,]+ tokens, at most [\d,]+\.\nAbout \$0\.000\d, at most/u,
  );
  expect(model.calls).toEqual([]);
  expect((await readTree(path.join(folder, 'out'))).size).toBe(0);
  await model.close();
});

test('a run stops before it exceeds the money, and goes on with more', async () => {
  const model = await startModel(100_000);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await write(`posts/${name}.md`, `${name}. ${article}`);
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'gpt-4' };
  const args = ['posts', ...to, '--json', '--concurrency', '1', '--max-usd'];
  const first = await weave([...args, '0.1'], environment);
  expect(first.exitCode).toBe(3);
  expect(JSON.parse(first.out).spentUsd).toBeLessThanOrEqual(0.1);
  const calls = model.calls.length;
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(6);
  // What the first run has spent counts, so the same amount is not enough.
  expect((await weave([...args, '0.1'], environment)).exitCode).toBe(3);
  expect(model.calls.length).toBe(calls);
  expect((await weave([...args, '5'], environment)).exitCode).toBe(0);
  expect(model.calls.length).toBe(6);
  await model.close();
});

test('the first interruption finishes the files in work, and the run goes on later', async () => {
  const model = await startModel(60);
  for (let index = 0; index < 6; index += 1) await write(`posts/${index}.md`, `${index}. ${article}`);
  const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'stand-in' };
  const args = ['weave', 'posts', ...to, '--concurrency', '2'];
  const run = spawnCli(program, args, { folder, environment });
  await expect.poll(() => model.calls.length).toBe(2);
  run.child.kill('SIGINT');
  const { exitCode, err } = await run.ended;
  expect(exitCode).toBe(130);
  expect(err).toContain('2 written, 4 not reached');
  expect(await weave(args.slice(1), environment)).toMatchObject({ exitCode: 0 });
  expect(model.calls.length).toBe(6);
  await model.close();
});

test.each([
  [401, 1, '1 failed, 5 not reached', 'Please check OPENAI_API_KEY'],
  [400, 5, '5 failed, 1 not reached', 'didn’t accept the request'],
])('a provider that refuses with %d is asked %d times, in words for the command line', async (...row) => {
  const [status, calls, counts, words] = row;
  const provider = await startProvider(refuse(status));
  for (let index = 0; index < 6; index += 1) await write(`posts/${index}.md`, `${index}. ${article}`);
  const environment = {
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'sk-secret',
    OPENAI_MODEL: 'none',
  };
  const { exitCode, err } = await weave(['posts', ...to, '--concurrency', '1'], environment);
  expect(exitCode).toBe(1);
  expect(err).toContain(words);
  expect(err).toContain(counts);
  expect(err).not.toContain('sk-secret');
  expect(new Set(provider.calls.map(({ body }) => JSON.stringify(body?.messages))).size).toBe(calls);
  await provider.close();
});

test('suggestions have their sentences and lines', async () => {
  await write('a.md', `# Coffee\n\nWe like it.\n\n${article}`);
  const answer = await runCliProcess(program, ['suggest', 'a.md', '--links', 'links.csv', '--json'], {
    folder,
  });
  expect(answer.exitCode).toBe(0);
  expect(JSON.parse(answer.out)).toMatchObject([
    { url: kettle, line: 5, sentence: 'A gooseneck kettle lets you pour slowly.', isStrong: true },
  ]);
  const words = await runCliProcess(program, ['suggest', 'a.md', '--links', 'links.csv'], { folder });
  expect(words.out).toContain(`${kettle}\n          line 5: A gooseneck kettle`);
});
