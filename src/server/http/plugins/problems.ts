import { STATUS_CODES } from 'node:http';

import * as z from 'zod/mini';

import type { Problem } from '#contract/problem.ts';
import { escapeHtml } from '#core/export/escape.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Link } from '#core/links/link.ts';
import { ProblemError, problemMessages, type ProblemCode } from '#core/errors/problem.ts';

/** The only place that maps a problem code to an HTTP status. */
export const problemStatus = {
  'content-empty': 400,
  'links-invalid': 400,
  'content-and-links-required': 400,
  'url-required': 400,
  'url-too-long': 400,
  'description-too-long': 400,
  'request-invalid': 400,
  'text-invalid': 400,
  'recovery-code-invalid': 400,
  'idempotency-key-invalid': 400,
  'proof-required': 403,
  'proof-invalid': 403,
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
  'length-required': 411,
  'body-too-large': 413,
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
  'link-create-failed': 500,
  'generation-failed': 500,
  unexpected: 500,
  'page-outdated': 500,
  'reply-empty': 502,
  'provider-unreachable': 502,
  'provider-unauthorized': 502,
  'provider-forbidden': 502,
  'provider-model-missing': 502,
  'provider-refused-request': 502,
  'provider-context-exceeded': 502,
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
  'provider-unavailable': 503,
  stopped: 503,
  'provider-timeout': 504,
  'store-full': 507,
} as const satisfies Record<ProblemCode, number>;

/** An error of Fastify, of its plugins or of Node's HTTP parser. */
const frameworkErrorSchema = z.object({ statusCode: z.number() });

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  // A directory or a hidden file in the directory of the page.
  403: 'not-found',
  404: 'not-found',
  405: 'method-refused',
  413: 'body-too-large',
  415: 'media-type-refused',
  429: 'rate-limited',
  503: 'server-busy',
};

/** Returns the code of any error: 'unexpected' for an error without a code. */
export function problemCodeOf(error: unknown): ProblemCode {
  if (error instanceof ProblemError) return error.code;
  if (error instanceof z.core.$ZodError) return 'request-invalid';
  const framework = frameworkErrorSchema.safeParse(error);
  if (!framework.success) return 'unexpected';
  const { statusCode } = framework.data;
  return codeOfStatus[statusCode] ?? (statusCode < 500 ? 'request-invalid' : 'unexpected');
}

export const problemMediaType = 'application/problem+json; charset=utf-8';

/** The optional fields of a problem: its message, the id of the request, and the data that it is about. */
export type ProblemDetails = {
  readonly detail?: string;
  readonly requestId?: string;
  readonly link?: Link;
  readonly generation?: FinishedGeneration;
};

export type ProblemBody = Omit<Problem, keyof ProblemDetails> & ProblemDetails;

export function problemBody(code: ProblemCode, details: ProblemDetails = {}): ProblemBody {
  const status = problemStatus[code];
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Problem',
    status,
    code,
    detail: problemMessages[code],
    ...details,
  };
}

/** Returns the problem as an HTML page, for a person who followed a link or typed an address. */
export function problemPage(code: ProblemCode, brandName: string): string {
  const { title } = problemBody(code);
  const detail = problemMessages[code];
  const brand = escapeHtml(brandName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – ${brand}</title>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
<p><a href="/">Go to ${brand}</a></p>
</main>
</body>
</html>
`;
}
