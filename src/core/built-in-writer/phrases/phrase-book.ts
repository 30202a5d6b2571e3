import type { VersionName } from '#core/weave/version.ts';

/**
 * Sentence templates of one language. `{np}` is the thing with its link, `{full}` the thing with all that its description
 * says in one breath, any other `{name}` a part of the description; a capital (`{Np}`) starts a sentence. `(is|are)` agrees
 * with one or many, `(er|sie|es|sie)` with the language's genders and many.
 */
export type PhraseBook = {
  /** First sentences; the better of two that fit equally well stands first. */
  readonly sentences: Readonly<Record<VersionName, readonly string[]>>;
  /** For a thing that the passage itself names. */
  readonly named: { readonly one: readonly string[]; readonly many: readonly string[] };
  /** Second sentences that tell one more part of the description. */
  readonly additions: readonly string[];
  /** Second sentences that tell nothing more. */
  readonly closings: readonly string[];
  /** For words that fit into no sentence. */
  readonly labels: Readonly<Record<VersionName, readonly string[]>>;
  /** With more links than templates, an opening and a body make a new one; `labelOpenings` and `labelBodies` likewise. */
  readonly openings: readonly string[];
  readonly bodies: readonly string[];
  readonly labelOpenings: readonly string[];
  readonly labelBodies: readonly string[];
};
