import process from 'node:process';
import { parseArgs } from 'node:util';

import { exitCodes, UsageError, type Command, type ExitCode } from '#cli/lib/command.ts';
import { say } from '#cli/lib/terminal.ts';
import type { ServerAddress } from '#cli/mcp/server-api.ts';
import { readVersion } from '#cli/lib/run-cli.ts';

const usage = `
Usage: LINKWEFT_URL=https://links.example.com LINKWEFT_TOKEN=… linkweft mcp

Serves the Model Context Protocol on standard input and output, for an assistant on this machine. Its tools are
list_links, save_link, suggest_links, weave and relink. They work on a running server of Linkweft.

  LINKWEFT_URL    the address of the server, http://127.0.0.1:3000 by default
  LINKWEFT_TOKEN  one of the tokens that the server has in API_TOKENS; not needed with WORKSPACE=shared

docs/mcp.md shows how assistants are set up.
`;

export const mcp: Command = {
  name: 'mcp',
  summary: 'serves the Model Context Protocol for an assistant',
  usage,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    const address = readAddress(process.env);
    const { createServerApi } = await import('#cli/mcp/server-api.ts');
    const { createMcpServer } = await import('#cli/mcp/tools.ts');
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    const version = await readVersion();
    const api = createServerApi(address);
    const served = serveStdio(() => createMcpServer(api, version), {
      onerror: ({ message }) => say(`linkweft mcp: ${message}`),
    });
    const exitCode = await new Promise<ExitCode>((resolve) => {
      const end = () => resolve(exitCodes.done);
      process.stdin.once('close', end);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
      // The package ends the connection after a message of more than 10 MB.
      process.once('beforeExit', () => resolve(exitCodes.someFailed));
    });
    await served.close();
    return exitCode;
  },
};

/** Throws a `UsageError` that has neither the token nor a password of the address. */
function readAddress(environment: Readonly<Record<string, string | undefined>>): ServerAddress {
  const given = environment['LINKWEFT_URL']?.trim() || 'http://127.0.0.1:3000';
  const url = URL.canParse(given) ? new URL(given) : null;
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === '';
  if (!isPlain || !/^https?:$/u.test(url.protocol))
    throw new UsageError('LINKWEFT_URL must be an http or https address such as https://links.example.com.');
  const token = environment['LINKWEFT_TOKEN']?.trim() || null;
  if (token !== null && !/^[\x21-\x7e]+$/u.test(token))
    throw new UsageError(
      'LINKWEFT_TOKEN must be a token as the server has it, without spaces or line breaks.',
    );
  return { url: `${url.origin}${url.pathname.replace(/\/+$/u, '')}`, token };
}
