import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

import { proveVersion } from '#cli/mcp/texts.ts';
import { readWriter } from '#cli/writer/writer.ts';
import { generateBuiltIn } from '#core/generation/draft.ts';
import { runTask } from '#core/generation/long-tasks.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import { portOf } from '#provider/port-of.ts';
import { sharedProgram } from '#server/test-shared.ts';
import { spawnTestServer, type TestServerProcess } from '#server/test-server-process.ts';

const token = 'a-token-of-a-test-with-more-than-32-characters';
const article = `# Coffee at home

A good grinder matters more than the machine. I grind my beans every morning.

The AeroPress makes a clean cup in two minutes. Rinse the paper filter first.
`;
const grinderUrl = 'https://shop.example/grinder?tag=mine-21&x=a%20b';
const pressUrl = 'https://www.amazon.com/dp/B0047BIWSK?tag=mine-21';

let folder: string;
let server: TestServerProcess;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-mcp-'));
  server = await spawnTestServer({ DATA_DIR: folder, API_TOKENS: `test:${token}` });
  origin = await server.origin();
});

afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await rm(folder, { recursive: true });
});

/** Starts `linkweft mcp` as a process, and connects the client of the protocol's own package. */
async function connect(environment: Readonly<Record<string, string>> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await sharedProgram('cli'), 'mcp'],
    env: { LINKWEFT_URL: origin, LINKWEFT_TOKEN: token, ...environment },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const contentSchema = z.array(z.object({ type: z.literal('text'), text: z.string() }));
  return {
    client,
    async call(name: string, given: Record<string, unknown>) {
      const result = await client.callTool({ name, arguments: given });
      const [first = '', ...others] = contentSchema.parse(result.content).map(({ text }) => text);
      return { first, report: others[0] ?? '', isError: result.isError === true };
    },
  };
}

async function save(call: Awaited<ReturnType<typeof connect>>['call'], url: string, description: string) {
  const { first } = await call('save_link', { url, description });
  return z.object({ saved: z.object({ id: z.string() }) }).parse(JSON.parse(first)).saved.id;
}

test('an assistant saves, finds and adds links by their ids, and each address in the text is exact', async () => {
  const { client, call } = await connect();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([
    'list_links',
    'relink',
    'save_link',
    'suggest_links',
    'weave',
  ]);
  const grinder = await save(call, grinderUrl, 'A burr grinder for coffee beans');
  const press = await save(call, pressUrl, 'AeroPress coffee maker');

  const listed = await call('list_links', {});
  expect(listed.first).toContain(grinder);
  expect(listed.first).toContain('"host": "shop.example"');
  expect(listed.first).not.toContain('mine-21');
  expect((await call('list_links', { query: 'BURR shop.example' })).first).toContain('"total": 1');

  const suggested = await call('suggest_links', { text: article });
  expect(suggested.first).toContain(press);
  expect(suggested.first).toContain('AeroPress makes a clean cup');
  expect(suggested.first).not.toContain('mine-21');

  const woven = await call('weave', { text: article, link_ids: [grinder, press] });
  expect(woven.isError).toBe(false);
  expect(woven.first).toContain(`](${grinderUrl})`);
  expect(woven.first).toContain(`](${pressUrl})`);
  for (const word of article.split(/\s+/u)) expect(woven.first).toContain(word.replace(/[.]$/u, ''));
  const report: unknown = JSON.parse(woven.report);
  expect(report).toMatchObject({ addressesAreExact: true, sentencesRewritten: 0 });
  expect(woven.report.match(/"status": "added"/gu)).toHaveLength(2);
  expect(woven.report).not.toContain('mine-21');
});

test('an assistant exchanges links of the text, and no word changes', async () => {
  const { call } = await connect();
  await save(call, pressUrl, 'AeroPress coffee maker');
  const own = 'https://www.amazon.com/AeroPress-Coffee-Maker/dp/B0047BIWSK/';
  const foreign = 'https://www.amazon.com/dp/B0047BIWSK?tag=other-20';
  const text = `The [press](${own}) is light. So is [this one](${foreign}).\n`;
  const exchanged = await call('relink', { text });
  expect(exchanged.first).toBe(text.replace(own, pressUrl));
  expect(exchanged.report).toContain('"notExchangedBecauseTheyPaySomebodyElse": 1');
  const all = await call('relink', { text, include_foreign: true });
  expect(all.first).toBe(text.replace(own, pressUrl).replace(foreign, pressUrl));
  expect(all.report.match(/"reason": "same-product"/gu)).toHaveLength(2);
  expect(all.report).not.toContain('mine-21');
});

test('an address in a description is its host for the assistant', async () => {
  const { call } = await connect();
  await save(call, grinderUrl, `Burrs & steel: ${grinderUrl} (${grinderUrl})`);
  const { first } = await call('list_links', { query: 'burrs steel' });
  expect(first).toContain('"description": "Burrs & steel: shop.example (shop.example)"');
  expect(first).not.toContain('mine-21');
});

test('a link that would not be exact in a text is an error without its address', async () => {
  const link = { id: 'a', url: grinderUrl, description: 'Burr grinder', createdAt: '', updatedAt: '' };
  const { terms } = readWriter({}, null);
  const job = prepareJob({ content: article, links: [link], instructions: '', relinks: [] }, terms);
  let proven: (() => unknown) | null = null;
  for await (const step of generateBuiltIn(job, async (task) => runTask(task)))
    if (step.type === 'result') {
      const { generation } = step;
      // The report says that the link is there.
      const lost = { ...generation, edits: { ...generation.edits, safe: [] } };
      proven = () => proveVersion(article, lost, 'safe');
    }
  expect(proven).toThrow('cannot stand exactly as saved');
  expect(proven).not.toThrow('mine-21');
});

test('a message that is too long ends the command in words', async () => {
  const child = spawn(process.execPath, [await sharedProgram('cli'), 'mcp'], { env: {} });
  child.stdin.on('error', () => {});
  const said = textOf(child.stderr);
  child.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(12_000_000)}"}\n`);
  const [exitCode] = await once(child, 'exit');
  expect([exitCode, await said]).toEqual([1, expect.stringContaining('exceeded maximum size')]);
});

test('what cannot be done is an answer in words', async () => {
  const { call } = await connect();
  const unknown = await call('weave', { text: article, link_ids: ['no-such-link'] });
  expect(unknown.isError).toBe(true);
  expect(unknown.first).toMatch(/link/iu);
  const empty = await call('save_link', { url: ' ' });
  expect(empty).toMatchObject({ isError: true, first: expect.stringMatching(/URL/u) });
  expect((await call('weave', { text: article, link_ids: [] })).isError).toBe(true);
});

test('a wrong token is refused, and the right one opens its workspace alone', async () => {
  const { call } = await connect();
  await save(call, grinderUrl, 'A burr grinder for coffee beans');
  const wrong = await connect({ LINKWEFT_TOKEN: `${token}-and-more` });
  const refused = await wrong.call('list_links', {});
  expect(refused).toMatchObject({ isError: true, first: expect.stringContaining('Check LINKWEFT_TOKEN.') });
  expect(refused.first).not.toContain(token);
});

test('without a token nothing is saved into a list that nobody could open', async () => {
  const { call } = await connect({ LINKWEFT_TOKEN: '' });
  const calls = [
    call('save_link', { url: grinderUrl }),
    call('list_links', {}),
    call('suggest_links', { text: article }),
    call('weave', { text: article, link_ids: ['one'] }),
    call('relink', { text: article }),
  ];
  for (const { first, isError } of await Promise.all(calls)) {
    expect(isError).toBe(true);
    expect(first).toContain('set LINKWEFT_TOKEN');
  }
});

test('a long generation gives signs, and ends at the provider when the assistant cancels it', async () => {
  let hasEnded = false;
  let signs = 0;
  const cancel = new AbortController();
  const provider = createServer((request, response) => {
    response.once('close', () => (hasEnded = true));
    request.resume();
    cancel.abort();
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void provider.close());
  const slow = await spawnTestServer({
    DATA_DIR: path.join(folder, 'slow'),
    WORKSPACE: 'shared',
    OPENAI_BASE_URL: `http://127.0.0.1:${portOf(provider)}/v1`,
    OPENAI_MODEL: 'gpt-4.1-mini',
    OPENAI_API_KEY: 'sk-none',
  });
  onTestFinished(() => void slow.child.kill('SIGKILL'));
  const { client, call } = await connect({ LINKWEFT_URL: await slow.origin() });
  const grinder = await save(call, grinderUrl, 'A burr grinder for coffee beans');
  const given = { text: article, link_ids: [grinder] };
  const options = { signal: cancel.signal, onprogress: () => (signs += 1) };
  await expect(client.callTool({ name: 'weave', arguments: given }, options)).rejects.toThrow(/abort/iu);
  expect(signs).toBeGreaterThan(0);
  await expect.poll(() => hasEnded).toBe(true);
  const { first } = await call('list_links', {});
  expect(first).toContain(grinder);
});

test('a server that is away, strange or elsewhere is named without the token', async () => {
  const strange = createServer((request, response) => {
    if (request.url?.startsWith('/moved/'))
      response.writeHead(302, { location: `${origin}/api/links` }).end();
    else response.writeHead(404).end('<p>nothing here</p>');
  });
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void strange.close());
  const port = portOf(strange);
  for (const [url, words] of [
    ['http://127.0.0.1:9', 'No server answers at http://127.0.0.1:9.'],
    [`http://127.0.0.1:${port}`, 'not a server of Linkweft (status 404)'],
    [`http://127.0.0.1:${port}/moved/`, 'status 302'],
    [`${origin}/tools`, 'it needs the path of the page'],
  ] as const) {
    const { call } = await connect({ LINKWEFT_URL: url });
    const { first, isError } = await call('list_links', {});
    expect(isError).toBe(true);
    expect(first).toContain(words);
    expect(first).not.toContain(token);
  }
});
