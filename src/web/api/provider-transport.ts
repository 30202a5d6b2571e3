import type { Transport } from '#llm-client/transport.ts';

import { consentHeader } from './consent-header.ts';

/** Calls from the visitor's own browser: no cookies, no referrer, no redirect; none of it passes our server. */
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
    // The key goes to the given address alone; what would lead elsewhere comes back without status and body.
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
