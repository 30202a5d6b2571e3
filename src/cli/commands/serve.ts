import { parseArgs } from 'node:util';

import { loadServer } from '#cli/lib/built-server.ts';
import { exitCodes, type Command } from '#cli/lib/command.ts';

const usage = `
Usage: linkweft serve

Starts the server of the page at http://127.0.0.1:3000, until a signal stops it. It needs no key.

It is set up by environment variables alone. The most important ones:
  PORT, HOST       where it listens
  DATA_DIR         the directory of the links, ./data if it is not set
  DATABASE_URL     a PostgreSQL database instead
  OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL
                   the model that writes; the built-in writer if none is set
docs/configuration.md describes all of them.

Example:
  PORT=8080 DATA_DIR=/var/lib/linkweft linkweft serve
`;

export const serve: Command = {
  name: 'serve',
  summary: 'starts the server of the page; so does linkweft without a command',
  usage,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    await loadServer();
    return exitCodes.done;
  },
};
