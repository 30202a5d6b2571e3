import { localModelsSchema, type LocalModels } from '#contract/local-models.ts';
import { findLocalModels } from '#llm-client/local-models.ts';

import { inTime, sendForJson } from './send.ts';

/** A model on this device. */
export type LocalModel = NonNullable<LocalModels['models']>[number];

/** In milliseconds. */
const timeout = 2_000;

/**
 * Asks the server for the models on this device. Returns null if it does not look for any, or does not answer.
 *
 * @param isNew whether the server looks now. If not, it says what it has found before.
 */
export async function askServerForModels(isNew: boolean): Promise<readonly LocalModel[] | null> {
  const path = `./api/local-models${isNew ? '' : '?known'}`;
  const request = { method: 'GET', path, fallback: 'unexpected' } as const;
  const answer = await inTime(timeout, (signal) =>
    sendForJson({ ...request, signal }, localModelsSchema),
  ).catch(() => null);
  return answer?.models ?? null;
}

/**
 * Asks a program on this device itself. Sends it nothing of the text. Returns an empty list if it does not answer, or
 * does not let this page read its answers.
 */
export async function askForModelsAt(baseUrl: string): Promise<readonly LocalModel[]> {
  const { origin } = new URL(baseUrl);
  return findLocalModels(origin, async (path, body) => {
    const post = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    try {
      const answer = await fetch(`${origin}${path}`, {
        ...(body !== undefined && post),
        mode: 'cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      return answer.ok ? { json: await answer.json(), isReadable: true } : null;
    } catch {
      return null;
    }
  });
}
