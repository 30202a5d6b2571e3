import type { PageProblemCode } from '#core/errors/page-messages.ts';

import { apiError, errorOf } from './api-error.ts';

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  /** What the failure is called when the server does not name it. */
  readonly fallback: PageProblemCode;
};

/** Sends one request. Throws an `ApiError`, or the abort's own error when the signal ended the call. */
export async function send(call: Call): Promise<Response> {
  const response = await request(call);
  if (!response.ok) throw await errorOf(response, call.fallback);
  return response;
}

/** Sends one request and reads its JSON answer through the door of a schema. */
export async function sendForJson<T>(call: Call, schema: { parse(value: unknown): T }): Promise<T> {
  const response = await send(call);
  const { status } = response;
  const text = await response.text().catch((failure: unknown) => {
    if (call.signal?.aborted) throw failure;
    throw apiError(call.fallback, { cause: failure, status });
  });
  try {
    return schema.parse(JSON.parse(text));
  } catch (failure) {
    // The whole answer is there: it is of another version, or of somebody who stands before the server.
    throw apiError('page-outdated', { cause: failure, status });
  }
}

async function request({
  method,
  path,
  body,
  headers: more,
  accept,
  signal,
  keepalive,
}: Call): Promise<Response> {
  const headers = new Headers({ ...more, accept: accept ?? 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  try {
    return await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      keepalive: keepalive ?? false,
      // Nothing here redirects: whoever does is a gate before the server, and its page no answer.
      redirect: 'error',
    });
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw apiError('network-failed', { cause: failure });
  }
}
