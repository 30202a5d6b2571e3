import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

import type { Problem } from '#contract/problem.ts';
import { germanProblemMessages } from '#core/errors/german-problem-messages.ts';
import { ProblemError, problemMessages, type ProblemCode } from '#core/errors/problem-messages.ts';
import { escapeHtml } from '#core/export/escape.ts';
import { UnfinishedError } from '#core/generation/finished-generation.ts';
import { LinkChangedError } from '#server/links/link-store.ts';

import { linger } from './request-limits.ts';
import { securityHeaders } from './security.ts';

/** The only place that maps a problem code to an HTTP status. */
const problemStatus = {
  'content-empty': 400,
  'links-invalid': 400,
  'content-and-links-required': 400,
  'url-required': 400,
  'url-too-long': 400,
  'description-too-long': 400,
  'instructions-too-long': 400,
  'request-invalid': 400,
  'text-invalid': 400,
  'recovery-code-invalid': 400,
  'idempotency-key-invalid': 400,
  'token-unknown': 401,
  'cross-site-refused': 403,
  'link-not-found': 404,
  'not-found': 404,
  'recovery-code-unknown': 404,
  'method-refused': 405,
  'link-changed': 409,
  'generation-abandoned': 409,
  'workspace-full': 409,
  'link-deleted': 410,
  'workspace-deleted': 410,
  'request-timeout': 408,
  'length-required': 411,
  'body-too-large': 413,
  'request-too-large': 413,
  'content-too-long': 413,
  'media-type-refused': 415,
  'host-refused': 421,
  'idempotency-key-reused': 422,
  'rate-limited': 429,
  'budget-spent': 429,
  'visitor-minute-limit': 429,
  'visitor-day-limit': 429,
  'visitor-saving-limit': 429,
  'visitor-workspaces-limit': 429,
  'workspace-running': 429,
  'link-create-failed': 503,
  'generation-failed': 500,
  unexpected: 500,
  'page-outdated': 500,
  'reply-empty': 502,
  'reply-in-words': 502,
  'provider-unreachable': 502,
  'provider-unauthorized': 502,
  'provider-forbidden': 502,
  'provider-model-missing': 502,
  'provider-refused-request': 502,
  'provider-context-exceeded': 502,
  'provider-no-chat': 502,
  'provider-address': 502,
  'provider-only-thoughts': 502,
  'provider-tool-call': 502,
  'provider-moved': 502,
  'provider-reply-broken': 502,
  'provider-reply-cut': 502,
  'provider-output-limit': 502,
  'provider-filtered': 502,
  'network-failed': 502,
  'storage-failed': 503,
  'server-busy': 503,
  'server-full': 503,
  'server-stopping': 503,
  'generation-interrupted': 503,
  'provider-rate-limited': 503,
  'provider-quota': 503,
  'provider-day-limit': 503,
  'provider-unavailable': 503,
  stopped: 503,
  'provider-timeout': 504,
  'store-full': 507,
} as const satisfies Record<ProblemCode, number>;

/** An error of Fastify, of its plugins or of Node's HTTP parser. */
const frameworkErrorSchema = z.object({ statusCode: z.number() });

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  // The path is a directory or a hidden file in the directory of the page.
  403: 'not-found',
  404: 'not-found',
  405: 'method-refused',
  413: 'body-too-large',
  415: 'media-type-refused',
  429: 'rate-limited',
  503: 'server-busy',
};

export function problemCodeOf(error: unknown): ProblemCode {
  if (error instanceof ProblemError) return error.code;
  if (error instanceof z.core.$ZodError) return 'request-invalid';
  const framework = frameworkErrorSchema.safeParse(error);
  if (!framework.success) return 'unexpected';
  const { statusCode } = framework.data;
  return codeOfStatus[statusCode] ?? (statusCode < 500 ? 'request-invalid' : 'unexpected');
}

/** What is wrong with a request, and where: JSON pointers to fields of the body, or to parameters of the query. */
export const requestErrorsSchema = z.array(z.object({ pointer: z.string(), detail: z.string() }));

type RequestErrors = z.infer<typeof requestErrorsSchema>;

const mostErrors = 5;

/** Returns nothing for an error that is not about a part of the request. */
function requestErrorsOf(error: unknown): RequestErrors {
  const cause = error instanceof ProblemError ? error.cause : error;
  if (cause instanceof SyntaxError) return [{ pointer: '', detail: 'The body is not valid JSON.' }];
  if (!(cause instanceof z.core.$ZodError)) return [];
  return cause.issues.slice(0, mostErrors).map(({ path, message }) => ({
    pointer: path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    detail: message,
  }));
}

/** The fields of a failure that a visitor sees. */
type ProblemFields = Pick<Problem, 'detail' | 'requestId'> & {
  readonly code: ProblemCode;
  readonly errors?: RequestErrors;
};

/** Errors with a status of 500 or more that are part of normal operation. */
const expected: ReadonlySet<ProblemCode> = new Set(['stopped', 'server-full', 'server-stopping']);

/** Returns what the visitor sees. Logs an error of the server as 'error', and one of the request as 'debug'. */
export function logProblem(error: unknown, request: FastifyRequest) {
  const code = problemCodeOf(error);
  if (expected.has(code) || problemStatus[code] < 500) request.log.debug({ err: error }, code);
  else request.log.error({ err: error }, code);
  const errors = problemStatus[code] === 400 ? requestErrorsOf(error) : [];
  return {
    code,
    detail: error instanceof ProblemError ? error.message : problemMessages[code],
    requestId: request.id,
    ...(errors.length > 0 && { errors }),
    ...(error instanceof LinkChangedError && { link: error.link }),
    ...(error instanceof UnfinishedError && { generation: error.generation }),
  };
}

type PageParts = {
  readonly brandName: string;
  readonly basePath: string;
  /** The tags that load the styles of the page. */
  readonly styles: string;
};

/** Answers each error of a hook or a route, and unknown addresses. */
export function handleErrors(app: FastifyInstance, parts: PageParts): void {
  // Its messages name types and limits, never values.
  z.config(en());
  /** Sends problem+json to programs. Outside the API, sends an HTML page to people. */
  function send(request: FastifyRequest, reply: FastifyReply, problem: ProblemFields): FastifyReply {
    reply.code(problemStatus[problem.code]).header('cache-control', 'no-store');
    const wantsPage =
      !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html') === true;
    if (!wantsPage) return reply.type(problemMediaType).send(bodyOf(problem));
    const page = problemPage(problem.code, { ...parts, language: languageFor(request.headers) });
    return reply.type('text/html; charset=utf-8').send(page);
  }

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ProblemError && error.retryAfterSeconds !== null)
      reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterSeconds)));
    return send(request, reply, logProblem(error, request));
  });
  app.setNotFoundHandler((request, reply) =>
    send(request, reply, {
      code: 'not-found',
      detail: problemMessages['not-found'],
      requestId: request.id,
    }),
  );
}

/**
 * Answers what is no valid request: a broken line, too many headers, or a request that is too slow. A connection on
 * which nothing was said is only closed. Browsers open some to spare, and would take an answer for that of a later
 * request.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request-timeout' : 'request-invalid';
  const problem = bodyOf({ code, detail: problemMessages[code] });
  const body = JSON.stringify(problem);
  const head = Object.entries({
    ...securityHeaders,
    'content-type': problemMediaType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${head.join('')}\r\n${body}`);
  linger(socket);
}

const problemMediaType = 'application/problem+json; charset=utf-8';

function bodyOf(problem: ProblemFields) {
  const status = problemStatus[problem.code];
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Problem', status, ...problem };
  return body satisfies Problem;
}

type ProblemPage = PageParts & { readonly language: 'de' | 'en' };

/** Returns the problem as an HTML page, for a person who followed a link or typed an address. */
function problemPage(code: ProblemCode, { brandName, basePath, styles, language }: ProblemPage): string {
  const english = problemMessages[code];
  const message = escapeHtml(language === 'de' ? (germanTexts[english] ?? english) : english);
  const brand = escapeHtml(brandName);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${message} – ${brand}</title>
${styles}
</head>
<body class="page">
<header class="brand-line"><span class="brand-name">${brand}</span></header>
<main class="no-match">
<h1>${message}</h1>
<p><a class="button button-primary" href="${basePath}/">${language === 'de' ? 'Zu' : 'Go to'} ${brand}</a></p>
</main>
</body>
</html>
`;
}

const germanTexts: Readonly<Record<string, string>> = germanProblemMessages;

type LanguageHeaders = {
  readonly cookie?: string | undefined;
  readonly 'accept-language'?: string | undefined;
};

/** Returns the language that the visitor chose on the page; null if none. The page sets this cookie (`lib/language.ts`). */
export function chosenLanguage({ cookie = '' }: LanguageHeaders): 'de' | 'en' | null {
  const chosen = /(?:^|;\s*)language=(de|en)(?=;|$)/.exec(cookie)?.[1];
  return chosen === 'de' || chosen === 'en' ? chosen : null;
}

/**
 * Returns the language of pages for a visitor: the chosen one, or German if the browser names it before English. Other
 * languages get English pages.
 */
export function languageFor(headers: LanguageHeaders): 'de' | 'en' {
  const chosen = chosenLanguage(headers);
  if (chosen !== null) return chosen;
  const known = acceptedIn(headers['accept-language'] ?? '').filter(
    ({ name, quality }) => quality > 0 && /^(?:de|en)(?:-|$)/.test(name),
  );
  const [first] = known.toSorted((a, b) => b.quality - a.quality);
  return first?.name.startsWith('de') === true ? 'de' : 'en';
}

/** Returns the entries of an `Accept-Language` or `Accept-Encoding` header. */
export function acceptedIn(header: string) {
  return header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    return { name, quality: Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1) };
  });
}
