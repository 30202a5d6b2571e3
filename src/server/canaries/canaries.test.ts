import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { atOnce } from '#provider/completion-steps.ts';
import { echoFaults } from '#provider/faults/echo-faults.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTestPostgres, openTestSqlite, type TestDatabase } from '#server/db/test-databases.ts';
import { readColumns } from '#server/db/test-read-columns.ts';
import { spawnTestServer, type TestServerProcess } from '#server/test-server-process.ts';

import { openVisitor, routesOfApi, walk, type Visitor } from './test-walk-routes.ts';
import { failuresIn, foundIn, readFolder, spellingsOf, type Canaries } from './test-find-canaries.ts';

// The canaries are in lower case, as searches store texts, and too long to occur by chance.
const apiKey = 'sk-canaryapikeyq7xk';
const address = '203.0.113.77';
const header = 'canaryheaderq7xk';
const said = 'canaryproviderq7xk';
const words = {
  url: 'https://canaryurlq7xk.example/path',
  description: 'canarydescriptionq7xk',
  content: 'canarycontentq7xk',
  idempotencyKey: 'canaryidempotencyq7xk',
  headers: {
    'x-forwarded-for': address,
    authorization: `Bearer ${header}`,
    referer: `https://${header}.example/`,
    'user-agent': header,
    'x-other': header,
  },
};
/** The texts of a second visitor. */
const stranger = {
  url: 'https://b.example/',
  description: 'plain words',
  content: 'A plain text.',
  idempotencyKey: 'another-one',
  headers: { 'x-forwarded-for': '203.0.113.5' },
};

/** The columns that may contain what a visitor sends, with the canaries of each. No other column may contain any. */
const allowedColumns = {
  'links.url': ['url'],
  'links.description': ['description'],
};

/** Returns each canary by its name. The cookie and the recovery code contain the same secret. */
const canariesOf = ({ secret, code }: Visitor): Canaries =>
  new Map([
    ['api key', spellingsOf(apiKey)],
    ['address', spellingsOf(address)],
    ['header', spellingsOf(header)],
    ['provider', spellingsOf(said)],
    ['url', spellingsOf('canaryurlq7xk')],
    ['description', spellingsOf(words.description)],
    ['content', spellingsOf(words.content)],
    ['idempotency key', spellingsOf(words.idempotencyKey)],
    ['secret', spellingsOf(secret)],
    ['code', spellingsOf(code)],
  ]);

const logLineSchema = z.object({ route: z.string(), method: z.string(), requestId: z.string() });

function requestLines(printed: string) {
  return printed.split('\n').flatMap((line) => {
    const parsed = line.startsWith('{') ? logLineSchema.safeParse(JSON.parse(line)) : null;
    return parsed?.success === true ? [parsed.data] : [];
  });
}

/** Statements that make the database refuse rows. The errors of PostgreSQL repeat the values of a row. */
const breakTables = {
  SQLite: ['drop table links', 'drop table orders'],
  PostgreSQL: [`alter table links add constraint none check (url = '') not valid`, 'drop table orders'],
};

describe.each([
  { kind: 'SQLite', open: openTestSqlite, inFiles: ['description', 'url'] },
  { kind: 'PostgreSQL', open: openTestPostgres, inFiles: [] },
] as const)('after every route with $kind', ({ kind, open, inFiles }) => {
  let opened: TestDatabase;
  let folder: string;
  let provider: Provider;
  let server: TestServerProcess;
  let routes: readonly string[];
  let visitor: Visitor;
  let other: Visitor;
  let columns: ReadonlyMap<string, string>;
  let metrics: string;
  let canaries: Canaries;

  async function start(): Promise<string> {
    opened = await open();
    await migrate(opened.database);
    const { databaseUrl, dataDirectory } = opened.settings;
    folder = databaseUrl === null ? dataDirectory : await mkdtemp(path.join(tmpdir(), 'linkweft-canaries-'));
    await mkdir(path.join(folder, 'tmp'));
    provider = await startProvider(atOnce(said));
    server = await spawnTestServer({
      DATA_DIR: folder,
      HOME: folder,
      TMPDIR: path.join(folder, 'tmp'),
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      LOG_LEVEL: 'trace',
      METRICS_PORT: '0',
      TRUST_PROXY: 'loopback',
      OPENAI_BASE_URL: provider.baseUrl,
      OPENAI_API_KEY: apiKey,
      OPENAI_TIMEOUT_MS: '4000',
      // Visitors are counted, and the limits allow all requests of this test.
      LIMIT_RUNNING_PER_WORKSPACE: '0',
      LIMIT_GENERATIONS_PER_MINUTE: '10000',
      LIMIT_GENERATIONS_PER_DAY: '10000',
      BUDGET_DAILY_USD: '1000',
    });
    return server.origin();
  }

  async function generateInEachWay(): Promise<void> {
    const { id } = await visitor.save();
    let number = 0;
    const repeated = `${said} ${words.content} ${words.url}`;
    const faults = echoFaults(`${repeated} ${apiKey}`, repeated);
    for (const [name, fault] of Object.entries(faults)) {
      provider.answerWith(fault);
      const kinds = ['text/event-stream', 'application/json'];
      const told = await Promise.all(kinds.map((accept) => visitor.generate(accept, id, (number += 1))));
      for (const { body } of told) expect(`${name}: ${body}`).toMatch(/"code":"|"unfinished":/);
      // The same request again is answered from the record.
      await visitor.generate('application/json', id, number);
    }
    expect(provider.calls.length).toBeGreaterThanOrEqual(2 * Object.keys(faults).length);
    expect(provider.calls[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  }

  /** Requests everything of the first visitor as another visitor, by every name that can be known or guessed. */
  async function spy(): Promise<void> {
    await walk(other, routes);
    const { id } = await visitor.save();
    const { id: own } = await other.save();
    const { cookie } = other;
    for (const [method, place, body] of [
      ['GET', '/api/links?limit=1000', undefined],
      ['PATCH', `/api/links/${id}`, { description: 'mine' }],
      ['DELETE', `/api/links/${id}`, undefined],
      ['POST', '/api/links/import', { links: [{ id, url: stranger.url, description: '' }] }],
      ['POST', '/api/links', { id, url: stranger.url, description: '' }],
      ['POST', '/api/generations', { content: stranger.content, linkIds: [id, own] }],
    ] as const)
      await other.ask(method, place, { cookie, ...(body && { body: JSON.stringify(body) }) });
    const body = JSON.stringify({ content: stranger.content, linkIds: [own] });
    const headers = { 'idempotency-key': `${words.idempotencyKey}-1`, accept: 'application/json' };
    await other.ask('POST', '/api/generations', { cookie, body, headers });
  }

  async function sendOddities(origin: string): Promise<void> {
    const { cookie, secret } = visitor;
    for (const place of [`/api/${words.content}`, `/${words.content}`, `/api/%zz${words.content}`])
      await visitor.ask('GET', place, { cookie });
    await visitor.ask('POST', '/api/links', { cookie: `${cookie}${header}`, body: '{}' });
    await visitor.ask('POST', '/api/links', { cookie: `workspace-1=${secret}; other=${header}`, body: '{' });
    await visitor.ask('POST', '/api/links', { cookie, body: header, headers: { 'content-type': header } });
    const leaving = fetch(`${origin}/api/generations`, {
      method: 'POST',
      headers: { ...words.headers, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ content: words.content, linkIds: [(await visitor.save()).id] }),
      signal: AbortSignal.timeout(300),
    });
    await leaving.then((answer) => answer.text()).catch(() => undefined);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
    socket.end(`${header} HTTP\r\n${header}\r\n\r\n`).resume();
    await once(socket, 'close');
  }

  async function breakDatabase(): Promise<void> {
    const { id } = await visitor.save();
    for (const statement of breakTables[kind]) {
      await sql.raw(statement).execute(opened.database.query);
      const body = JSON.stringify({ url: words.url, description: words.description });
      const refused = await visitor.ask('POST', '/api/links', { cookie: visitor.cookie, body });
      expect(refused.status).toBeGreaterThanOrEqual(500);
      await visitor.ask('GET', `/api/links?search=${words.description}`, { cookie: visitor.cookie });
      const told = await visitor.generate('application/json', id, -statement.length);
      if (statement.includes('orders')) expect(told.body).toContain('storage-failed');
    }
  }

  beforeAll(async () => {
    const origin = await start();
    routes = await routesOfApi();
    visitor = await openVisitor(origin, words);
    canaries = canariesOf(visitor);
    await walk(visitor, routes);
    await generateInEachWay();
    other = await openVisitor(origin, stranger);
    provider.answerWith(atOnce('VERSION: SAFE\nOne.\n'));
    await spy();
    await sendOddities(origin);
    columns = await readColumns(opened.database);
    await breakDatabase();
    const from = /Metrics for Prometheus are at (http:\S+)/.exec(server.printed())?.[1] ?? '';
    metrics = await (await fetch(from)).text();
    server.child.kill('SIGTERM');
    await server.ended;
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await provider.close();
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('the log at level trace has a line for each route, with its own id, and no canary', () => {
    const lines = requestLines(server.printed());
    expect(new Set(lines.map(({ method, route }) => `${method} ${route}`))).toEqual(new Set(routes));
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(lines.length);
    expect(server.printed()).toContain('storage-failed');
    const telling = server
      .printed()
      .split('\n')
      .filter((line) => foundIn(line, canaries).length > 0);
    expect(telling).toEqual([]);
  });

  test('the metrics count the generations, and contain no canary', () => {
    expect(metrics).toMatch(
      /^linkweft_generations_total\{outcome="provider-timeout",writer="model"\} [1-9]/m,
    );
    expect(foundIn(metrics, canaries)).toEqual([]);
  });

  test('no column contains a canary except the listed ones', () => {
    const holding = [...columns].flatMap(([name, text]) => {
      const found = foundIn(text, canaries);
      return found.length === 0 ? [] : [[name, found]];
    });
    expect(Object.fromEntries(holding)).toEqual(allowedColumns);
    for (const name of ['record', 'visitor_hash', 'key_hash', 'body_hash'])
      expect(columns.get(`orders.${name}`)?.replaceAll(/null|\s/g, '')).not.toBe('');
  });

  test('no file of the server contains more than these columns, and none contains the key of the provider', async () => {
    expect(foundIn(await readFolder(folder), canaries)).toEqual(inFiles);
  });

  test('another visitor gets no canary', () => {
    expect(other.told.length).toBeGreaterThan(routes.length * 2);
    const telling = other.told.filter(({ head, body }) => foundIn(head + body, canaries).length > 0);
    expect(telling).toEqual([]);
  });

  test('a failure repeats neither what was sent nor what the provider answered', () => {
    const failures = visitor.told.flatMap(failuresIn);
    expect(failures.length).toBeGreaterThan(100);
    expect(failures.filter((failure) => foundIn(failure, canaries).length > 0)).toEqual([]);
  });

  test('the visitor gets their own secret in the cookie and the code, and never a key or an address', () => {
    const places = new Map<string, Set<string>>();
    for (const { asked, head, body } of visitor.told)
      for (const [part, text] of Object.entries({ head, body }))
        for (const name of foundIn(text, canaries)) {
          const known = places.get(name) ?? new Set();
          places.set(name, known.add(`${part} of ${asked.replace(/\?.*/, '')}`));
        }
    for (const name of ['api key', 'address', 'header', 'idempotency key'])
      expect([name, places.get(name)]).toEqual([name, undefined]);
    expect([...(places.get('code') ?? [])]).toEqual(['body of POST /api/workspace/recovery-code']);
    expect([...(places.get('secret') ?? [])].every((place) => place.startsWith('head of '))).toBe(true);
  });
});
