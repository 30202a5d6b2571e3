import { problemSchema } from '#contract/problem.ts';
import { pageMessages, type PageProblemCode } from '#core/errors/page-messages.ts';
import type { ProblemCode } from '#core/errors/problem-messages.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Link } from '#core/links/link.ts';

export type ServerRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the page, such as `./api/links`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean;
  /** The code of a failure that the server does not name. */
  readonly fallback: PageProblemCode;
};

/** Sends one request. Throws an `ApiError`, or the abort's own error if the signal ended the request. */
export async function send(request: ServerRequest): Promise<Response> {
  const { method, path, body, headers, signal = null, keepalive = false, fallback } = request;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, {
    method,
    headers: { accept: 'application/json', ...type, ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
    keepalive,
    // The server never redirects. A redirect comes from a proxy or a login page in front of it.
    redirect: 'error',
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw apiError('network-failed', { cause });
  });
  if (!response.ok) throw await errorOf(response, fallback);
  return response;
}

/** Sends one request and parses its JSON answer with a schema. Throws as `send` does. */
export async function sendForJson<T>(
  request: ServerRequest,
  schema: { parse(value: unknown): T },
): Promise<T> {
  const response = await send(request);
  const { status } = response;
  const text = await response.text().catch((cause: unknown) => {
    if (request.signal?.aborted) throw cause;
    throw apiError(request.fallback, { cause, status });
  });
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    // The answer is complete, but its form is unknown: another version of the server or a proxy in front of it has sent
    // it.
    throw apiError('page-outdated', { cause, status });
  }
}

/**
 * Runs work with a signal that aborts when the time is over or when the given signal aborts. Then throws
 * 'network-failed' at once, even if the work ignores the signal. If the given signal is already aborted, the work does
 * not start.
 * @param limit In milliseconds.
 */
export function inTime<T>(
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    function end(): void {
      // This rejects before the work does, because the error of the work would have the browser's message.
      reject(apiError('network-failed'));
      ending.abort();
    }
    if (signal?.aborted) return end();
    const timer = setTimeout(end, limit);
    signal?.addEventListener('abort', end);
    work(ending.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

type Failure = {
  readonly code: string;
  readonly detail: string;
  readonly status: number | null;
  readonly link?: Link | undefined;
  readonly generation?: FinishedGeneration | undefined;
};

/** A failed request. Its message is for the user: the server's message if it sent one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** HTTP status; null if no answer arrived. */
  readonly status: number | null;
  /** The link as it is now, if it was changed elsewhere ('link-changed'). */
  readonly link: Link | null;
  /** The versions that a generation had finished before it failed. */
  readonly generation: FinishedGeneration | null;

  constructor({ code, detail, status, link, generation }: Failure, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
    this.status = status;
    this.link = link ?? null;
    this.generation = generation ?? null;
  }
}

/** Returns whether a request failed with one of these codes. */
export function hasCode(failure: unknown, ...codes: readonly (ProblemCode | PageProblemCode)[]): boolean {
  return failure instanceof ApiError && codes.some((code) => code === failure.code);
}

export function apiError(code: PageProblemCode, options?: ErrorOptions & { status?: number }): ApiError {
  return new ApiError({ code, detail: pageMessages[code], status: options?.status ?? null }, options);
}

/** Waits for what comes over the network. Throws 'network-failed' if it cannot be loaded. */
export function loaded<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw apiError('network-failed', { cause });
  });
}

export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** The server's codes for a request that it does not know any more. */
const unknownAddress = new Set(['not-found', 'method-refused']);

/** Turns a refusal into an error. `fallback` is the code for an answer that is no problem document. */
async function errorOf(response: Response, fallback: PageProblemCode): Promise<ApiError> {
  const { status } = response;
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  // A proxy may take less than the server.
  if (!problem.success) return apiError(status === 413 ? 'request-too-large' : fallback, { status });
  if (unknownAddress.has(problem.data.code)) return apiError('page-outdated', { status });
  return new ApiError({ ...problem.data, status });
}
