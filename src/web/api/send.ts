import type { PageProblemCode } from '#core/errors/page-messages.ts';

import { apiError, errorOf } from './api-error.ts';

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /** The request continues after the page is closed. */
  readonly keepalive?: boolean;
  /** The code of a failure that the server does not name. */
  readonly fallback: PageProblemCode;
};

/** Sends one request. Throws an `ApiError`, or the abort's own error if the signal ended the call. */
export async function send(call: Call): Promise<Response> {
  const response = await request(call);
  if (!response.ok) throw await errorOf(response, call.fallback);
  return response;
}

/** Sends one request and parses its JSON answer with a schema. Throws as `send` does. */
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
    // The answer is complete but unknown: another version of the server, or a gate in front of it, has sent it.
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
      // The server never redirects: a redirect comes from a gate in front of it.
      redirect: 'error',
    });
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw apiError('network-failed', { cause: failure });
  }
}
