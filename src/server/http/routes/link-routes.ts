import { Readable } from 'node:stream';

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { changesQuerySchema, pageQuerySchema } from '#contract/link-pages.ts';
import { linkChangeSchema, linkImportSchema, linkRemovalSchema, newLinkSchema } from '#contract/links.ts';
import { bookmarkOf, bookmarksEnd, bookmarksHead, csvHead, csvLineOf } from '#core/link-files/write-links.ts';
import { linkFileFormat, type Link } from '#core/links/link.ts';
import { countedVisitor } from '#server/http/plugins/identities.ts';
import type { Workspaces } from '#server/http/plugins/workspaces.ts';
import type { LinkStore } from '#server/links/link-store.ts';

/** In bytes: a thousand links with the longest URLs and descriptions fit. */
const batchLimit = 12 * 1024 * 1024;

const linkPathSchema = z.object({ id: z.string() });

export function addLinkRoutes(app: FastifyInstance, links: LinkStore, workspaces: Workspaces): void {
  app.get('/api/links', async (request, reply) => {
    const { limit, ...from } = pageQuerySchema.parse(request.query);
    return links.page(await workspaces.of(request, reply), { limit: Number(limit), ...from });
  });

  app.post('/api/links', async (request, reply) => {
    const fields = newLinkSchema.parse(request.body);
    const link = await workspaces.save(request, reply, (workspace, visitor) =>
      links.create(workspace, fields, visitor),
    );
    return reply.code(201).send(link);
  });

  app.patch('/api/links/:id', async (request, reply) => {
    const { id } = linkPathSchema.parse(request.params);
    const change = linkChangeSchema.parse(request.body);
    return links.update(await workspaces.of(request, reply), id, change, countedVisitor(request));
  });

  app.delete('/api/links/:id', async (request, reply) => {
    const { id } = linkPathSchema.parse(request.params);
    const { ifUpdatedAt } = linkRemovalSchema.parse(request.query);
    await links.remove(await workspaces.of(request, reply), id, ifUpdatedAt);
    return reply.code(204).send();
  });

  app.get('/api/links/changes', async (request, reply) => {
    const { since } = changesQuerySchema.parse(request.query);
    return { changes: await links.changes(await workspaces.of(request, reply), since) };
  });

  app.post('/api/links/import', { bodyLimit: batchLimit }, async (request, reply) => {
    const batch = linkImportSchema.parse(request.body);
    const results = await workspaces.save(request, reply, (workspace, visitor) =>
      links.importMany(workspace, batch.links, visitor),
    );
    return { results };
  });

  addExportRoutes(app, links, workspaces);
}

const fileKinds = [
  { ending: 'json', mediaType: 'application/json; charset=utf-8', write: writeJson },
  { ending: 'csv', mediaType: 'text/csv; charset=utf-8', write: writeCsv },
  { ending: 'html', mediaType: 'text/html; charset=utf-8', write: writeBookmarks },
];

/** Sends all links of a workspace as a file. Writes the file while it is sent, no faster than the client reads it. */
function addExportRoutes(app: FastifyInstance, links: LinkStore, workspaces: Workspaces): void {
  for (const { ending, mediaType, write } of fileKinds)
    app.get(`/api/links/export.${ending}`, async (request, reply) => {
      const batches = await withFirst(links.all(await workspaces.of(request, reply)));
      const file = Readable.from(write(batches), { objectMode: false });
      // With HTTP/1.0 (many proxies) the end of the connection ends the answer: a cut file would look complete.
      file.once('error', () => request.raw.socket.resetAndDestroy());
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .type(mediaType)
        .header('content-disposition', `attachment; filename="linkweft-links-${day}.${ending}"`)
        .send(file);
    });
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

/** Writes a table that spreadsheets open without running a cell, and that can be imported again without loss. */
async function* writeCsv(batches: AsyncIterable<readonly Link[]>): AsyncGenerator<string> {
  yield csvHead;
  for await (const links of batches) yield links.map(csvLineOf).join('');
}

/** Returns a time of a link as the seconds since 1970. */
function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** Writes bookmarks in the format of Netscape. */
async function* writeBookmarks(batches: AsyncIterable<readonly Link[]>): AsyncGenerator<string> {
  yield bookmarksHead;
  for await (const links of batches)
    yield links
      .map((link) =>
        bookmarkOf(link, { created: secondsOf(link.createdAt), updated: secondsOf(link.updatedAt) }),
      )
      .join('');
  yield bookmarksEnd;
}

/** Writes a file of the contract's `linkFileSchema`, one link per line. */
async function* writeJson(batches: AsyncIterable<readonly Link[]>): AsyncGenerator<string> {
  yield `{"format":"${linkFileFormat}","version":1,"links":[`;
  let separator = '\n';
  for await (const links of batches) {
    yield separator + links.map((link) => JSON.stringify(link)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}
