import { createParser } from 'eventsource-parser';
import type * as z from 'zod/mini';

import {
  generationEventSchema,
  receivedGeneration,
  type GenerationEvent,
} from '#contract/generation-events.ts';
import type { generationRequestSchema } from '#contract/generation-request.ts';
import { linkPageSchema } from '#contract/link-pages.ts';
import { linkSchema } from '#contract/links.ts';
import { problemSchema } from '#contract/problem.ts';
import { suggestionsSchema, type Suggestions } from '#contract/suggestions.ts';
import { workspaceSchema } from '#contract/visitor.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Link } from '#core/links/link.ts';

/** A server of Linkweft, and the token that opens a workspace there. Null: the server has one list for all. */
export type ServerAddress = { readonly url: string; readonly token: string | null };

/** A request failed. The message says why and what to do. It never has the token. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

export type GenerationRequest = z.infer<typeof generationRequestSchema>;

export type ServerApi = ReturnType<typeof createServerApi>;

const linksAtOnce = 1000;

/** Returns the requests to a server that the tools need. Each throws a `ServerError`. */
export function createServerApi(address: ServerAddress) {
  return {
    /**
     * Throws if there is no list that the token opens, nor one for all. Without a token, each request to such a server is
     * one of a new visitor: what it saves would be lost.
     */
    async requireList(): Promise<void> {
      if (address.token !== null) return;
      const answer = await ask(address, '/api/workspace', {});
      if (workspaceSchema.parse(await answer.json()).kind === 'own') throw new ServerError(needsToken);
    },
    /** Yields all links, newest first, in batches. */
    async *links(): AsyncGenerator<readonly Link[]> {
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const answer = await ask(address, `/api/links?limit=${linksAtOnce}${query}`, {});
        const page = linkPageSchema.parse(await answer.json());
        yield page.links;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
    async save(link: { id: string; url: string; description: string }): Promise<Link> {
      const answer = await ask(address, '/api/links', jsonBody(link));
      return linkSchema.parse(await answer.json());
    },
    async suggest(content: string, limit: number): Promise<Suggestions> {
      const answer = await ask(address, '/api/suggestions', jsonBody({ content, limit }));
      return suggestionsSchema.parse(await answer.json());
    },
    /**
     * Orders a generation under a key and waits for its result. A lost connection is opened again with the same key, so
     * that it is one order. When the signal aborts, the order is stopped.
     */
    async generate(
      request: GenerationRequest,
      { key, signal }: { key: string; signal: AbortSignal },
    ): Promise<FinishedGeneration> {
      const order = { ...jsonBody(request), signal };
      const headers = { accept: 'text/event-stream', 'idempotency-key': key };
      const run = async () =>
        readResult(await ask(address, '/api/generations', order, headers), request.content);
      try {
        return (await run()) ?? (await run()) ?? refuseLost();
      } catch (error) {
        if (signal.aborted)
          await ask(address, '/api/generations', { method: 'DELETE' }, { 'idempotency-key': key }).catch(
            () => {},
          );
        throw error;
      }
    },
  };
}

const needsToken =
  'Each visitor of this server has an own list, so an assistant needs a token: set LINKWEFT_TOKEN to one of its API_TOKENS.';

function refuseLost(): never {
  throw new ServerError('The connection to the server was lost twice. Nothing was added. Try again.');
}

function jsonBody(body: unknown) {
  return { method: 'POST', body: JSON.stringify(body) };
}

/** Sends a request. A redirect is refused, because the token would go somewhere else. */
async function ask(
  { url, token }: ServerAddress,
  path: string,
  request: RequestInit,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = {
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...more,
  };
  let answer: Response;
  try {
    answer = await fetch(`${url}${path}`, { ...request, headers, redirect: 'manual' });
  } catch (cause) {
    if (request.signal?.aborted === true) throw new ServerError('The work was stopped.', { cause });
    throw new ServerError(`No server answers at ${url}. Check LINKWEFT_URL, and that the server runs.`, {
      cause,
    });
  }
  if (answer.ok) return answer;
  throw new ServerError(await failureOf(answer, url));
}

async function failureOf(answer: Response, url: string): Promise<string> {
  if (answer.status === 401) return `The server at ${url} does not know the token. Check LINKWEFT_TOKEN.`;
  const body: unknown = await answer.json().catch(() => null);
  const problem = problemSchema.safeParse(body);
  if (problem.success && problem.data.code !== 'not-found') return problem.data.detail;
  return `What answers at ${url} is not a server of Linkweft (status ${answer.status}). Check LINKWEFT_URL: it needs the path of the page, if it has one.`;
}

/** Returns null if the stream ended without a result. */
async function readResult(answer: Response, content: string): Promise<FinishedGeneration | null> {
  let last: GenerationEvent | null = null;
  const parser = createParser({
    onEvent({ data }) {
      last = generationEventSchema.parse(JSON.parse(data));
    },
  });
  try {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
  }
  return outcomeOf(last, content);
}

function outcomeOf(last: GenerationEvent | null, content: string): FinishedGeneration | null {
  if (last?.type === 'problem') throw new ServerError(last.detail);
  return last?.type === 'result' ? receivedGeneration(last.generation, content) : null;
}
