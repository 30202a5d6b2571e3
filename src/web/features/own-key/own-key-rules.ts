import { isOnThisDevice, isProviderAllowed } from '#llm-client/request/provider-hosts.ts';
import { t } from '#web/lib/language.ts';

import type { OwnProvider } from '#web/api/generations-api.ts';

export type KeyFields = { readonly baseUrl: string; readonly model: string; readonly apiKey: string };

export type KeyFailure = { readonly field: keyof KeyFields; readonly message: string };

/**
 * The hosts that the page may call: `hosts` are those that the operator allows, and its own server is never one of
 * them.
 */
export type Reach = {
  readonly hosts: readonly string[];
  /** The hosts that the page can call in the way in which it was opened. */
  readonly callable: readonly string[];
  readonly pageOrigin: string;
};

/** `model` is the model that the form suggests. */
const knownProviders = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', model: 'gpt-4o' },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', model: 'openai/gpt-4o' },
  { name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' },
  {
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    model: 'gemini-2.5-flash',
  },
  { name: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', model: 'mistral-large-latest' },
  { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', model: 'llama-3.3-70b-versatile' },
  { name: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', model: 'deepseek-chat' },
  {
    name: 'Together',
    baseUrl: 'https://api.together.xyz/v1',
    model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  },
  { name: 'xAI', baseUrl: 'https://api.x.ai/v1', model: 'grok-4' },
  // Their models are looked up.
  { name: 'Ollama on this device', baseUrl: 'http://127.0.0.1:11434/v1', model: '' },
  { name: 'LM Studio on this device', baseUrl: 'http://127.0.0.1:1234/v1', model: '' },
  { name: 'llama.cpp on this device', baseUrl: 'http://127.0.0.1:8080/v1', model: '' },
];

/** Returns the known providers that these hosts allow. An operator may allow this device under either of its names. */
export function providersAmong(hosts: readonly string[]) {
  return knownProviders.flatMap((provider) => {
    const { baseUrl } = provider;
    const allowed = [baseUrl, baseUrl.replace('127.0.0.1', 'localhost')].find((each) =>
      isProviderAllowed(each, hosts),
    );
    return allowed === undefined ? [] : { ...provider, baseUrl: allowed };
  });
}

/** Where to get a key that costs nothing. How much it allows changes often, so nothing here says it. */
const freeKeys = [
  {
    name: 'Gemini',
    host: 'https://generativelanguage.googleapis.com',
    page: 'https://aistudio.google.com/apikey',
  },
  { name: 'Groq', host: 'https://api.groq.com', page: 'https://console.groq.com/keys' },
  { name: 'OpenRouter', host: 'https://openrouter.ai', page: 'https://openrouter.ai/keys' },
];

export function freeKeysAmong(hosts: readonly string[]) {
  return freeKeys.filter(({ host }) => isProviderAllowed(host, hosts));
}

/** Returns the provider of the form, or the first field that is wrong. */
export function readOwnProvider(fields: KeyFields, reach: Reach): OwnProvider | KeyFailure {
  const baseUrl = fields.baseUrl.trim();
  const model = fields.model.trim();
  const apiKey = plainKey(fields.apiKey);
  const wrongAddress = addressFailure(baseUrl, reach);
  if (wrongAddress !== null) return { field: 'baseUrl', message: wrongAddress };
  if (model === '') return { field: 'model', message: t('Please enter the name of a model') };
  if (!/^[\x21-\x7e]*$/u.test(apiKey))
    return {
      field: 'apiKey',
      message: t('A key has no spaces and no special letters. Please copy it again.'),
    };
  if (apiKey === '' && !isOnThisDevice(baseUrl))
    return { field: 'apiKey', message: t('Please enter your key') };
  return { baseUrl, model, apiKey: apiKey === '' ? null : apiKey };
}

/** Removes what is often copied with a key: quotes, the word `Bearer`, line breaks. */
function plainKey(pasted: string): string {
  return pasted
    .trim()
    .replace(/^bearer\s+/iu, '')
    .replace(/^(["'`])(.*)\1$/su, '$2')
    .replaceAll(/[\r\n]+/gu, '');
}

function addressFailure(baseUrl: string, { hosts, callable, pageOrigin }: Reach): string | null {
  if (!/^https?:\/\//iu.test(baseUrl) || !URL.canParse(baseUrl))
    return t('Please enter a base URL such as https://api.openai.com/v1');
  const { username, password, host, origin } = new URL(baseUrl);
  if (username + password !== '') return t('Please enter the key below, not in the base URL');
  if (origin === pageOrigin)
    return t(
      'This is the address of this page. Please enter that of your AI provider, to whom the key belongs.',
    );
  if (!isProviderAllowed(baseUrl, hosts))
    return [
      t('This page may not call {host}.', { host }),
      allowedMessage(hosts),
      t('Whoever runs this site can allow others.'),
    ].join(' ');
  if (!isProviderAllowed(baseUrl, callable))
    return t(
      'This page was opened without access to this device. Please open it with access, by the link below the base URL.',
    );
  return null;
}

const localHost = /^https?:\/\/(?:localhost|127\.0\.0\.1):\*$/u;

/** Returns the message that names the hosts that the page may call. */
function allowedMessage(hosts: readonly string[]): string {
  const known = providersAmong(hosts);
  const others = hosts
    .filter((host) => !known.some(({ baseUrl }) => isProviderAllowed(baseUrl, [host])))
    .map((host) => (localHost.test(host) ? t('this device') : host.replace(/^https:\/\//u, '')));
  const names = [...new Set(others)].join(', ');
  if (known.length === 0) return t('It may call {names}.', { names });
  if (names === '') return t('It may call the providers in the list.');
  return t('It may call the providers in the list, and {names}.', { names });
}

/** Returns whether the page can call this address only if it is opened for models on this device. */
export function needsDevicePage(baseUrl: string, { hosts, callable }: Reach): boolean {
  return isProviderAllowed(baseUrl.trim(), hosts) && !isProviderAllowed(baseUrl.trim(), callable);
}
