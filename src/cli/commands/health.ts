import process from 'node:process';
import { parseArgs } from 'node:util';

import { exitCodes, UsageError, type Command } from '#cli/lib/command.ts';
import { print } from '#cli/lib/terminal.ts';

/** In milliseconds. */
const timeout = 5000;

const usage = `
Usage: linkweft health [ADDRESS]

Asks a server whether it is ready, and prints its answer. The exit code is 0 if it is ready, else 1.
ADDRESS is http://127.0.0.1:3000, or what HOST and PORT say; with the path of the page, if it has one (BASE_PATH).
Containers use this as their health check.

Examples:
  linkweft health http://127.0.0.1:8080
  linkweft health https://tools.example/linkweft
`;

export const health: Command = {
  name: 'health',
  summary: 'asks whether a server is ready',
  usage,
  async run(args) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    const address = positionals[0] ?? ownAddress(process.env);
    if (!URL.canParse(address))
      throw new UsageError(`${address} is no address such as http://127.0.0.1:3000.`);
    const asked = new URL(address);
    asked.pathname = `${asked.pathname.replace(/\/$/, '')}/readyz`;
    const answer = await fetch(asked, { signal: AbortSignal.timeout(timeout) }).catch(() => null);
    if (answer === null) throw new Error(`No answer from ${address}.`);
    print(`${await answer.text()}\n`);
    return answer.ok ? exitCodes.done : exitCodes.someFailed;
  },
};

/** Returns the address of the server that has this environment. One that listens everywhere is asked on this machine. */
function ownAddress({ HOST = '', PORT = '' }: NodeJS.ProcessEnv): string {
  const host = HOST.trim();
  const name = host === '' || host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${PORT.trim() || '3000'}`;
}
