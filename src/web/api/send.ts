import type { ProblemCode } from '#core/problem/problem.ts';

import { apiError, errorOf } from './api-error.ts';

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  /** What the failure is called when the server does not name it. */
  readonly fallback: ProblemCode;
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
  try {
    return schema.parse(await response.json());
  } catch (failure) {
    if (call.signal?.aborted) throw failure;
    throw apiError(call.fallback, { cause: failure, status: response.status });
  }
}

async function request({ method, path, body, accept, signal, keepalive }: Call): Promise<Response> {
  const headers = new Headers({ accept: accept ?? 'application/json' });
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
