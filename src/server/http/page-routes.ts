import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

import type { Settings } from '#contract/settings.ts';

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
  const policy = contentSecurityPolicy(settings.ownKeyHosts);
  const page = fillPage(readFileSync(indexFile, 'utf8'), settings);
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(page),
  );
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
