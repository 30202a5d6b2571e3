import { maxHeaderSize } from 'node:http';

import fastifyCompress from '@fastify/compress';
import fastifyUnderPressure from '@fastify/under-pressure';
import { LogController, fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';

import { settingsOf, type Config } from './config/config.ts';
import { createEventLoopScheduler, type EventLoopScheduler } from './event-loop-scheduler.ts';
import { followDeletions, createGenerations, type Generations } from './generations/generations.ts';
import type { Ledger } from './generations/ledger/ledger.ts';
import { termsOf } from './generations/start-generation.ts';
import { createAdmission, paceRefusals } from './http/plugins/admission.ts';
import { limitBodies, readJsonBodies } from './http/plugins/bodies.ts';
import { answerClientError, handleErrors } from './http/plugins/problems.ts';
import { checkOrigins, normalTarget, withMethodCheck } from './http/plugins/request-checks.ts';
import { createRequestIds, logOptions, logRequests } from './http/plugins/request-log.ts';
import { addSecurityHeaders } from './http/plugins/security-headers.ts';
import { createWorkspaces } from './http/plugins/workspaces.ts';
import { addGenerationRoutes } from './http/routes/generation-routes.ts';
import { addHealthRoutes } from './http/routes/health-routes.ts';
import { addLinkRoutes } from './http/routes/link-routes.ts';
import { addPageRoutes, addSecurityText } from './http/routes/page-routes.ts';
import { addSuggestionRoutes } from './http/routes/suggestion-routes.ts';
import { addWorkspaceRoutes } from './http/routes/workspace-routes.ts';
import type { LinkStore } from './links/link-store.ts';
import type { ChatModel } from './model/chat-model.ts';
import type { Meter } from './observe/meter.ts';
import type { Readiness } from './observe/readiness.ts';
import type { Drain } from './observe/shut-down.ts';
import type { ProofOfWork } from './proof-of-work/proof-of-work.ts';
import type { WorkerPool } from './worker-pool/worker-pool.ts';
import type { WorkspaceStore } from './workspaces/workspace-store.ts';

export type AppParts = {
  readonly config: Config;
  readonly links: LinkStore;
  readonly workspaceStore: WorkspaceStore;
  readonly ledger: Ledger;
  /** Null if no model is configured. */
  readonly model: ChatModel | null;
  readonly meter: Meter;
  /** Threads for long work. Closed with the app. */
  readonly workerPool: WorkerPool;
  readonly drain: Drain;
  readonly readiness: Readiness;
  /** Null: no proof of work is required. */
  readonly proofOfWork: ProofOfWork | null;
  /** The directory of the built page. */
  readonly webRoot: string;
  /** Requests are refused when the event loop is delayed by more milliseconds. 0: never. */
  readonly busyEventLoopDelay: number;
  /** Refusals of one address in a second before its next requests are delayed. Null: no limit. */
  readonly refusalsPerSecond: number | null;
};

/** In milliseconds. */
const requestTimeout = 30_000;
/** Milliseconds between two checks for requests that take longer. */
const connectionsCheckingInterval = 5000;
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
export function buildApp(parts: AppParts): FastifyInstance {
  const { config, refusalsPerSecond } = parts;
  const app = fastify({
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(config.trustedProxies),
    // Fastify's own 503 lacks the security headers. A request on an open connection is still served.
    return503OnClosing: false,
    requestTimeout,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    // The origin check refuses a request without a host, with all headers.
    http: { requireHostHeader: false, connectionsCheckingInterval },
    bodyLimit: linkBodyLimit,
    schemaController: noSchemas,
    clientErrorHandler: answerClientError,
    rewriteUrl: ({ url }) => normalTarget(url),
    // The longest request head: Fastify's own refusal of a long id lacks the security headers.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  addSecurityHeaders(app);
  logRequests(app, config.logLevel);
  app.server.on('checkExpectation', (_request, response) => {
    if (response.socket !== null) answerClientError(new Error('an expectation'), response.socket);
  });
  const scheduler = createEventLoopScheduler();
  if (refusalsPerSecond !== null) paceRefusals(app, refusalsPerSecond, scheduler);
  checkOrigins(app, config.allowedHosts);
  readJsonBodies(app, scheduler);
  limitBodies(app);
  handleErrors(app, config.brandName);
  app.register(fastifyUnderPressure, { maxEventLoopDelay: parts.busyEventLoopDelay, retryAfter: 5 });
  app.register(fastifyCompress, { globalDecompression: false });
  app.register(async (routes) => addRoutes(routes, parts, scheduler));
  return app;
}

function addRoutes(app: FastifyInstance, parts: AppParts, turns: EventLoopScheduler): void {
  const { config, links } = parts;
  const workspaces = createWorkspaces(config.workspace, parts.workspaceStore);
  const generations = generationsOf(parts, turns, app.log);
  const stopFollowing = followDeletions({ ...parts, generations });
  app.addHook('onClose', async () => stopFollowing());
  const admission = createAdmission(parts.workerPool, workspaces);
  app.addHook('onClose', parts.workerPool.close);
  addHealthRoutes(app, parts.readiness);
  withMethodCheck(app, () => {
    addLinkRoutes(app, links, workspaces);
    addWorkspaceRoutes(app, { ...parts, workspaces, generations });
    addGenerationRoutes(app, { ...parts, generations, workspaces, admission });
    addSuggestionRoutes(app, { ...parts, workspaces, admission });
    addSecurityText(app, config.securityContact);
    addPageRoutes(app, parts.webRoot, settingsOf(config));
  });
}

const unbookedMessage =
  'The provider counts more tokens than the model was allowed. No more is booked than was allowed: the provider may charge more than the budget knows.';

function generationsOf(parts: AppParts, turns: EventLoopScheduler, log: FastifyBaseLogger): Generations {
  const { config, meter } = parts;
  return createGenerations({
    ...parts,
    turns,
    budget: config.budget,
    terms: termsOf(config),
    onExcess({ counted, booked }) {
      meter.tokensUnbooked({
        inputTokens: counted.inputTokens - booked.inputTokens,
        outputTokens: counted.outputTokens - booked.outputTokens,
      });
      log.warn({ counted, booked }, unbookedMessage);
    },
    runningAtMost: config.limits.running,
    longestRun: (config.model?.timeoutMs ?? 0) + settlingTime,
  });
}
