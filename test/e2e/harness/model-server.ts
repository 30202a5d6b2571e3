import { startProvider, type Provider } from '#provider/provider.ts';
import type { Answer } from '#provider/exchange.ts';

import { startServer, type LinkweftServer } from './server.ts';

export type ModelServer = LinkweftServer & { readonly provider: Provider };

export async function startModelServer(
  answer: Answer,
  environment: Readonly<Record<string, string>> = {},
): Promise<ModelServer> {
  const provider = await startProvider(answer);
  const server = await startServer({
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'local',
    // Whole articles fit. Tests of the limits set their own values.
    OPENAI_CONTEXT_WINDOW: '1000000',
    OPENAI_MAX_OUTPUT: '500000',
    ...environment,
  });
  return {
    ...server,
    provider,
    async stop() {
      await server.stop();
      await provider.close();
    },
  };
}
