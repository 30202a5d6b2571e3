import * as z from 'zod/mini';

import { localWindow } from '#core/limits/known-models.ts';

/** A program that serves models on this machine. `other`: one that is not known. */
type Program = 'ollama' | 'lm-studio' | 'llama.cpp' | 'other';

/** A model that a program on this machine serves. */
export type LocalModel = {
  readonly name: string;
  /** Such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly program: Program;
  /** In tokens: what the program says, else what most programs use if nobody has set it. */
  readonly contextWindow: number;
  /** Whether the page may call it: whether the program lets pages of that origin read its answers. */
  readonly isCallable: boolean;
};

type Answer = {
  readonly json: unknown;
  /** Whether the page may read this answer. */
  readonly isReadable: boolean;
};

/** Sends a GET, or a POST if there is a body, to a path of a program. Returns null if no JSON with status 200 comes. */
export type RequestJson = (path: string, body?: Readonly<Record<string, unknown>>) => Promise<Answer | null>;

const mostModels = 24;

/** At most 200 characters, none of which is invisible or changes the direction of the text. */
const plainName = /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,200}(?<! )$/u;
// The schemas have no checks of zod, because the page would load the checks without a need.
const listSchema = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.optional(z.string()) })),
});

/** What a program says of a model. */
type Details = {
  readonly contextWindow: number | null;
  /** Whether it writes text on this machine. Others only make embeddings, or run elsewhere. */
  readonly isWriter: boolean;
  readonly isLoaded: boolean;
};

type Found = { readonly program: Program; readonly details: ReadonlyMap<string, Details> };

/**
 * Returns the models of the program at an address, those in memory first. Returns an empty list if none answers.
 * @param origin Without a slash at the end, such as `http://127.0.0.1:11434`.
 */
export async function findLocalModels(origin: string, ask: RequestJson): Promise<readonly LocalModel[]> {
  const answer = await ask('/v1/models');
  const list = listSchema.safeParse(answer?.json);
  if (answer === null || !list.success) return [];
  const listed = list.data.data.slice(0, mostModels).filter(({ id }) => plainName.test(id));
  const names = listed.map(({ id }) => id);
  if (names.length === 0) return [];
  const { program, details } = await readDetails(listed[0]?.owned_by, names, ask);
  const models = names.flatMap((name) => {
    const { contextWindow, isWriter, isLoaded } = details.get(name) ?? unknownModel(name);
    if (!isWriter) return [];
    const model: LocalModel = {
      name,
      baseUrl: `${origin}/v1`,
      program,
      contextWindow: contextWindow ?? localWindow,
      isCallable: answer.isReadable,
    };
    return [{ model, isLoaded }];
  });
  return models.toSorted((a, b) => Number(b.isLoaded) - Number(a.isLoaded)).map(({ model }) => model);
}

/** Embedding models have this in their names, and models that Ollama passes on to its cloud end so. */
const notHere = /embed|[:-]cloud$/iu;

function unknownModel(name: string): Details {
  return { contextWindow: null, isWriter: !notHere.test(name), isLoaded: false };
}

/** What the programs write in `owned_by`. Ollama writes names of users there. */
async function readDetails(
  owner: string | undefined,
  names: readonly string[],
  ask: RequestJson,
): Promise<Found> {
  if (owner === 'llamacpp') return { program: 'llama.cpp', details: await readLlamaCpp(names, ask) };
  if (owner === 'organization_owner') return { program: 'lm-studio', details: await readLmStudio(ask) };
  const details = await readOllama(names, ask);
  return details === null ? { program: 'other', details: new Map() } : { program: 'ollama', details };
}

const window = z.optional(z.nullable(z.number()));

/** Returns null for a number that is no window. */
function windowOf(tokens: number | null | undefined): number | null {
  return Number.isSafeInteger(tokens) && Number(tokens) >= 256 ? Number(tokens) : null;
}

const propsSchema = z.object({ default_generation_settings: z.object({ n_ctx: window }) });

async function readLlamaCpp(
  names: readonly string[],
  ask: RequestJson,
): Promise<ReadonlyMap<string, Details>> {
  const props = propsSchema.safeParse((await ask('/props'))?.json);
  const contextWindow = windowOf(props.data?.default_generation_settings.n_ctx);
  return new Map(names.map((name) => [name, { ...unknownModel(name), contextWindow }]));
}

const lmStudioSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.optional(z.string()),
      state: z.optional(z.string()),
      loaded_context_length: window,
    }),
  ),
});

async function readLmStudio(ask: RequestJson): Promise<ReadonlyMap<string, Details>> {
  const list = lmStudioSchema.safeParse((await ask('/api/v0/models'))?.json);
  return new Map(
    list.data?.data.map(({ id, type, state, loaded_context_length: loaded }) => [
      id,
      { contextWindow: windowOf(loaded), isWriter: type !== 'embeddings', isLoaded: state === 'loaded' },
    ]),
  );
}

const loadedSchema = z.object({ models: z.array(z.object({ name: z.string(), context_length: window })) });
const showSchema = z.object({
  parameters: z.optional(z.string()),
  capabilities: z.optional(z.array(z.string())),
  remote_host: z.optional(z.string()),
});

/** Returns null if the program is not Ollama. */
async function readOllama(
  names: readonly string[],
  ask: RequestJson,
): Promise<ReadonlyMap<string, Details> | null> {
  const loaded = loadedSchema.safeParse((await ask('/api/ps'))?.json);
  if (!loaded.success) return null;
  const details = names.map(async (name): Promise<readonly [string, Details]> => {
    const running = loaded.data.models.find((each) => each.name === name);
    const isLoaded = running !== undefined;
    const shown = showSchema.safeParse((await ask('/api/show', { model: name }))?.json);
    const { parameters = '', capabilities = null, remote_host: host = '' } = shown.data ?? {};
    const set = windowOf(Number(/^num_ctx\s+(\d{3,9})\s*$/mu.exec(parameters)?.[1]));
    const contextWindow = set ?? windowOf(running?.context_length);
    const isHere = host === '' && !notHere.test(name);
    const isWriter = isHere && (capabilities === null || capabilities.includes('completion'));
    return [name, { contextWindow, isWriter, isLoaded }];
  });
  return new Map(await Promise.all(details));
}
