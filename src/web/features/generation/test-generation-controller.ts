import type { Writer } from '#web/api/generations-api.ts';
import { ApiError } from '#web/api/send.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { testGeneration } from '#web/api/test-generation.ts';

import { createGenerationController, type GenerationCode } from './generation-controller.ts';
import type { GenerationState, PageOrder, UnfinishedEdits } from './generation-state.ts';

export type RunGeneration = (
  ...given: Parameters<GenerationCode['runGeneration']>
) => Promise<FinishedGeneration>;

export const chooseServer = async (): Promise<Writer> => ({ kind: 'server' });
export const order: PageOrder = {
  content: 'Bread.',
  linkIds: ['a'],
  instructions: '',
  relinks: [],
  knownLinks: [{ id: 'a', url: 'https://a.example/', description: '' }],
};
const written = testGeneration('Bread.');
export const link = { id: 'a', url: 'https://a.example/', description: '', integrations: 1 } as const;
export const generation: FinishedGeneration = { ...written, links: [link] };
export const part: FinishedGeneration = { ...generation, unfinished: ['experimental'] };

/** @param finished The versions that have arrived completely while a generation runs. */
export function controllerWith(
  run: RunGeneration,
  choose = chooseServer,
  finished: () => FinishedGeneration | null = () => null,
  partial: () => UnfinishedEdits | undefined = () => undefined,
) {
  const alerts: string[] = [];
  const phases: GenerationState['phase'][] = [];
  const controller = createGenerationController({
    chooseWriter: choose,
    loadCode: async () => ({
      generate: async () => generation,
      runGeneration: (...given) => ({ result: run(...given), finished, partial }),
    }),
    alert: (message) => void alerts.push(message),
  });
  controller.state.subscribe(() => phases.push(controller.state.get().phase));
  return { controller, alerts, phases };
}

export const finishing: RunGeneration = async () => generation;

/** Returns a run that fails and keeps these versions. */
export const failing =
  (reason: string, kept?: FinishedGeneration): RunGeneration =>
  async () => {
    throw new ApiError({
      code: 'provider-reply-cut',
      detail: reason,
      status: null,
      generation: kept,
    });
  };

/** Returns a function that runs these functions in turn, one for each start. */
export function inTurn(...runs: readonly RunGeneration[]): RunGeneration {
  const left = [...runs];
  return async (...given) => (left.shift() ?? finishing)(...given);
}

/** A run that waits until the call is aborted. */
export const waiting: RunGeneration = (_generate, _order, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}
