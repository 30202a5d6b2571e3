const completionPath = '/chat/completions';
/** Azure OpenAI under its own names; behind another name it is known by the query that it asks for. */
const azureHost = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/u;

/** Where chat completions are asked for: a base URL may end in slashes, a query, or the whole path already. */
export function completionUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hash = '';
  const path = url.pathname.replace(/\/+$/u, '');
  url.pathname = path.endsWith(completionPath) ? path : `${path}${completionPath}`;
  return url.href;
}

/** What a provider wants beside the body: the key under the name that it looks for, and none where there is none. */
export function providerHeaders(baseUrl: string, apiKey: string | null): Readonly<Record<string, string>> {
  const { hostname, searchParams } = new URL(baseUrl);
  const isAzure = azureHost.test(hostname) || searchParams.has('api-version');
  return {
    ...(apiKey !== null && (isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` })),
    // Without it a page gets no answer there, with whatever key.
    ...(hostname === 'api.anthropic.com' && { 'anthropic-dangerous-direct-browser-access': 'true' }),
  };
}
