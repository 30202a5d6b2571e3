import { isProviderAllowed } from '#llm-client/provider-hosts.ts';

export type KnownProvider = {
  readonly name: string;
  readonly baseUrl: string;
  /** The model that is filled in first. */
  readonly model: string;
};

const knownProviders: readonly KnownProvider[] = [
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
  { name: 'Ollama on this device', baseUrl: 'http://localhost:11434/v1', model: 'llama3.1' },
  { name: 'LM Studio on this device', baseUrl: 'http://localhost:1234/v1', model: 'local-model' },
];

/** Returns the well-known providers that the page may call. */
export function providersAmong(hosts: readonly string[]): readonly KnownProvider[] {
  return knownProviders.filter(({ baseUrl }) => isProviderAllowed(baseUrl, hosts));
}

const localHost = /^https?:\/\/(?:localhost|127\.0\.0\.1):\*$/u;

/** Returns the names of the other hosts that the page may call, as users read them. */
export function otherHosts(hosts: readonly string[]): readonly string[] {
  const others = hosts
    .filter((host) => !knownProviders.some(({ baseUrl }) => isProviderAllowed(baseUrl, [host])))
    .map((host) => (localHost.test(host) ? 'this device' : host.replace(/^https:\/\//u, '')));
  return [...new Set(others)];
}
