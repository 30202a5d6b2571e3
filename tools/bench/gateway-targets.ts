import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { tmpdir } from 'node:os';

import * as z from 'zod/mini';

import { linkBatchLimit } from '#contract/links.ts';
import { writePrompt } from '#core/prompt/write-prompt.ts';

import type { WireRequest } from './gateway-job.ts';
import type { Program } from './gateway-processes.ts';
import { installRivals } from './gateway-rivals.ts';
import { numberedLink } from './links-data.ts';

const content = 'We walked along the river in the morning. It was quiet, and the air was clear.';

export type Target = {
  readonly name: string;
  /** Returns the program of the gateway for this provider. Throws an error with the reason if there is none. */
  program(providerUrl: string): Promise<Program>;
  /** Returns the requests to send to it. */
  requests(port: number, providerUrl: string): Promise<Requests>;
};

export type Requests = {
  readonly streamed: WireRequest;
  readonly whole: WireRequest;
  /** Heavier requests: generations with 20 links, and pages of a list of 1,000. */
  readonly withLinks: readonly WireRequest[];
};

const freeOfLimits = {
  BUDGET_DAILY_USD: 'off',
  LIMIT_GENERATIONS_PER_MINUTE: '0',
  LIMIT_GENERATIONS_PER_DAY: '0',
  LIMIT_RUNNING_PER_WORKSPACE: '0',
  LIMIT_RUNNING: '2000',
};

/** Every limit is counted. The limits are high enough never to refuse a request. */
export const withLimits = {
  BUDGET_DAILY_USD: '100000',
  LIMIT_GENERATIONS_PER_MINUTE: '1000000',
  LIMIT_GENERATIONS_PER_DAY: '10000000',
  LIMIT_RUNNING_PER_WORKSPACE: '10000',
  LIMIT_RUNNING: '2000',
};

export const direct: Target = {
  name: 'direct',
  program: () => Promise.reject(new Error('The provider is already running.')),
  requests: async (port) => completionRequests(port),
};

export const passThrough: Target = {
  name: 'pass-through',
  program: async (OPENAI_BASE_URL) => ({
    parameters: ['tools/bench/gateway-pass-through.mjs'],
    environment: { OPENAI_BASE_URL },
  }),
  requests: async (port) => completionRequests(port),
};

export const linkweft = createLinkweft('Linkweft', freeOfLimits);
export const linkweftWithLimits = createLinkweft('with limits', withLimits);

export const rivals: readonly Target[] = [
  {
    name: 'llms',
    program: async (OPENAI_BASE_URL) => {
      const folder = await installRivals();
      return { parameters: ['llms.cjs'], folder, environment: { OPENAI_BASE_URL } };
    },
    requests: async (port) => completionRequests(port, { model: 'local,gpt-4' }),
  },
  {
    name: 'Portkey',
    program: async () => {
      const folder = await installRivals();
      const file = 'node_modules/@portkey-ai/gateway/build/start-server.js';
      return { parameters: [file, '--port={port}', '--headless'], folder };
    },
    requests: async (port, providerUrl) =>
      completionRequests(port, {
        headers: `x-portkey-provider: openai\r\nx-portkey-custom-host: ${providerUrl}\r\nauthorization: Bearer none\r\n`,
      }),
  },
];

function createLinkweft(name: string, limits: Readonly<Record<string, string>>): Target {
  return {
    name,
    program: async (OPENAI_BASE_URL) => ({
      parameters: ['dist/server/main.js'],
      environment: {
        OPENAI_BASE_URL,
        OPENAI_MODEL: 'gpt-4',
        WORKSPACE: 'shared',
        TRUST_PROXY: 'loopback',
        DATA_DIR: await mkdtemp(path.join(tmpdir(), 'linkweft-bench-')),
        ...limits,
      },
    }),
    requests: async (port) => {
      const linkIds = await saveLinks(`http://127.0.0.1:${port}`);
      const ask = (accept: string, count: number) => {
        const body = JSON.stringify({ content, linkIds: linkIds.slice(0, count) });
        return post(port, '/api/generations', `accept: ${accept}\r\n`, body);
      };
      const page = { port, head: `GET /api/links?limit=5 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`, body: '' };
      return {
        streamed: ask('text/event-stream', 1),
        whole: ask('application/json', 1),
        withLinks: [ask('text/event-stream', 20), ask('application/json', 20), page],
      };
    },
  };
}

/** Saves a thousand links and returns the ids of the newest ones. */
async function saveLinks(origin: string): Promise<string[]> {
  for (let start = 0; start < 1000; start += linkBatchLimit) {
    const links = Array.from({ length: Math.min(linkBatchLimit, 1000 - start) }, (_, index) =>
      numberedLink(start + index),
    );
    await fetchJson(`${origin}/api/links/import`, { links });
  }
  const page = z.object({ links: z.array(z.object({ id: z.string() })) });
  return page.parse(await fetchJson(`${origin}/api/links?limit=20`)).links.map(({ id }) => id);
}

async function fetchJson(address: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(address, init);
  if (!answer.ok) throw new Error(`${address} answered with ${answer.status}.`);
  return answer.json();
}

/** Returns requests for chat completions with a prompt such as Linkweft sends to its provider. */
function completionRequests(
  port: number,
  { model = 'gpt-4', headers = '' }: { model?: string; headers?: string } = {},
): Requests {
  const { url, description } = numberedLink(0);
  const prompt = writePrompt(content, [{ url, description }]);
  const messages = [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ];
  const ask = (stream: boolean) => {
    const body = JSON.stringify({ model, temperature: 0.7, stream, messages });
    return post(port, '/v1/chat/completions', headers, body);
  };
  return { streamed: ask(true), whole: ask(false), withLinks: [] };
}

function post(port: number, address: string, headers: string, body: string): WireRequest {
  const head = `POST ${address} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n${headers}`;
  return { port, head, body };
}
