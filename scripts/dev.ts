import { spawn } from 'node:child_process';
import process from 'node:process';

import { createServer } from 'vite';

import { readConfig } from '#server/config.ts';
import { settingsOf } from '#server/settings.ts';
import { streamed } from '#provider/completion-steps.ts';
import { startProvider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

const apiPort = 3001;
/** Characters a second: slow enough to watch the page while it works. */
const speed = 400;

/** A model that needs no key. Whoever sets a key of their own gets the real one. */
async function modelEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (process.env['OPENAI_API_KEY'] !== undefined) return {};
  const provider = await startProvider({
    for: ({ body }) => (body === null ? refuse(400) : streamed(writeFromPrompt(body.messages), { speed })),
  });
  return { OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'local' };
}

const environment = {
  DATA_DIR: '.cache/dev-data',
  ...process.env,
  ...(await modelEnvironment()),
  HOST: '127.0.0.1',
  PORT: String(apiPort),
};
process.env['LINKWEFT_API'] = `http://127.0.0.1:${apiPort}`;
process.env['LINKWEFT_SETTINGS'] = JSON.stringify(settingsOf(readConfig(environment)));

const api = spawn('node_modules/.bin/tsx', ['watch', '--clear-screen=false', 'src/server/main.ts'], {
  env: environment,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});
const page = await createServer({ configFile: 'vite.config.ts', logLevel: 'warn' });
await page.listen();
process.stdout.write(`Linkweft with live reload: ${page.resolvedUrls?.local[0] ?? 'no address'}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    api.kill();
    void page.close().finally(() => process.exit());
  });
}
