import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';

import { testFields } from '#core/links/test-link.ts';
import type { Answer } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import type { Database, Tables } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startTestPostgres } from '#server/db/test-postgres.ts';
import { openFarPostgres } from '#server/db/test-far-postgres.ts';

import { createLinksClient } from './links-client.ts';
import { spawnServer } from './server-process.ts';

export const completeReply =
  'VERSION: SAFE\nOne. [[two]]((https://a.example/))\nVERSION: INTERESTING\nTwo. [[two]]((https://a.example/))\n' +
  'VERSION: CRAZY\nThree. [[two]]((https://a.example/))\n';

/** A database for any number of servers, with the environment that selects it. */
type Place = { readonly environment: Readonly<Record<string, string>>; close(): Promise<void> };

export async function sqlitePlace(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-generations-'));
  return { environment: { DATA_DIR: folder }, close: () => rm(folder, { recursive: true }) };
}

export async function postgresPlace(): Promise<Place> {
  const postgres = await startTestPostgres();
  return { environment: { DATABASE_URL: postgres.url }, close: () => postgres.stop() };
}

/** Opens a PostgreSQL whose answers take `delay` milliseconds longer. */
export async function farPostgresPlace(delay: number): Promise<Place> {
  const postgres = await startTestPostgres();
  const far = await openFarPostgres(postgres.url, delay);
  return {
    environment: { DATABASE_URL: far.url },
    async close() {
      far.close();
      await postgres.stop();
    },
  };
}

const toldSchema = z.object({ code: z.optional(z.string()), versions: z.optional(z.unknown()) });

/** Opens servers that share one database and one local provider. Everything stops when the test finishes. */
export async function openGenerationServers(
  open: () => Promise<Place>,
  answer: Answer,
  environment: Readonly<Record<string, string>> = {},
) {
  const place = await open();
  const provider = await startProvider(answer);
  const database = await openDatabase({
    dataDirectory: place.environment['DATA_DIR'] ?? '',
    databaseUrl: place.environment['DATABASE_URL'] ?? null,
    onIdleError: () => undefined,
  });
  const ends: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    await Promise.all(ends.map((end) => end()));
    await provider.close();
    await database.close();
    await place.close();
  });

  async function start() {
    const server = spawnServer({
      environment: { ...place.environment, OPENAI_BASE_URL: provider.baseUrl, ...environment },
    });
    ends.push(() => server.end('SIGKILL'));
    const origin = await server.ready();
    return { origin, kill: () => server.end('SIGKILL') };
  }

  return { provider, start, ...booksOf(database) };
}

function booksOf(database: Database) {
  const { query } = database;
  return {
    /** Returns the sums of the only day, in millionths of a dollar. */
    async sums(): Promise<Pick<Tables['budgets'], 'spent' | 'reserved'>> {
      const row = await query.selectFrom('budgets').select(['spent', 'reserved']).executeTakeFirst();
      return row ?? { spent: 0, reserved: 0 };
    },
  };
}

export async function saveLink(origin: string): Promise<string> {
  const links = createLinksClient(origin);
  const saved = await unlessBusy(
    () => links.create(testFields({ url: 'https://a.example/', description: 'two' })),
    ({ problem }) => problem,
  );
  if (saved.id === null) throw new Error(`The link was not saved: ${saved.problem}, status ${saved.status}.`);
  return saved.id;
}

/** Repeats the request while the server answers `server-busy`: other tests use this machine, too. */
async function unlessBusy<T>(ask: () => Promise<T>, codeOf: (answer: T) => string | null): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (codeOf(answer) !== 'server-busy') return answer;
    await sleep(500);
  }
}

type Asked = { readonly linkId: string; readonly key?: string; readonly address?: string };

/** Requests a generation. Returns the code of the problem, `done`, or `cut` if the connection broke. */
export function generateAt(origin: string, asked: Asked): Promise<string> {
  return unlessBusy(
    () => generateOnceAt(origin, asked),
    (code) => code,
  );
}

async function generateOnceAt(origin: string, { linkId, key, address }: Asked): Promise<string> {
  try {
    const response = await fetch(`${origin}/api/generations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(address !== undefined && { 'x-forwarded-for': address }),
      },
      body: JSON.stringify({ content: 'One. Two.', linkIds: [linkId] }),
    });
    const told = toldSchema.parse(await response.json());
    return told.code ?? (told.versions === undefined ? 'nothing' : 'done');
  } catch {
    return 'cut';
  }
}
