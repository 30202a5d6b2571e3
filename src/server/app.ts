import { maxHeaderSize } from 'node:http';
import fastifyCompress from '@fastify/compress';
import fastifyUnderPressure from '@fastify/under-pressure';
import { LogController, fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serverBusy } from './lib/scheduling.ts';
import { createWorkspaces } from './http/plugins/workspaces.ts';
import { addGenerationRoutes } from './http/routes/generation-routes.ts';
import { addLinkRoutes } from './http/routes/link-routes.ts';
import { addLocalModelRoutes } from './http/routes/local-model-routes.ts';
import { addSuggestionRoutes } from './http/routes/suggestion-routes.ts';
import { addWorkspaceRoutes } from './http/routes/workspace-routes.ts';
import { settingsOf } from './config/config.ts';
import { createAdmission, paceRefusals, limitBodies, readJsonBodies } from './http/plugins/request-limits.ts';
import { answerClientError, handleErrors } from './http/plugins/problems.ts';
import { checkOrigins, normalTarget, withMethodCheck, addSecurityHeaders } from './http/plugins/security.ts';
import { addIdentities } from './http/plugins/identities.ts';
import { addDocumentRoute } from './http/routes/document-route.ts';
import { createRequestIds, logOptions, logRequests } from './http/plugins/request-log.ts';
import { addPageRoutes, addSecurityText, stylesOf } from './http/routes/page-routes.ts';
import type { AppServices } from './http/routes/route-services.ts';
import { createOrders, type Orders } from './orders/orders.ts';

/**
 * The timeouts of connections in milliseconds. Many proxies close a quiet connection after a minute. The server waits
 * longer, because a request may be lost when the side that does not send it closes first.
 */
export const usualTimeouts = { requestTimeout: 30_000, keepAliveTimeout: 72_000 };

/** In bytes. */
const linkBodyLimit = 64 * 1024;
/** Milliseconds that a generation may take beyond the timeout of its model. */
const settlingTime = 60_000;

/** The contract's schemas check all requests. Fastify's own compilers are not loaded. */
const noSchemas = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } };

function refuseSchema() {
  return (): never => {
    throw new Error('A route has a JSON schema, but no schema compiler is loaded.');
  };
}

/** Builds the server and opens nothing: the caller listens, or sends requests without a socket. */
export function buildApp(services: AppServices): FastifyInstance {
  const { config, refusalsPerSecond, requestTimeout, keepAliveTimeout } = services;
  const app = fastify({
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(config.trustedProxies),
    // Fastify's own 503 lacks the security headers. Open connections still serve all but long work.
    return503OnClosing: false,
    requestTimeout,
    keepAliveTimeout,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    // The origin check refuses a request without a host. Its answer has all headers.
    http: {
      requireHostHeader: false,
      // Node waits for a body as long as for a head if that time is longer. Its own is a minute.
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.ceil(requestTimeout / 6),
    },
    bodyLimit: linkBodyLimit,
    schemaController: noSchemas,
    clientErrorHandler: answerClientError,
    rewriteUrl: ({ url }) => normalTarget(url, config.basePath),
    // No id is longer than a request head. Fastify's own refusal of a long id lacks the security headers.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  addSecurityHeaders(app);
  logRequests(app, config.logLevel);
  app.server.on('checkExpectation', (_request, response) => {
    if (response.socket !== null) answerClientError(new Error('an expectation'), response.socket);
  });
  if (refusalsPerSecond !== null) paceRefusals(app, refusalsPerSecond);
  addIdentities(app, config);
  checkOrigins(app, config.allowedHosts);
  readJsonBodies(app);
  limitBodies(app);
  const { brandName, basePath } = config;
  handleErrors(app, { brandName, basePath, styles: stylesOf(services.webRoot, basePath) });
  app.register(fastifyUnderPressure, {
    maxEventLoopDelay: services.busyEventLoopDelay,
    // The plugin takes an interval without a measurement for an endless delay. So an interval is longer than one
    // accepted pause.
    sampleInterval: 2.5 * services.busyEventLoopDelay,
    // Files are still sent, because a page without some of its files does not work. A DELETE is accepted, because it
    // can end work.
    async pressureHandler({ method, url }) {
      if (url.startsWith('/api/') && method !== 'DELETE') throw serverBusy();
    },
  });
  app.register(fastifyCompress, { globalDecompression: false });
  app.register(async (routes) => addRoutes(routes, services));
  return app;
}

function addRoutes(app: FastifyInstance, appServices: AppServices): void {
  const { config, workspaceStore, threads } = appServices;
  const workspaces = createWorkspaces(config.workspace, workspaceStore);
  const orders = ordersOf(appServices, app.log);
  const admission = createAdmission(threads, workspaces);
  const services = { ...appServices, workspaces, admission };
  addHealthRoutes(app, services.readiness);
  withMethodCheck(app, () => {
    addLinkRoutes(app, services.links, workspaces);
    addDocumentRoute(app, config.basePath);
    addWorkspaceRoutes(app, services, orders.stopAll);
    addGenerationRoutes(app, services, orders);
    addSuggestionRoutes(app, services);
    addLocalModelRoutes(app, services);
    addSecurityText(app, config.securityContact);
    addPageRoutes(app, services.webRoot, config.basePath, settingsOf(config));
  });
  // This hook comes after the hook of the generations, so that the generations end first.
  app.addHook('preClose', threads.close);
}

const unbookedMessage =
  'The provider counted more tokens than the model was allowed. Only the allowed number was booked, so the provider may charge more.';

function ordersOf(services: AppServices, log: FastifyBaseLogger): Orders {
  const { config, meter } = services;
  const { budget, maxContentChars, protocol, model } = config;
  return createOrders({
    ...services,
    budget,
    terms: { maxContentChars, protocol, model: model?.limits ?? null, price: model?.price ?? null },
    onExcess({ counted, booked }) {
      meter.tokensUnbooked({
        inputTokens: counted.inputTokens - booked.inputTokens,
        outputTokens: counted.outputTokens - booked.outputTokens,
      });
      log.warn({ counted, booked }, unbookedMessage);
    },
    runningAtMost: config.limits.running,
    longestRun: (model?.timeoutMs ?? 0) + settlingTime,
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health checks are allowed for any host name, and answered under any load. */
    isProbe?: boolean;
  }
}

const probe = { config: { isProbe: true, pressureHandler: () => {} } };

/** `/healthz`: the process is alive. `/readyz`: the server can serve requests now. */
function addHealthRoutes(app: FastifyInstance, readiness: AppServices['readiness']): void {
  app.get('/healthz', probe, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', probe, async (_request, reply) => {
    const condition = await readiness();
    const code = condition.status === 'ready' ? 200 : 503;
    return reply.code(code).header('cache-control', 'no-store').send(condition);
  });
}
