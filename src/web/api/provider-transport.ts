import type { Transport } from '#llm-client/transport.ts';

/** Sends from the visitor's own browser to a provider: no cookies, no referrer, no redirect, nothing to our server. */
export const providerTransport: Transport = async ({ url, headers, body, signal }) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...consentHeader(url) },
    body,
    signal,
    mode: 'cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    // The key goes to the given address only: a redirect comes back without status and body.
    redirect: 'manual',
  });
  const reader = answer.body?.getReader();
  return {
    status: answer.type === 'opaqueredirect' ? 302 : answer.status,
    header: (name) => answer.headers.get(name),
    body: readAll(reader),
    discard: () => void reader?.cancel().catch(() => {}),
  };
};

async function* readAll(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  if (reader === undefined) return;
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}

/** Anthropic answers a browser only if a header says that the page may hold the key. */
const consentHeaders = new Map([
  ['api.anthropic.com', { 'anthropic-dangerous-direct-browser-access': 'true' }],
]);

/** Returns no header that is not needed: a browser asks about each, and some providers accept only the usual ones. */
export function consentHeader(url: string): Readonly<Record<string, string>> {
  return consentHeaders.get(new URL(url).hostname) ?? {};
}
