import { isFields } from '#llm-client/errors/provider-error.ts';
import type { ProviderSettings, Transport } from './transport.ts';

const bodyLimit = 1024 * 1024;
const plainName = /^[\w./:@+-]{1,80}$/u;

type ModelsRequest = {
  readonly settings: ProviderSettings;
  readonly transport: Transport;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly limitMs: number;
};

/**
 * Asks a provider which models it has, to explain a failure. This costs nothing. Returns their names, those like the
 * wanted one first. Returns null if no list comes in time.
 */
export async function findModels({
  settings,
  transport,
  limitMs,
  ...call
}: ModelsRequest): Promise<string[] | null> {
  const controller = new AbortController();
  const leave = () => controller.abort();
  call.signal.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(leave, limitMs);
  try {
    const answer = await transport({ ...call, body: null, signal: controller.signal });
    if (answer.status !== 200) return null;
    const utf8 = new TextDecoder();
    let text = '';
    for await (const chunk of answer.body) {
      text += utf8.decode(chunk, { stream: true });
      if (text.length > bodyLimit) return null;
    }
    return namesIn(JSON.parse(text), settings.model);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', leave);
    leave();
  }
}

function namesIn(list: unknown, wanted: string): string[] | null {
  if (!isFields(list) || !Array.isArray(list['data'])) return null;
  const names = list['data'].flatMap((model: unknown) => {
    const name = isFields(model) ? model['id'] : null;
    return typeof name === 'string' && plainName.test(name) ? [name] : [];
  });
  const near = (name: string) => name.split('').findIndex((sign, at) => sign !== wanted[at]);
  return names.toSorted((a, b) => near(b) - near(a));
}

const mostNames = 6;
/** In UTF-16 units. */
const longestList = 180;

/** Returns the first names of a list for a message. */
export function listOfModels(names: readonly string[]): string {
  let shown = names.slice(0, mostNames);
  while (shown.length > 1 && shown.join(', ').length > longestList) shown = shown.slice(0, -1);
  return shown.join(', ') + (shown.length < names.length ? ' …' : '');
}
