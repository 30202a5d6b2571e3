import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startServer, type LinkweftServer } from '#e2e/harness/server.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startTestPostgres } from '#server/db/test-postgres.ts';
import { createWorkspaceStore } from '#server/workspaces/workspace-store.ts';

import { pagePaths } from './links-data.ts';
import { fillLinks, type Place } from './links-fill.ts';
import { compare, type Load, type Measured, type Target } from './links-load.ts';
import { startParseServer } from './links-parse-server.ts';
import { importOverHttp, saveOverHttp } from './links-saving.ts';
import { createVisitor, type Visitor } from './links-visitor.ts';
import { residentMegabytes } from './resident-memory.ts';
import { rounded, type Row } from './table.ts';

const [small, middle, large] = [1000, 100_000, 1_000_000];
const importedRows = 50_000;
/** Every quota is counted, but none refuses a request. */
const unlimited = {
  LIMIT_LINKS_PER_WORKSPACE: '1000000000',
  LIMIT_BYTES_PER_WORKSPACE: '1000000000000',
  LIMIT_BYTES_PER_DAY: '1000000000000',
  LIMIT_STORE_BYTES: '1000000000000',
};
const load = { connections: 16, milliseconds: 1000 };

type List = { readonly size: number; readonly visitor: Visitor; readonly paths: readonly string[] };

/**
 * Measures pages of long lists, saves and imports on both databases. Compares them with a minimal handler and with a
 * known backend.
 */
export async function benchLinks(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-bench-'));
  const postgres = await startTestPostgres({ syncs: true });
  try {
    const parse: Measured[] = [];
    return [
      ...(await benchPlace({ name: 'PostgreSQL', folder, databaseUrl: postgres.url }, parse)),
      ...(await benchPlace({ name: 'SQLite', folder, databaseUrl: null }, parse)),
    ];
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

/** Adds the figures of parse-server to `parse`. If `parse` already has figures, compares with them. */
async function benchPlace(place: Place, parse: Measured[]): Promise<Row[]> {
  const { lists, saver } = await seed(place);
  const server = await startServer({
    DATA_DIR: place.folder,
    DATABASE_URL: place.databaseUrl ?? '',
    WORKSPACE: 'own',
    ...unlimited,
  });
  try {
    const rows = [
      ...(await benchRivals(place, server, lists, parse)),
      ...(await benchSizes(server, lists)),
      ...(await benchSaving(server, saver)),
      row('resident memory after all that, MB', residentMegabytes(server.processId), ''),
    ];
    return rows.map((each) => ({ database: place.name, ...each }));
  } finally {
    await server.stop();
  }
}

/** Creates the lists, and a visitor without links. */
async function seed(place: Place): Promise<{ lists: List[]; saver: Visitor }> {
  const { folder, databaseUrl } = place;
  const saver = createVisitor();
  const lists = [small, middle, large].map((size) => ({
    size,
    visitor: createVisitor(),
    paths: pagePaths(size),
  }));
  const database = await openDatabase({ dataDirectory: folder, databaseUrl, onIdleError: () => {} });
  const workspaceStore = createWorkspaceStore(database);
  for (const { workspace } of [saver, ...lists.map(({ visitor }) => visitor)])
    await workspaceStore.make(workspace, null);
  await database.close();
  for (const { size, visitor } of lists) await fillLinks(place, visitor.workspace, size);
  return { lists, saver };
}

async function benchRivals(
  place: Place,
  server: LinkweftServer,
  lists: readonly List[],
  parse: Measured[],
): Promise<Row[]> {
  const list = lists[1] ?? never();
  const own = { name: 'Linkweft', job: jobFor(server, list) };
  const rival = place.databaseUrl === null ? await startRaw(place, list) : await startParse(place, list);
  const results = await compare(rival === null ? [own] : [own, rival.target]);
  await rival?.stop();
  const mine = results.get('Linkweft') ?? never();
  const theirs = rival === null ? undefined : results.get(rival.target.name);
  const rows = [row('pages a second of 100,000 links', mine.perSecond, ''), row('p99, ms', mine.p99, '')];
  if (rival !== null && theirs !== undefined) {
    const { name } = rival.target;
    if (name === 'parse-server') parse.push(theirs);
    rows.push(
      row(`pages a second: ${name}`, theirs.perSecond, ''),
      row(`p99, ms: ${name}`, theirs.p99, ''),
      row(
        `pages a second, times ${name}`,
        mine.perSecond / theirs.perSecond,
        name === 'parse-server' ? '>= 3' : '>= 0.85',
      ),
      row(`p99, times ${name}`, mine.p99 / theirs.p99, name === 'parse-server' ? '' : '<= 2'),
    );
  }
  const [known] = parse;
  if (place.databaseUrl === null && known !== undefined)
    rows.push(row('pages a second, times parse-server', mine.perSecond / known.perSecond, '>= 15'));
  return rows;
}

type Rival = { readonly target: Target; stop(): Promise<void> };

async function startRaw({ folder }: Place, list: List): Promise<Rival> {
  const environment = {
    DATABASE_FILE: path.join(folder, 'linkweft.sqlite'),
    WORKSPACE_ID: list.visitor.workspace,
    NODE_OPTIONS: '--import tsx',
  };
  const server = await startServer(environment, 'tools/bench/links-raw-server.ts');
  return { target: { name: 'a bare handler', job: jobFor(server, list) }, stop: () => server.stop() };
}

async function startParse({ databaseUrl }: Place, { visitor }: List): Promise<Rival | null> {
  const server = await startParseServer(databaseUrl ?? '', visitor.workspace);
  if (server === null) return null;
  return { target: { name: 'parse-server', job: { ...server.job, ...load } }, stop: () => server.stop() };
}

/** The three lists are in one database. Each request reads a page of one of them. */
async function benchSizes(server: LinkweftServer, lists: readonly List[]): Promise<Row[]> {
  const targets = lists.map((list) => ({
    name: String(list.size),
    job: { ...jobFor(server, list), connections: 4 },
  }));
  const results = await compare(targets);
  const p99 = (size: number) => results.get(String(size))?.p99 ?? Number.NaN;
  return [
    ...lists.map(({ size }) => row(`p99 of a page of ${size.toLocaleString('en')} links, ms`, p99(size), '')),
    row('p99 of the longest list, times the shortest', p99(large) / p99(small), '<= 1.5'),
  ];
}

async function benchSaving({ url }: LinkweftServer, visitor: Visitor): Promise<Row[]> {
  return [
    row('a save with its sync, ms at the median', await saveOverHttp(url, visitor), ''),
    row('import of 50,000 rows, s', await importOverHttp(url, visitor, importedRows), '<= 5'),
  ];
}

function jobFor({ url }: LinkweftServer, { visitor, paths }: List): Load {
  return { origin: url, paths, headers: visitor.headersFor(url), ...load };
}

function row(what: string, value: number, goal: string): Row {
  return { what, value: rounded(value), goal };
}

function never(): never {
  throw new Error('A figure is missing that was measured before.');
}
