import { createServer } from 'node:http';
import process from 'node:process';

import { DatabaseSync } from '@photostructure/sqlite';
import * as z from 'zod/mini';

import { toLink, type PageRow } from '#server/db/database.ts';
import { newestLinks, readCursor, writeCursor } from '#server/links/read-links.ts';
import { openSqlite } from '#server/db/sqlite-database.ts';

/** A minimal server of pages of links. SQL, database file, addresses and JSON are those of the product. */
const { PORT, HOST, DATABASE_FILE, WORKSPACE_ID } = z
  .object({ PORT: z.string(), HOST: z.string(), DATABASE_FILE: z.string(), WORKSPACE_ID: z.string() })
  .parse(process.env);

const { query } = openSqlite(DATABASE_FILE);
const database = new DatabaseSync(DATABASE_FILE);
const firstPage = database.prepare(newestLinks(query, WORKSPACE_ID, null).limit(1).compile().sql);
const laterPage = database.prepare(
  newestLinks(query, WORKSPACE_ID, { created_at: 0, id: '' }).limit(1).compile().sql,
);

// This reference keeps the database open.
process.once('SIGTERM', () => {
  database.close();
  process.exit();
});

const server = createServer((request, response) => {
  const parameters = new URLSearchParams(request.url?.split('?', 2)[1]);
  const limit = Number(parameters.get('limit') ?? 5);
  const cursor = parameters.get('cursor');
  const rows = cursor === null ? readFirst(limit) : readLater(limit, cursor);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore && last ? writeCursor(last) : null;
  const body = JSON.stringify({ links: shown.map(toLink), nextCursor, hasMore });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(Number(PORT), HOST, () => {
  const address = server.address();
  const port = address === null || typeof address === 'string' ? PORT : address.port;
  process.stdout.write(`ready at http://${HOST}:${port}\n`);
});

function readFirst(limit: number): PageRow[] {
  return firstPage.all(WORKSPACE_ID, '', limit + 1);
}

function readLater(limit: number, cursor: string): PageRow[] {
  const { created_at: createdAt, id } = readCursor(cursor);
  return laterPage.all(WORKSPACE_ID, '', createdAt, id, limit + 1);
}
