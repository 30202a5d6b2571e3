import fastifyCompress from '@fastify/compress';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { LogController, fastify } from 'fastify';

import type { Settings } from '#contract/settings.ts';

import type { Config } from './config.ts';
import { answerClientError } from './http/client-error.ts';
import { keepDoor } from './http/doorkeeper.ts';
import { answerFailures, answerProblem } from './http/failures.ts';
import { addGenerationRoutes } from './http/generation-routes.ts';
import { readJsonBodies } from './http/json-body.ts';
import { addBatchRoutes } from './http/batch-routes.ts';
import { addExportRoutes } from './http/export-routes.ts';
import { addLinkRoutes } from './http/link-routes.ts';
import { addPageRoutes } from './http/page-routes.ts';
import { problemCodeOf } from './http/problem-code.ts';
import { apiHeaders, securityHeaders } from './http/security.ts';
import { addSuggestionRoutes } from './http/suggestion-routes.ts';
import { addWorkspaceRoutes } from './http/workspace-routes.ts';
import { createWorkspaces } from './http/workspaces.ts';
import type { LinkStore } from './links/link-store.ts';
import type { ChatModel } from './model/chat-model.ts';

export type AppParts = {
  readonly config: Pick<Config, 'allowedHosts' | 'logLevel' | 'workspace'>;
  readonly links: LinkStore;
  readonly model: ChatModel;
  readonly settings: Settings;
  /** The directory of the built page. */
  readonly webRoot: string;
};

const requestTimeout = 30_000;
const linkBodyLimit = 64 * 1024;
const busyEventLoopDelay = 2_000;

/** Composes the server and opens nothing: the caller listens, or asks it without a socket. */
export function buildApp({ config, links, model, settings, webRoot }: AppParts): FastifyInstance {
  const app = fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify's own 503 would leave without the security headers; a request on an open connection is still served.
    return503OnClosing: false,
    requestTimeout,
    // A request without a host is for the doorkeeper to refuse, with all headers.
    http: { requireHostHeader: false },
    bodyLimit: linkBodyLimit,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders);
      answerProblem(request, reply, problemCodeOf(error), settings.brandName);
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? apiHeaders : securityHeaders);
    done();
  });
  app.server.on('checkExpectation', (_request, response) => {
    if (response.socket !== null) answerClientError(new Error('an expectation'), response.socket);
  });
  keepDoor(app, config.allowedHosts);
  readJsonBodies(app);
  answerFailures(app, settings.brandName);
  app.register(fastifyUnderPressure, { maxEventLoopDelay: busyEventLoopDelay, retryAfter: 5 });
  app.register(fastifyCompress, { globalDecompression: false });
  const workspaces = createWorkspaces(config.workspace);
  app.register(async (routes) => {
    addLinkRoutes(routes, links, workspaces);
    addBatchRoutes(routes, links, workspaces);
    addExportRoutes(routes, links, workspaces);
    addWorkspaceRoutes(routes, links, workspaces);
    addGenerationRoutes(routes, { links, model, workspaces });
    addSuggestionRoutes(routes, links, workspaces);
    addPageRoutes(routes, webRoot, settings);
  });
  return app;
}
