import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { csvLine, guardCell } from '#core/link-files/csv.ts';
import type { Link } from '#core/links/link.ts';
import type { LinkStore } from '#server/links/link-store.ts';

import type { Workspaces } from '#server/http/plugins/workspaces.ts';

type FileKind = {
  readonly ending: string;
  readonly mediaType: string;
  readonly write: (batches: AsyncIterable<readonly Link[]>) => AsyncIterable<string>;
};

const fileKinds: readonly FileKind[] = [
  { ending: 'json', mediaType: 'application/json; charset=utf-8', write: writeJson },
  { ending: 'csv', mediaType: 'text/csv; charset=utf-8', write: writeCsv },
];

/** Sends all links of a workspace as a file. Writes the file while it is sent, no faster than the client reads it. */
export function addExportRoutes(app: FastifyInstance, links: LinkStore, workspaces: Workspaces): void {
  async function sendFile(kind: FileKind, request: FastifyRequest, reply: FastifyReply) {
    const batches = await withFirst(links.all(await workspaces.of(request, reply)));
    const file = Readable.from(kind.write(batches), { objectMode: false });
    // With HTTP/1.0 (many proxies) the end of the connection ends the answer. A normal end would look complete.
    file.once('error', () => request.raw.socket.resetAndDestroy());
    const day = new Date().toISOString().slice(0, 10);
    return reply
      .type(kind.mediaType)
      .header('content-disposition', `attachment; filename="linkweft-links-${day}.${kind.ending}"`)
      .send(file);
  }

  for (const kind of fileKinds) {
    const url = `/api/links/export.${kind.ending}`;
    app.get(url, (request, reply) => sendFile(kind, request, reply));
  }
}

/** Reads the first item before the headers are sent: if it fails, the answer is a problem and not a broken file. */
async function withFirst<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* rest() {
    try {
      for (let step = first; step.done !== true; step = await iterator.next()) yield step.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

const byteOrderMark = '\ufeff';
const columns = ['id', 'url', 'description', 'createdAt', 'updatedAt'] as const;

/** Writes a table that spreadsheets open without running a cell, and that can be imported again without loss. */
async function* writeCsv(batches: AsyncIterable<readonly Link[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  for await (const links of batches)
    yield links.map((link) => csvLine(columns.map((column) => guardCell(link[column])))).join('');
}

/** Writes a file of the contract's `linkFileSchema`, one link per line. */
async function* writeJson(batches: AsyncIterable<readonly Link[]>): AsyncGenerator<string> {
  yield '{"format":"linkweft-links","version":1,"links":[';
  let separator = '\n';
  for await (const links of batches) {
    yield separator + links.map((link) => JSON.stringify(link)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}
