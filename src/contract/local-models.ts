import * as z from 'zod/mini';

/** The models on the machine of the server and the page. Null: this server does not look for any. */
export const localModelsSchema = z.object({
  models: z.nullable(
    z.array(
      z.object({
        name: z.string(),
        /** Such as `http://127.0.0.1:11434/v1`. */
        baseUrl: z.string(),
        program: z.enum(['ollama', 'lm-studio', 'llama.cpp', 'other']),
        /** In tokens. */
        contextWindow: z.number(),
        /** Whether its program lets the page call it. */
        isCallable: z.boolean(),
      }),
    ),
  ),
});

export type LocalModels = z.infer<typeof localModelsSchema>;
