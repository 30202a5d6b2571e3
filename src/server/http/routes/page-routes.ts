import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { callableHosts, devicePageName, type Settings } from '#contract/settings.ts';
import { escapeHtml } from '#core/export/escape.ts';

import { isOnLoopback } from '#server/http/plugins/transport.ts';
import { readPageFiles, acceptsCoding, type PageFile } from './page-files.ts';
import { contentSecurityPolicy } from '#server/http/plugins/security-headers.ts';

const year = 31_536_000;

/**
 * Serves the built page at `/` and its files as they were at the start. The names of files under `assets/` contain a hash,
 * so these files never change.
 */
export function addPageRoutes(app: FastifyInstance, webRoot: string, settings: Settings): void {
  const indexFile = path.join(webRoot, 'index.html');
  if (!existsSync(indexFile)) {
    app.log.warn(`There is no built page at ${indexFile}. Build it with: npm run build`);
    return;
  }
  const template = readFileSync(indexFile, 'utf8');
  const page = renderPage(template, { ...settings, reachesDevice: false });
  const devicePage = renderPage(template, { ...settings, reachesDevice: true });
  app.get('/', (request, reply) => {
    const { policy, html } = isOnLoopback(request) || asksForDevice(request) ? devicePage : page;
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(html);
  });

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
    for (const { coding, bytes } of file.encodings) {
      if (coding === null) return reply.send(bytes);
      if (acceptsCoding(accepted, coding)) return reply.header('content-encoding', coding).send(bytes);
    }
  });
}

/** Returns the page with its settings, and its content security policy. */
function renderPage(template: string, settings: Settings) {
  return { html: fillPage(template, settings), policy: contentSecurityPolicy(callableHosts(settings)) };
}

/** Puts the settings into the template of the page. */
export function fillPage(html: string, settings: Settings): string {
  return html
    .replaceAll('__BRAND__', () => escapeHtml(settings.brandName))
    .replaceAll('__SETTINGS__', () => JSON.stringify(settings).replaceAll('<', '\\u003c'));
}

function asksForDevice({ url }: FastifyRequest): boolean {
  return new URLSearchParams(url.split('?')[1]).has(devicePageName);
}
