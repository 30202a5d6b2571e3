import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Link } from '#core/links/link.ts';
import type { LinkStore } from '#server/links/link-store.ts';

import { writeLinkFile, writeLinkTable } from '#server/http/plugins/link-files.ts';
import { refuseOtherMethods } from '#server/http/plugins/methods.ts';
import type { Workspaces } from '#server/http/plugins/workspaces.ts';

type FileKind = {
  readonly ending: string;
  readonly mediaType: string;
  readonly write: (batches: AsyncIterable<readonly Link[]>) => AsyncIterable<string>;
};

const fileKinds: readonly FileKind[] = [
  { ending: 'json', mediaType: 'application/json; charset=utf-8', write: writeLinkFile },
  { ending: 'csv', mediaType: 'text/csv; charset=utf-8', write: writeLinkTable },
];

/** All links of a workspace as a file, written while it is sent and no faster than it is read. */
export function addExportRoutes(app: FastifyInstance, links: LinkStore, workspaces: Workspaces): void {
  async function sendFile(kind: FileKind, request: FastifyRequest, reply: FastifyReply) {
    const batches = await begin(links.all(await workspaces.of(request, reply)));
    const file = Readable.from(kind.write(batches), { objectMode: false });
    // Where the end of the connection ends the answer (HTTP/1.0, as many proxies ask), a usual end would make it look whole.
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
    refuseOtherMethods(app, url, ['GET']);
  }
}

/** Reads the first before a head is sent: links that cannot be read are a problem, not a file that breaks off. */
async function begin<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
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
