import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';

import { UsageError, type Command, type ExitCode } from './command.ts';
import { runCli } from './run-cli.ts';

function command(name: string, exit: (args: readonly string[]) => ExitCode): Command {
  return { name, summary: `does ${name}`, usage: `Usage: linkweft ${name}`, run: async (args) => exit(args) };
}

const commands = [
  command('weave', (args) => {
    parseArgs({ args: [...args], options: { links: { type: 'string' } }, allowPositionals: true });
    return args.length === 0 ? 3 : 0;
  }),
  command('backup', () => {
    throw new UsageError('the file exists');
  }),
  command('import', () => {
    throw new Error('the disk is full');
  }),
];

async function run(...args: string[]) {
  const said = { out: '', err: '' };
  const code = await runCli(args, commands, {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said };
}

test('help lists the commands, and each command has its own', async () => {
  expect(await run('--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('  backup  does backup'),
  });
  expect((await run()).out).toBe((await run('-h')).out);
  expect(await run('weave', '--help')).toEqual({ code: 0, out: 'Usage: linkweft weave\n', err: '' });
});

test('the version is that of the package', async () => {
  expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('an unknown command gets the nearest name', async () => {
  const answer = await run('waeve');
  expect(answer).toMatchObject({ code: 2, out: '' });
  expect(answer.err).toContain('there is no command "waeve". Did you mean "weave"?');
  expect((await run('zzz')).err).not.toContain('Did you mean');
});

test('a command gets its arguments, and its exit code is that of the program', async () => {
  expect((await run('weave')).code).toBe(3);
  expect((await run('weave', '--', '--help')).code).toBe(0);
});

test.each([
  [['weave', '--lnks', 'x'], 2, "'--lnks'"],
  [['backup'], 2, 'linkweft backup: the file exists'],
  [['import'], 1, 'linkweft import: the disk is full'],
])('%j fails with %d and says why', async (args, code, words) => {
  const answer = await run(...args);
  expect(answer.code).toBe(code);
  expect(answer.err).toContain(words);
  expect(answer.err.includes('--help')).toBe(code === 2);
  expect(answer.err).not.toContain('positional');
});
