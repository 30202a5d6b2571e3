import type { Claim, DroppedEdit, Edit, EditAuthor, VersionEdits } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import type { ChosenLink } from '#core/links/link.ts';

export type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/**
 * `woven`: the link is in the version exactly as often as was asked for. `skipped`: the writer left it out on purpose,
 * because it does not fit the content.
 */
export const linkStatuses = ['woven', 'missing', 'repeated', 'skipped'] as const;

export type LinkStatus = (typeof linkStatuses)[number];

export type LinkReport = {
  readonly linkId: string;
  readonly url: string;
  readonly status: LinkStatus;
  /** How often the exact URL stands in the version as a link. */
  readonly times: number;
  /** Who wrote its first place. Null: it has none. */
  readonly by: EditAuthor | null;
  /** An edit that adds the link although no passage fits. Null: the link is there, or nothing is offered. */
  readonly offer: Edit | null;
  /** Why the writer left the link out, in its words. Empty: it gave no reason, or the link is not skipped. */
  readonly skipReason: string;
};

/** A claim in an edit of a version. */
export type EditClaim = Claim & { readonly editId: string };

export type VersionReport = {
  /** One entry for each selected link, in the order of the request. */
  readonly links: readonly LinkReport[];
  /** Addresses in the reply that no selected link has. They are not links in the version. */
  readonly unknownUrls: readonly string[];
  /** Sentences of the version that were added. */
  readonly sentencesAdded: number;
  /** Sentences of the user's content that were replaced by other words. */
  readonly sentencesRewritten: number;
  /** Words that were added inside sentences of the user's content that keep all of their words. */
  readonly wordsAdded: number;
  /** How many sentences of the user's content are in the version word for word, and how many there are. */
  readonly sentencesKept: number;
  readonly sentencesTotal: number;
  /** How many words of the user's content are missing or changed, and how many there are. */
  readonly wordsChanged: number;
  readonly wordsTotal: number;
  /** How many words the version has. */
  readonly words: number;
  /** What edits of the version say that neither the content nor a description tells. */
  readonly claims: readonly EditClaim[];
  /** Edits of the reply that are not in the version. */
  readonly dropped: readonly DroppedEdit[];
  /** The ids of additions that are at another sentence than the one that was asked for. */
  readonly moved: readonly string[];
};

export type Usage = Tokens & {
  /** In US dollars. Null: the price is unknown. */
  readonly costUsd: number | null;
};

/** The most characters of the user's instructions, in UTF-16 units without blanks around them. */
export const instructionsLimit = 300;

/** Returns the instructions without blanks around them. Throws 'instructions-too-long'. */
export function readInstructions(instructions: string): string {
  const text = instructions.trim();
  if (text.length > instructionsLimit) throw new ProblemError('instructions-too-long');
  return text;
}

export type FinishedGeneration = {
  /** The user's content, unchanged. */
  readonly text: string;
  readonly links: readonly ChosenLink[];
  /** What the user wished of the style; missing if nothing. */
  readonly instructions?: string | undefined;
  /** In link markup, with the exact URLs. */
  readonly versions: Readonly<Record<VersionName, string>>;
  /** The edits of each version. Applied to the text, they give exactly that version. */
  readonly edits: VersionEdits;
  readonly report: Readonly<Record<VersionName, VersionReport>>;
  /** The versions that were not finished. Each is empty. */
  readonly unfinished: readonly VersionName[];
  /** Null: the tokens are unknown, or writing is free. */
  readonly usage: Usage | null;
};

export type GenerationStep =
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-end'; readonly version: VersionName }
  | { readonly type: 'version-edit'; readonly version: VersionName; readonly edit: Edit }
  | { readonly type: 'result'; readonly generation: FinishedGeneration };

export type Steps = AsyncGenerator<GenerationStep, void, undefined>;

/** A generation that failed after at least one version was finished. It contains the finished versions. */
export class UnfinishedError extends ProblemError {
  readonly generation: FinishedGeneration;

  constructor(problem: ProblemError, generation: FinishedGeneration) {
    const { code, message: detail, retryAfterSeconds } = problem;
    super(code, { cause: problem, detail, retryAfterSeconds });
    this.generation = generation;
  }
}
