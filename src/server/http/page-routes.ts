import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { callableHosts, devicePageName } from '#contract/device-page.ts';
import type { Settings } from '#contract/settings.ts';

import { isOnLoopback } from './came-by-tls.ts';
import { refuseOtherMethods } from './methods.ts';
import { fillPage } from './page.ts';
import { contentSecurityPolicy } from './security.ts';

const year = 31_536_000;

/** Serves the built page at `/` and its files. Files under `assets/` carry a hash in their name and never change. */
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

  const assets = path.join(webRoot, 'assets', path.sep);
  app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    // What is there to be filled in is no file to be sent; some file systems take capital letters for small ones.
    allowedPath: (pathname) => !pathname.toLowerCase().startsWith('/index.html'),
    setHeaders: (response, file) => {
      response.setHeader('vary', 'accept-encoding');
      response.setHeader(
        'cache-control',
        file.startsWith(assets) ? `public, max-age=${year}, immutable` : 'no-cache',
      );
    },
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
