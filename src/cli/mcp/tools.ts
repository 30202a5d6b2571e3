import { randomUUID } from 'node:crypto';

import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';

import { linksAtMost } from '#contract/generations.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { onOneLine } from '#core/lib/helpers.ts';
import type { Link } from '#core/links/link.ts';

import { ServerError, type ServerApi } from './server-api.ts';
import { exchangeLinks, hostOf, proveVersion } from './texts.ts';

/** The most links of one answer, so that it fits the window of a model. */
const listedAtMost = 200;

const text = z.string().describe('The text: Markdown, HTML or plain text. The answer has the same format.');

const inputs = {
  list: z.object({
    query: z
      .string()
      .optional()
      .describe('Words that the description or the host must have. Without it: all links.'),
  }),
  save: z.object({
    url: z.string().describe('The address, saved byte for byte.'),
    description: z.string().default('').describe('What the link is about.'),
  }),
  suggest: z.object({ text, limit: z.int().min(1).max(50).default(10) }),
  weave: z.object({
    text,
    link_ids: z.array(z.string()).min(1).max(linksAtMost).describe('Ids from list_links or suggest_links.'),
    version: z
      .enum(versionNames)
      .default('safe')
      .describe(
        'safe keeps every byte of the text; exploratory and experimental may rewrite some sentences.',
      ),
    instructions: z.string().optional().describe('Wishes for the style, at most 300 characters.'),
  }),
  relink: z.object({
    text,
    include_foreign: z
      .boolean()
      .default(false)
      .describe('Also exchanges affiliate links that pay somebody else.'),
  }),
};

/** Returns the server of the Model Context Protocol with its tools. Links go by their ids; only texts have addresses. */
export function createMcpServer(api: ServerApi, version: string): McpServer {
  const server = new McpServer({ name: 'linkweft', version });
  addLinkTools(server, api);
  addTextTools(server, api);
  return server;
}

const readsOnly = { readOnlyHint: true, openWorldHint: false };

function addLinkTools(server: McpServer, api: ServerApi): void {
  server.registerTool(
    'list_links',
    {
      description:
        'Lists the saved links, newest first: id, description and host. Addresses stay on the server.',
      inputSchema: inputs.list,
      annotations: readsOnly,
    },
    ({ query = '' }) =>
      answer(api, async () => {
        const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
        const found: Told[] = [];
        let total = 0;
        for await (const links of api.links())
          for (const link of links.map(told)) {
            const searched = `${link.description} ${link.host}`.toLowerCase();
            if (!words.every((word) => searched.includes(word))) continue;
            total += 1;
            if (found.length < listedAtMost) found.push(link);
          }
        return [json({ links: found, total })];
      }),
  );
  server.registerTool(
    'save_link',
    {
      description: 'Saves a link.',
      inputSchema: inputs.save,
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    ({ url, description }) =>
      answer(api, async () => [
        json({ saved: told(await api.save({ id: randomUUID(), url, description })) }),
      ]),
  );
}

function addTextTools(server: McpServer, api: ServerApi): void {
  server.registerTool(
    'suggest_links',
    {
      description: 'Finds the saved links that fit a text, best first, each with the sentence that it fits.',
      inputSchema: inputs.suggest,
      annotations: readsOnly,
    },
    ({ text: content, limit }) =>
      answer(api, async () => {
        const { suggestions } = await api.suggest(content, limit);
        const found = suggestions.map(({ link, isStrong, sentence: { start, end } }) => ({
          ...told(link),
          fits: isStrong ? 'clearly' : 'perhaps',
          sentence: onOneLine(content.slice(start, end)),
        }));
        return [json({ suggestions: found })];
      }),
  );
  server.registerTool(
    'weave',
    {
      description:
        'Adds saved links to a text. The first part of the answer is the new text: hand it on unchanged. The second is the report, with the outcome of each link, and words to check.',
      inputSchema: inputs.weave,
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    ({ text: content, link_ids: linkIds, version, instructions }, context) =>
      answer(api, async () => {
        const request = { content, linkIds, only: { version, avoid: [] } };
        const order = { ...request, ...(instructions !== undefined && { instructions }) };
        const { signal } = context.mcpReq;
        const generation = await withProgress(context, () =>
          api.generate(order, { key: randomUUID(), signal }),
        );
        const { text: woven, report } = proveVersion(content, generation, version);
        return [woven, json(report)];
      }),
  );
  server.registerTool(
    'relink',
    {
      description:
        'Exchanges links of the text by saved ones that lead to the same page or product. No word changes, and no model is asked. The first part of the answer is the new text: hand it on unchanged. The second is the report.',
      inputSchema: inputs.relink,
      annotations: readsOnly,
    },
    ({ text: content, include_foreign: withForeign }) =>
      answer(api, async () => {
        const links: Link[] = [];
        for await (const batch of api.links()) links.push(...batch);
        const { text: exchanged, ...report } = exchangeLinks(content, links, withForeign);
        return [exchanged, json(report)];
      }),
  );
}

type Told = { readonly id: string; readonly description: string; readonly host: string };

/** Returns what a model may know of a link: not its address, which has the user's tags, also in its description. */
function told({ id, description, url }: Link): Told {
  const host = hostOf(url);
  return { id, description: description.replaceAll(url, () => host), host };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Runs a tool. A failure that the user can understand is an answer, so that the model can tell it. */
async function answer(api: ServerApi, work: () => Promise<string[]>): Promise<CallToolResult> {
  try {
    await api.requireList();
    const parts = await work();
    return { content: parts.map((part) => ({ type: 'text', text: part })) };
  } catch (error) {
    const message = error instanceof ServerError ? error.message : `This did not work: ${wordsOf(error)}`;
    return { isError: true, content: [{ type: 'text', text: message }] };
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Clients give up after a minute without a sign. In milliseconds. */
const progressInterval = 10_000;

async function withProgress<T>({ mcpReq }: ServerContext, work: () => Promise<T>): Promise<T> {
  const { _meta: { progressToken } = {} } = mcpReq;
  if (progressToken === undefined) return work();
  let progress = 0;
  const tell = () => {
    progress += 1;
    const params = { progressToken, progress, message: 'The writer writes.' };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  tell();
  const timer = setInterval(tell, progressInterval);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
