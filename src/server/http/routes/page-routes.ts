import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { callableHosts, devicePageName, type Settings } from '#contract/settings.ts';
import { escapeAttribute } from '#core/export/escape.ts';
import type { Config } from '#server/config/config.ts';
import { acceptedIn, chosenLanguage, languageFor } from '#server/http/plugins/problems.ts';
import { cameByTls, isOnLoopback, contentSecurityPolicy } from '#server/http/plugins/security.ts';

const year = 31_536_000;

/**
 * Serves the built page at `/` and its files as they were when the server started. The names of files under `assets/`
 * contain a hash, so these files never change.
 */
export function addPageRoutes(
  app: FastifyInstance,
  webRoot: string,
  basePath: string,
  settings: Settings,
): void {
  const indexFile = path.join(webRoot, 'index.html');
  if (!existsSync(indexFile)) {
    app.log.warn(`There is no built page at ${indexFile}. Build it with: npm run build`);
    return;
  }
  const template = readFileSync(indexFile, 'utf8');
  const english = renderPages(template, settings);
  const germanFile = path.join(webRoot, germanIndex);
  const german = existsSync(germanFile) ? renderPages(readFileSync(germanFile, 'utf8'), settings) : english;
  app.get('/', (request, reply) => {
    // The addresses in the page are relative to its path with a slash at the end.
    const { originalUrl } = request;
    if (basePath !== '' && originalUrl.split('?', 1).join() === basePath)
      return reply.redirect(`${basePath}/${originalUrl.slice(basePath.length)}`, 308);
    const { page, devicePage } = languageFor(request.headers) === 'de' ? german : english;
    const { policy, html } = isOnLoopback(request) || asksForDevice(request) ? devicePage : page;
    renewLanguage(request, reply);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .header('content-security-policy', policy)
      .send(html);
  });

  const manifest = JSON.stringify(manifestOf(template, settings));
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  );

  const files = readPageFiles(webRoot);
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
    const compressed = file.compressed.find(({ coding }) => acceptsCoding(accepted, coding));
    if (compressed === undefined) return reply.send(file.bytes);
    return reply.header('content-encoding', compressed.coding).send(compressed.bytes);
  });
}

const germanIndex = 'index.de.html';

/** Sets the cookie of the chosen language again, because some browsers keep one of a script for a week only. */
function renewLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const chosen = chosenLanguage(request.headers);
  if (chosen === null) return;
  const secure = cameByTls(request) ? '; Secure' : '';
  reply.header('set-cookie', `language=${chosen}; Max-Age=${400 * 86_400}; SameSite=Lax${secure}`);
}

/** Returns the tags that load the styles of the built page. */
export function stylesOf(webRoot: string, basePath: string): string {
  const indexFile = path.join(webRoot, 'index.html');
  if (!existsSync(indexFile)) return '';
  const tags = readFileSync(indexFile, 'utf8').match(/<link rel="stylesheet"[^>]*>/gu);
  return tags?.join('\n').replaceAll('href="./', `href="${basePath}/`) ?? '';
}

/** Returns the page in one language, for all visitors and for those on the server's own device. */
function renderPages(template: string, settings: Settings) {
  return {
    page: renderPage(template, { ...settings, reachesDevice: false }),
    devicePage: renderPage(template, { ...settings, reachesDevice: true }),
  };
}

function renderPage(template: string, settings: Settings) {
  return { html: fillPage(template, settings), policy: contentSecurityPolicy(callableHosts(settings)) };
}

/** Returns the manifest with which a device installs the page. Other programs can then share an address with it. */
function manifestOf(template: string, { brandName }: Settings) {
  const icon = /<link rel="icon"[^>]* href="([^"]+)"/u.exec(template)?.[1];
  return {
    name: brandName,
    short_name: brandName,
    start_url: './',
    display: 'standalone',
    background_color: '#f8f5ef',
    theme_color: '#f8f5ef',
    icons: icon === undefined ? [] : [{ src: icon, sizes: 'any', type: 'image/svg+xml' }],
    // The page reads these from its address, in the form that the bookmarklet uses.
    share_target: {
      action: './',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
}

export function fillPage(html: string, settings: Settings): string {
  return html
    .replaceAll('__BRAND__', () => escapeAttribute(settings.brandName))
    .replaceAll('__SETTINGS__', () => JSON.stringify(settings).replaceAll('<', '\\u003c'));
}

function asksForDevice({ url }: FastifyRequest): boolean {
  return new URLSearchParams(url.split('?')[1]).has(devicePageName);
}

const codings = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
];

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Returns all files of the built page by their paths, such as `assets/index-1a2b3c.js`. The server sends them from
 * memory, because a later build has other file names and an open page would no longer find its files.
 */
function readPageFiles(webRoot: string) {
  const names = readdirSync(webRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(webRoot, path.join(parentPath, name)).replaceAll('\\', '/'));
  const files = names.filter((name) => !isExcluded(name));
  return new Map(files.map((name) => [name, readPageFile(path.join(webRoot, name))]));
}

/** The page itself is a template. Compressed copies and hidden files have no address. */
function isExcluded(name: string): boolean {
  return name === 'index.html' || name === germanIndex || /(^|\/)\.|\.(br|gz)$/.test(name);
}

function readPageFile(file: string) {
  const bytes = readFileSync(file);
  return {
    mediaType: mediaTypes[path.extname(file)] ?? 'application/octet-stream',
    /** The ETag: a hash of the content. */
    tag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    /** The smallest encoding comes first. */
    compressed: codings
      .filter(({ ending }) => existsSync(`${file}${ending}`))
      .map(({ coding, ending }) => ({ coding, bytes: readFileSync(`${file}${ending}`) })),
  };
}

export function acceptsCoding(accepted: string, coding: string): boolean {
  return acceptedIn(accepted).some(({ name, quality }) => name === coding && quality !== 0);
}

/** Serves the contact for security reports (RFC 9116). Adds no route if there is no contact. */
export function addSecurityText(app: FastifyInstance, contact: Config['securityContact']): void {
  if (contact === null) return;
  const { contacts, expires, policy } = contact;
  const lines = [
    ...contacts.map((each) => `Contact: ${each}`),
    `Expires: ${expires.toISOString()}`,
    ...(policy === null ? [] : [`Policy: ${policy}`]),
    'Preferred-Languages: en',
  ];
  const text = lines.map((line) => `${line}\n`).join('');
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
}
