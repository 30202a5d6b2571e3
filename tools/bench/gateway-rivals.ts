import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { runCommand } from '#scripts/run-command.ts';

const folder = path.resolve('.cache/bench/gateways');

/** Portkey's gateway runs with these versions of Hono and its server. */
const manifest = JSON.stringify({
  private: true,
  type: 'module',
  dependencies: { '@musistudio/llms': '1.0.53', '@portkey-ai/gateway': '1.15.2' },
  overrides: { hono: '4.9.7', '@hono/node-server': '1.13.8' },
});

/** Of the llms package, only the `require` build can be loaded. */
const llmsProgram = `const { default: Server } = require('@musistudio/llms');
const { PORT, HOST, OPENAI_BASE_URL } = process.env;
const provider = {
  name: 'local',
  api_base_url: OPENAI_BASE_URL + '/chat/completions',
  api_key: 'none',
  models: ['gpt-4'],
  transformer: { use: ['OpenAI'] },
};
new Server({ logger: false, initialConfig: { PORT, HOST, providers: [provider] } }).start();
`;

/**
 * Installs the npm gateways once into a separate folder. They are not dependencies of the project. Returns the folder.
 * Throws an error with the reason.
 */
export async function installRivals(): Promise<string> {
  const file = path.join(folder, 'package.json');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known !== manifest || !existsSync(path.join(folder, 'node_modules'))) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, manifest);
    const parameters = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { exitCode, output } = await runCommand('npm', parameters, { folder, limitSeconds: 120 });
    if (exitCode !== 0) {
      await writeFile(file, '');
      throw new Error(`npm could not fetch it: ${output.trim().slice(-300)}`);
    }
  }
  await writeFile(path.join(folder, 'llms.cjs'), llmsProgram);
  return folder;
}
