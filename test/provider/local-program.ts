import type { Answer } from './exchange.ts';
import { startProvider, type Provider } from './provider.ts';

/** A model of a program on this machine, as the program describes it. */
export type ServedModel = {
  readonly name: string;
  /** The window that is set for it, in tokens. */
  readonly window?: number;
  /** The window with which it is in memory, in tokens. Undefined: it is not in memory. */
  readonly loaded?: number;
  readonly isEmbedding?: boolean;
  /** Whether Ollama passes it on to its cloud. */
  readonly isRemote?: boolean;
};

const owners = { ollama: 'library', 'lm-studio': 'organization_owner', 'llama.cpp': 'llamacpp' };

export type ProgramName = keyof typeof owners;

/** What each program answers besides completions and the list of models. */
const pagesOf: Record<
  ProgramName,
  (models: readonly ServedModel[]) => Record<string, (body: string) => unknown>
> = {
  ollama: (models) => ({
    '/api/ps': () => ({
      models: models
        .filter(({ loaded }) => loaded !== undefined)
        .map(({ name, loaded }) => ({ name, model: name, size: 5_000_000_000, context_length: loaded })),
    }),
    '/api/show': (body) => {
      const shown = models.find(({ name }) => body === JSON.stringify({ model: name }));
      if (shown === undefined) return undefined;
      const { window, isEmbedding = false, isRemote = false } = shown;
      return {
        license: 'Apache License '.repeat(500),
        parameters: `stop "<|im_end|>"${window === undefined ? '' : `\nnum_ctx                        ${window}`}\ntop_k 20`,
        model_info: { 'qwen3.context_length': 40_960 },
        capabilities: isEmbedding ? ['embedding'] : ['completion', 'thinking'],
        ...(isRemote && { remote_host: 'https://ollama.com:443' }),
      };
    },
  }),
  'lm-studio': (models) => ({
    '/api/v0/models': () => ({
      object: 'list',
      data: models.map(({ name, loaded, isEmbedding = false }) => ({
        id: name,
        type: isEmbedding ? 'embeddings' : 'llm',
        state: loaded === undefined ? 'not-loaded' : 'loaded',
        max_context_length: 131_072,
        ...(loaded !== undefined && { loaded_context_length: loaded }),
      })),
    }),
  }),
  'llama.cpp': (models) => ({
    '/props': () => ({ default_generation_settings: { n_ctx: models[0]?.loaded } }),
  }),
};

/** Starts a stand-in for a program that serves models on this machine, with the answer to all completions. */
export function startLocalProgram(
  program: ProgramName,
  models: readonly ServedModel[],
  answer: Answer,
  options: { readonly port?: number; readonly cors?: boolean } = {},
): Promise<Provider> {
  const list = models.map(({ name }) => ({ id: name, object: 'model', owned_by: owners[program] }));
  const pages: Record<string, (body: string) => unknown> = {
    '/v1/models': () => ({ object: 'list', data: list }),
    ...pagesOf[program](models),
  };
  return startProvider(answer, { ...options, pages: (path, body) => pages[path]?.(body) });
}
