import { setTimeout as sleep } from 'node:timers/promises';

import { onTestFinished } from 'vitest';

import { createOpenAiModel } from '#server/model/chat-model.ts';
import { openTestApp } from '#server/test-app.ts';

import type { Answer } from './exchange.ts';
import { startProvider } from './provider.ts';

export const usualReply =
  'VERSION: SAFE\nOne. [[two words]]((https://a.example/))\nVERSION: INTERESTING\nTwo [[two words]]((https://a.example/)).\nVERSION: CRAZY\nThree [[two words]]((https://a.example/)).\n';

type Asked = {
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** Opens a listening server with one saved link and a model. It closes when the test ends. */
export async function serveGenerations(answer: Answer, environment: Readonly<Record<string, string>> = {}) {
  const provider = await startProvider(answer);
  const model = createOpenAiModel({
    baseUrl: provider.baseUrl,
    apiKey: 'sk-secret',
    model: 'gpt-4',
    temperature: 0.7,
  });
  const { app, links, database, drain } = await openTestApp({
    model,
    environment: { OPENAI_BASE_URL: provider.baseUrl, ...environment },
  });
  const { id } = await links.create('shared', { url: 'https://a.example/', description: 'two words' });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    // Idle connections would delay the end.
    const closing = setInterval(() => app.server.closeAllConnections(), 100);
    await app.close();
    clearInterval(closing);
    await provider.close();
  });
  const order = { content: 'One. Two. Three.', linkIds: [id] };

  function send(accept: string, { key, body = order, headers = {}, signal }: Asked): Promise<Response> {
    return fetch(`${origin}/api/generations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      body: JSON.stringify(body),
      signal: signal ?? null,
    });
  }

  return {
    app,
    links,
    database,
    drain,
    provider,
    order,
    /** Requests one answer at the end. Returns its status, and the generation or the problem. */
    async ask(asked: Asked = {}) {
      const answered = await send('application/json', asked);
      const body: unknown = await answered.json();
      return { status: answered.status, headers: answered.headers, body };
    },
    /** Requests a stream. Returns the text so far, and a promise of the whole text. */
    async stream(asked: Asked = {}) {
      const answered = await send('text/event-stream', asked);
      let received = '';
      const whole = (async () => {
        for await (const bytes of answered.body ?? []) received += Buffer.from(bytes).toString();
        return received;
      })();
      whole.catch(() => {});
      return { status: answered.status, received: () => received, whole };
    },
    /** Returns what has become of the generation of a key. */
    async find(sought: string): Promise<unknown> {
      const answered = await fetch(`${origin}/api/generations`, { headers: { 'idempotency-key': sought } });
      return answered.json();
    },
    /** Ends the generation of a key. Returns the status. */
    async end(stopped: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
      const sent = { 'idempotency-key': stopped, ...headers };
      return (await fetch(`${origin}/api/generations`, { method: 'DELETE', headers: sent })).status;
    },
    /** Returns what is left today of the budget and of the visitor's limit. */
    async left(): Promise<unknown> {
      return (await fetch(`${origin}/api/allowance`)).json();
    },
    /** Returns when the server ended a call to the provider. */
    async endsUpstream(call = 0): Promise<number> {
      for (;;) {
        const abortedAt = provider.calls[call]?.abortedAt ?? null;
        if (abortedAt !== null) return abortedAt;
        await sleep(5);
      }
    },
  };
}
