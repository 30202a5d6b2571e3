import type { Agent } from 'undici';

import { findLocalModels, type RequestJson, type LocalModel } from '#llm-client/local-models.ts';

/** Looks for models on the machine of this server. */
export type LocalModels = {
  /**
   * Returns what is found now. Never rejects. Null: this server does not look.
   * @param pageOrigin Whether a page of this origin may call the models is part of the answer.
   */
  look(pageOrigin: string): Promise<readonly LocalModel[] | null>;
  /** Returns what the last look has found, without another one. Null: there was none. */
  known(): readonly LocalModel[] | null;
};

/** In bytes. Ollama describes a model with its license and the names of its tensors. */
const answerLimit = 512 * 1024;

/**
 * Looks at these ports of 127.0.0.1 and nowhere else: it follows no redirect, and uses no proxy. Requests at the same
 * time share one look.
 *
 * @param timeout in milliseconds, for each request
 */
export function createLocalModels(ports: readonly number[], timeout: number): LocalModels {
  const running = new Map<string, Promise<readonly LocalModel[]>>();
  let known: readonly LocalModel[] | null = null;
  return {
    async look(pageOrigin) {
      if (ports.length === 0) return null;
      const look = running.get(pageOrigin) ?? lookAt(ports, pageOrigin, timeout);
      running.set(pageOrigin, look);
      known = await look.finally(() => running.delete(pageOrigin));
      return known;
    },
    known: () => known,
  };
}

async function lookAt(
  ports: readonly number[],
  pageOrigin: string,
  timeout: number,
): Promise<readonly LocalModel[]> {
  // Undici is loaded only where it is needed. Its global dispatcher may use a proxy, an own one connects directly.
  const undici = await import('undici');
  const agent = new undici.Agent({ connect: { timeout }, headersTimeout: timeout, bodyTimeout: timeout });
  try {
    const found = ports.map((port) => {
      const origin = `http://127.0.0.1:${port}`;
      return findLocalModels(origin, (path, body) =>
        askAs({ agent, origin, pageOrigin, timeout }, path, body),
      );
    });
    return (await Promise.all(found)).flat();
  } finally {
    await agent.destroy();
  }
}

type Asker = {
  readonly agent: Agent;
  readonly origin: string;
  readonly pageOrigin: string | null;
  readonly timeout: number;
};

/** Asks as the page would. Ollama refuses pages that may not call it, so it is asked again as a program. */
async function askAs(asker: Asker, ...asked: Parameters<RequestJson>): ReturnType<RequestJson> {
  const { status, answer } = await send(asker, ...asked);
  if (status !== 403 || asker.pageOrigin === null) return answer;
  return (await send({ ...asker, pageOrigin: null }, ...asked)).answer;
}

async function send(
  { agent, origin, pageOrigin, timeout }: Asker,
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<{ readonly status: number; readonly answer: Awaited<ReturnType<RequestJson>> }> {
  try {
    const {
      statusCode: status,
      headers,
      ...reply
    } = await agent.request({
      origin,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(pageOrigin !== null && { origin: pageOrigin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    const chunks: Uint8Array[] = [];
    let length = 0;
    // An early end of this loop closes the connection.
    for await (const chunk of reply.body) {
      if (!(chunk instanceof Uint8Array)) return { status, answer: null };
      length += chunk.length;
      if (length > answerLimit) return { status, answer: null };
      chunks.push(chunk);
    }
    if (status !== 200) return { status, answer: null };
    const allowed = headers['access-control-allow-origin'];
    const isReadable = pageOrigin !== null && (allowed === '*' || allowed === pageOrigin);
    return { status, answer: { json: JSON.parse(Buffer.concat(chunks).toString('utf8')), isReadable } };
  } catch {
    // Nothing listens there, it is too slow, or it is another program.
    return { status: 0, answer: null };
  }
}
