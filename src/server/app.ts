import { maxHeaderSize } from 'node:http';

import fastifyCompress from '@fastify/compress';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LogController, fastify } from 'fastify';

import type { Settings } from '#contract/settings.ts';

import type { Config } from './config/config.ts';
import { followDeletions, createGenerations } from './generations/generations.ts';
import type { Generations } from './generations/generations.ts';
import { leastOrder } from './generations/allowance.ts';
import { termsOf } from './generations/start-generation.ts';
import { addAllowanceRoutes } from './http/routes/allowance-routes.ts';
import { cameByTls } from './http/plugins/came-by-tls.ts';
import { answerClientError } from './http/plugins/client-error.ts';
import { keepDoor } from './http/plugins/origin-check.ts';
import { answerFailures } from './http/plugins/failures.ts';
import { addGenerationRoutes } from './http/routes/generation-routes.ts';
import { addHealthRoutes } from './http/routes/health-routes.ts';
import { readJsonBodies } from './http/plugins/json-body.ts';
import { addBatchRoutes } from './http/routes/batch-routes.ts';
import { addExportRoutes } from './http/routes/export-routes.ts';
import { addLinkRoutes } from './http/routes/link-routes.ts';
import { logOptions } from './http/plugins/log-options.ts';
import { logRequests } from './http/plugins/log-requests.ts';
import { addPageRoutes } from './http/routes/page-routes.ts';
import { noSchemas } from './http/plugins/no-schemas.ts';
import { paceRefusals } from './http/plugins/refusal-pace.ts';
import { createRequestIds } from './http/plugins/request-ids.ts';
import { pathAsked } from './http/plugins/request-path.ts';
import { addChallengeRoutes } from './http/routes/challenge-routes.ts';
import { apiHeaders, securityHeaders, transportSecurity } from './http/plugins/security.ts';
import { addSecurityText } from './http/routes/security-text.ts';
import { addSuggestionRoutes } from './http/routes/suggestion-routes.ts';
import { addWorkspaceRoutes } from './http/routes/workspace-routes.ts';
import { createAdmission } from './http/plugins/admission.ts';
import { leaveBodiesUnread } from './http/plugins/unread-bodies.ts';
import { createWorkspaces } from './http/plugins/workspaces.ts';
import type { Ledger } from './generations/ledger/ledger.ts';
import type { LinkStore } from './links/link-store.ts';
import type { ChatModel } from './model/chat-model.ts';
import type { Drain } from './observe/drain.ts';
import type { Meter } from './observe/meter.ts';
import type { ProofOfWork } from './proof-of-work/proof-of-work.ts';
import type { Readiness } from './observe/readiness.ts';
import { createTurns } from './turns.ts';
import type { Turns } from './turns.ts';
import type { WorkspaceStore } from './workspaces/workspace-store.ts';
import type { WorkerPool } from './worker-pool/worker-pool.ts';

export type AppParts = {
  readonly config: Pick<
    Config,
    | 'allowedHosts'
    | 'budget'
    | 'limits'
    | 'logLevel'
    | 'maxContentChars'
    | 'model'
    | 'protocol'
    | 'securityContact'
    | 'trustedProxies'
    | 'workspace'
  >;
  readonly links: LinkStore;
  readonly workspaceStore: WorkspaceStore;
  readonly ledger: Ledger;
  /** Null where none is configured. */
  readonly model: ChatModel | null;
  readonly meter: Meter;
  /** Where work is done that takes long. Closed with the app. */
  readonly workerPool: WorkerPool;
  readonly drain: Drain;
  readonly readiness: Readiness;
  /** Null: none is asked for. */
  readonly proofOfWork: ProofOfWork | null;
  readonly settings: Settings;
  /** The directory of the built page. */
  readonly webRoot: string;
  /** From how many milliseconds that work waits for its turn requests are refused; 0: never. */
  readonly busyEventLoopDelay: number;
  /** How many requests of one address may be refused in a second before the next ones are held. Null: no limit. */
  readonly refusalsPerSecond: number | null;
};

const requestTimeout = 30_000;
/** How often connections are looked through for requests that take longer. */
const connectionsCheckingInterval = 5000;
const linkBodyLimit = 64 * 1024;
/** What a generation may take beyond the time of its model. */
const settlingTime = 60_000;

/** Composes the server and opens nothing: the caller listens, or asks it without a socket. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { config, settings } = parts;
  const app = fastify({
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(config.trustedProxies),
    // Fastify's own 503 would leave without the security headers; a request on an open connection is still served.
    return503OnClosing: false,
    requestTimeout,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    // A request without a host is for the doorkeeper to refuse, with all headers.
    http: { requireHostHeader: false, connectionsCheckingInterval },
    bodyLimit: linkBodyLimit,
    schemaController: noSchemas,
    clientErrorHandler: answerClientError,
    rewriteUrl: ({ url }) => pathAsked(url),
    // As long as a request's head may be: Fastify's own refusal of a long id would leave without the headers.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.headers(apiHeaders).header('x-request-id', request.id);
    else reply.headers(securityHeaders);
    if (cameByTls(request)) reply.header('strict-transport-security', transportSecurity);
    done();
  });
  logRequests(app, config.logLevel);
  app.server.on('checkExpectation', (_request, response) => {
    if (response.socket !== null) answerClientError(new Error('an expectation'), response.socket);
  });
  const turns = createTurns();
  paceRefusals(app, { perSecond: parts.refusalsPerSecond, turns });
  keepDoor(app, config.allowedHosts);
  readJsonBodies(app, turns);
  leaveBodiesUnread(app);
  answerFailures(app, settings.brandName);
  app.register(fastifyUnderPressure, { maxEventLoopDelay: parts.busyEventLoopDelay, retryAfter: 5 });
  app.register(fastifyCompress, { globalDecompression: false });
  app.register(async (routes) => addRoutes(routes, { ...parts, turns }));
  return app;
}

const countedBeyond =
  'The provider counts more tokens than the model was allowed. No more is booked than was allowed: the provider may charge more than the budget knows.';

type RouteParts = AppParts & { readonly turns: Turns };

function addRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { config, links, ledger, proofOfWork, readiness, settings, webRoot } = parts;
  const { maxContentChars, trustedProxies } = config;
  const workspaces = createWorkspaces(config.workspace, parts.workspaceStore);
  const generations = generationsOf(parts, app.log);
  const stopFollowing = followDeletions({ ...parts, generations });
  app.addHook('onClose', async () => stopFollowing());
  const admission = createAdmission(parts.workerPool, workspaces);
  app.addHook('onClose', parts.workerPool.close);
  addHealthRoutes(app, readiness);
  addLinkRoutes(app, links, workspaces);
  addBatchRoutes(app, links, workspaces);
  addExportRoutes(app, links, workspaces);
  addWorkspaceRoutes(app, { ...parts, workspaces, generations });
  addGenerationRoutes(app, { ...parts, generations, workspaces, admission, maxContentChars, trustedProxies });
  if (proofOfWork !== null) addChallengeRoutes(app, proofOfWork);
  addAllowanceRoutes(app, { ledger, budget: config.budget, leastOrder: leastOrder(config) });
  addSuggestionRoutes(app, { links, workspaces, admission, maxContentChars });
  addSecurityText(app, config.securityContact);
  addPageRoutes(app, webRoot, settings);
}

function generationsOf(parts: RouteParts, log: FastifyBaseLogger): Generations {
  const { config, meter } = parts;
  return createGenerations({
    ...parts,
    budget: config.budget,
    terms: termsOf(config),
    onExcess({ counted, booked }) {
      meter.tokensUnbooked({
        inputTokens: counted.inputTokens - booked.inputTokens,
        outputTokens: counted.outputTokens - booked.outputTokens,
      });
      log.warn({ counted, booked }, countedBeyond);
    },
    runningAtMost: config.limits.running,
    longestRun: (config.model?.timeoutMs ?? 0) + settlingTime,
  });
}
