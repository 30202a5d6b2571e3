import type { Generation } from '#contract/generations.ts';
import type { VersionName } from '#core/weave/version.ts';

export type GenerationState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'processing';
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      readonly writing: VersionName | null;
      readonly done: readonly VersionName[];
    }
  | { readonly phase: 'result'; readonly generation: Generation };

export type GenerationAction =
  | { readonly type: 'generation-start'; readonly at: number }
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-end'; readonly version: VersionName }
  | { readonly type: 'generation-end'; readonly generation: Generation }
  | { readonly type: 'generation-fail' }
  | { readonly type: 'generation-stop' }
  | { readonly type: 'app-reset' };

export const idle: GenerationState = { phase: 'idle' };

/** Idle, processing, result. Whatever does not belong to the state it arrives in changes nothing. */
export function generationMachine(state: GenerationState, action: GenerationAction): GenerationState {
  if (action.type === 'app-reset') return idle;
  if (action.type === 'generation-start') {
    if (state.phase !== 'idle') return state;
    return { phase: 'processing', startedAt: action.at, writing: null, done: [] };
  }
  if (state.phase !== 'processing') return state;
  switch (action.type) {
    case 'version-start':
      return { ...state, writing: action.version };
    case 'version-end':
      return { ...state, writing: null, done: [...new Set([...state.done, action.version])] };
    case 'generation-end':
      return { phase: 'result', generation: action.generation };
    case 'generation-fail':
    case 'generation-stop':
      return idle;
  }
}
