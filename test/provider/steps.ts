import { setTimeout as sleep } from 'node:timers/promises';

import type { Step } from './exchange.ts';

type ProviderError = {
  readonly message?: string;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
};

/** Sends a status and headers at once. */
export function head(status: number, headers: Readonly<Record<string, string>>): Step {
  return async ({ response }) => {
    response.writeHead(status, headers).flushHeaders();
  };
}

export function bytes(content: string | Uint8Array): Step {
  return ({ write }) => write(content);
}

export const end: Step = async ({ response }) => {
  response.end();
};

/** In milliseconds. A reset discards data that the other side has not read yet, and a busy machine reads late. */
const readingTime = 300;

/** Breaks the connection without an end. */
export const reset: Step = async ({ response }) => {
  await new Promise((resolve) => setTimeout(resolve, readingTime));
  response.socket?.resetAndDestroy();
};

/** Sends nothing until the client leaves. */
export const hang: Step = async ({ signal }) => {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
};

/** Returns a step that waits until `open` is called. `opened` resolves at that call. */
export function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const step: Step = (exchange) => Promise.race([opened, hang(exchange)]);
  return { step, opened, open: () => open() };
}

export function pause(milliseconds: number): Step {
  return async ({ signal }) => {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  };
}

/** Sends a whole body with its status. */
export function respond(
  status: number,
  mediaType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Step {
  return async ({ response }) => {
    response.writeHead(status, { 'content-type': mediaType, ...headers }).end(body);
  };
}

/** Ends a body this number of bytes before the announced length. */
export function cutShort(mediaType: string, body: string, missing: number): Step {
  return async ({ response }) => {
    const length = Buffer.byteLength(body) + missing;
    response.writeHead(200, { 'content-type': mediaType, 'content-length': length });
    response.write(body, () => response.socket?.end());
  };
}

/** Sends an error in the form of providers. */
export function refuse(
  status: number,
  error: ProviderError = {},
  headers: Readonly<Record<string, string>> = {},
): Step {
  const body = JSON.stringify({ error: { message: 'Made up by the local provider.', ...error } });
  return respond(status, 'application/json', body, headers);
}

/** Makes a step write this number of bytes at a time, even if that cuts characters. */
export function inSlices(size: number, step: Step): Step {
  return (exchange) =>
    step({
      ...exchange,
      async write(content) {
        const all = Buffer.from(content);
        for (let at = 0; at < all.length && !exchange.signal.aborted; at += size) {
          await exchange.write(all.subarray(at, at + size));
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
}
