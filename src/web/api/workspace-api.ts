import {
  type LinkImport,
  linkBatchLimit,
  linkImportResultSchema,
  type LinkImportResult,
} from '#contract/links.ts';
import { recoveryCodeSchema, workspaceSchema, type Workspace } from '#contract/visitor.ts';

import { send, sendForJson } from './send.ts';

const path = './api/workspace';
const fallback = 'unexpected';

export const exportPaths = {
  csv: './api/links/export.csv',
  json: './api/links/export.json',
  html: './api/links/export.html',
} as const;

export type WorkspaceApi = ReturnType<typeof createWorkspaceApi>;

export function createWorkspaceApi() {
  return {
    read: (signal?: AbortSignal): Promise<Workspace> =>
      sendForJson({ method: 'GET', path, signal, fallback }, workspaceSchema),
    async recoveryCode(signal?: AbortSignal): Promise<string> {
      const request = { method: 'POST', path: `${path}/recovery-code`, body: {}, signal, fallback } as const;
      return (await sendForJson(request, recoveryCodeSchema)).code;
    },
    /** Replaces this browser's workspace by the one of a recovery code. */
    open: (code: string, signal?: AbortSignal): Promise<Workspace> =>
      sendForJson({ method: 'PUT', path, body: { code }, signal, fallback }, workspaceSchema),
    async removeAll(): Promise<void> {
      await send({ method: 'DELETE', path, fallback });
    },
    /** Saves several links at once, oldest first. The same links may be sent again. */
    async importLinks(links: Readonly<LinkImport['links']>): Promise<LinkImportResult['results']> {
      const request = { method: 'POST', path: './api/links/import', body: { links } } as const;
      return (await sendForJson({ ...request, fallback: 'storage-failed' }, linkImportResultSchema)).results;
    },
  };
}

/** Some proxies refuse a body of more than 1 MB. */
const bytesAtMost = 900_000;
/** The bytes of a new id with its name, which an item may lack. */
const bytesBeside = 50;
const encoder = new TextEncoder();

/** Divides items into requests. Both their number and the bytes of their JSON are limited. */
export function* batchesOf<Item>(items: Iterable<Item>): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = encoder.encode(JSON.stringify(item)).length + bytesBeside;
    if (batch.length === linkBatchLimit || (batch.length > 0 && bytes + size > bytesAtMost)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
