import { spawn } from 'node:child_process';
import process from 'node:process';

import { createServer } from 'vite';

import { readConfig, settingsOf } from '#server/config/config.ts';
import { streamed } from '#provider/completion-steps.ts';
import type { Fault } from '#provider/faults/fault.ts';
import { faults } from '#provider/faults/faults.ts';
import { startProvider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

const apiPort = 3001;
/** The characters per second of the local model, slow enough for a person to watch the page. */
const speed = 400;

/** Starts a local model unless OPENAI_API_KEY is set. Returns its environment variables. */
async function modelEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (process.env['OPENAI_API_KEY'] !== undefined) return {};
  const { baseUrl } = await openModel(findFault(process.env['FAULT']));
  return { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'local', LIMIT_GENERATIONS_PER_MINUTE: '0' };
}

/**
 * Opens the local model. If FAULT names a fault, the model has it, so that the developer can see how the page shows it.
 */
function openModel(fault: Fault | null): Promise<{ readonly baseUrl: string }> {
  if (fault !== null && 'lead' in fault) return fault.lead();
  return startProvider({
    for({ body }) {
      if (body === null) return refuse(400);
      const reply = writeFromPrompt(body.messages);
      const scene = { way: 'streamed', reply, elsewhere: 'https://elsewhere.invalid/v1' } as const;
      return fault === null ? streamed(reply, { speed }) : fault.answer(scene);
    },
  });
}

function findFault(wanted: string | undefined): Fault | null {
  if (wanted === undefined) return null;
  const names = faults.map(({ name }) => name).join(', ');
  const found = faults.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`FAULT must be one of: ${names}.`);
  return found;
}

const environment = {
  DATA_DIR: '.cache/dev-data',
  ...process.env,
  ...(await modelEnvironment()),
  HOST: '127.0.0.1',
  PORT: String(apiPort),
};
process.env['LINKWEFT_API'] = `http://127.0.0.1:${apiPort}`;
process.env['LINKWEFT_SETTINGS'] = JSON.stringify({
  ...settingsOf(readConfig(environment)),
  reachesDevice: true,
});

const api = spawn('node_modules/.bin/tsx', ['watch', '--clear-screen=false', 'src/server/main.ts'], {
  env: environment,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});
const page = await createServer({ configFile: 'src/web/vite.config.ts', logLevel: 'warn' });
await page.listen();
process.stdout.write(`Linkweft with live reload: ${page.resolvedUrls?.local[0] ?? 'no address'}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    api.kill();
    void page.close().finally(() => process.exit());
  });
}
