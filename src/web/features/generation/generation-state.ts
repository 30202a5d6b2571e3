import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionName } from '#core/edits/version.ts';

/** A generation that failed after it had finished some versions. They stay until the next one begins. */
type Unfinished = {
  readonly phase: 'unfinished';
  readonly generation: FinishedGeneration;
  /** Why it failed, as a message for the user. */
  readonly reason: string;
};

type Ready = { readonly phase: 'idle' } | Unfinished;

export type GenerationState =
  | Ready
  | {
      readonly phase: 'processing';
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      /** The versions that are being written. The parts of a long text may write several at once. */
      readonly open: readonly VersionName[];
      readonly done: readonly VersionName[];
      /** The state before. It comes back if this generation brings nothing. */
      readonly before: Ready;
    }
  | { readonly phase: 'result'; readonly generation: FinishedGeneration };

export type GenerationAction =
  | { readonly type: 'generation-start'; readonly at: number }
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-end'; readonly version: VersionName }
  | { readonly type: 'generation-end'; readonly generation: FinishedGeneration }
  | {
      readonly type: 'generation-fail';
      readonly reason: string;
      /** The versions that were finished before the failure. */
      readonly generation: FinishedGeneration | null;
    }
  | { readonly type: 'generation-stop' }
  | { readonly type: 'app-reset' };

export const idle: GenerationState = { phase: 'idle' };

/** Returns the next state; the same object if the action does not fit the state. */
export function reduceGeneration(state: GenerationState, action: GenerationAction): GenerationState {
  if (action.type === 'app-reset') return idle;
  if (action.type === 'generation-start') {
    if (state.phase === 'processing' || state.phase === 'result') return state;
    return { phase: 'processing', startedAt: action.at, open: [], done: [], before: state };
  }
  if (state.phase !== 'processing') return state;
  switch (action.type) {
    case 'version-start':
      return { ...state, open: [...state.open, action.version] };
    case 'version-end':
      return {
        ...state,
        open: state.open.filter((version) => version !== action.version),
        done: [...new Set([...state.done, action.version])],
      };
    case 'generation-end':
      return { phase: 'result', generation: action.generation };
    case 'generation-fail': {
      const { generation, reason } = action;
      return generation === null ? state.before : { phase: 'unfinished', generation, reason };
    }
    case 'generation-stop':
      return state.before;
  }
}
