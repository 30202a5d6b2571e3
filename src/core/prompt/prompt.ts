import type { VersionName } from '#core/edits/version-names.ts';

/** The two messages of a chat completion. */
export type Prompt = { readonly system: string; readonly user: string };

export const callPurposes = ['write', 'repair'] as const;

export type CallPurpose = (typeof callPurposes)[number];

export type CompletionRequest = {
  /** A repair call asks for missing links. It is not repeated if it fails. */
  readonly purpose: CallPurpose;
  readonly prompt: Prompt;
  /** The limit for the answer. Null: the provider decides. */
  readonly maxOutputTokens: number | null;
};

/** A request for one version only. It must not use the wordings in `avoid` again. */
export type OnlyVersion = { readonly version: VersionName; readonly avoid: readonly string[] };
