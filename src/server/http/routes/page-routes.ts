import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { callableHosts, devicePageName } from '#contract/device-page.ts';
import type { Settings } from '#contract/settings.ts';

import { isOnLoopback } from '#server/http/plugins/came-by-tls.ts';
import { refuseOtherMethods } from '#server/http/plugins/methods.ts';
import { fillPage } from './page.ts';
import { readPageFiles, takesCoding } from './page-files.ts';
import type { PageFile } from './page-files.ts';
import { contentSecurityPolicy } from '#server/http/plugins/security.ts';

const year = 31_536_000;

/**
 * Serves the built page at `/` and its files, as they were at the start. Files under `assets/` carry a hash in their name
 * and never change.
 */
export function addPageRoutes(app: FastifyInstance, webRoot: string, settings: Settings): void {
  const indexFile = path.join(webRoot, 'index.html');
  if (!existsSync(indexFile)) {
    app.log.warn(`There is no built page at ${indexFile}. Build it with: npm run build`);
    return;
  }
  const template = readFileSync(indexFile, 'utf8');
  const page = pageFor(template, settings, false);
  const devicePage = pageFor(template, settings, true);
  app.get('/', (request, reply) => {
    const { policy, html } = isOnLoopback(request) || asksForDevice(request) ? devicePage : page;
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(html);
  });
  refuseOtherMethods(app, '/', ['GET']);

  addPageFiles(app, readPageFiles(webRoot));
}

function addPageFiles(app: FastifyInstance, files: ReadonlyMap<string, PageFile>): void {
  app.get('/*', (request, reply) => {
    const name = request.url.slice(1).split('?', 1).join();
    const file = files.get(name);
    if (file === undefined) return reply.callNotFound();
    reply
      .type(file.mediaType)
      .header('vary', 'accept-encoding')
      .header('etag', file.tag)
      .header(
        'cache-control',
        name.startsWith('assets/') ? `public, max-age=${year}, immutable` : 'no-cache',
      );
    if (request.headers['if-none-match'] === file.tag) return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    for (const { coding, bytes } of file.forms) {
      if (coding === null) return reply.send(bytes);
      if (takesCoding(accepted, coding)) return reply.header('content-encoding', coding).send(bytes);
    }
  });
}

/** The page and its policy. `reachesDevice`: whether it may call programs on the visitor's own machine. */
function pageFor(template: string, settings: Settings, reachesDevice: boolean) {
  const own = { ...settings, reachesDevice };
  return { html: fillPage(template, own), policy: contentSecurityPolicy(callableHosts(own)) };
}

function asksForDevice({ url }: FastifyRequest): boolean {
  return new URLSearchParams(url.split('?')[1]).has(devicePageName);
}
