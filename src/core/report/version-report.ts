import type { Claim, DroppedEdit, Edit, EditAuthor } from '#core/edits/edit.ts';

/** `woven`: the link is in the version exactly once. `skipped`: the writer left it out on purpose. */
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
  /** How many of the author's own links lead to a saved address in place of their own. */
  readonly linksExchanged: number;
  /** What edits of the version say that neither the content nor a description tells. */
  readonly claims: readonly EditClaim[];
  /** Edits of the reply that are not in the version. */
  readonly dropped: readonly DroppedEdit[];
  /** The ids of additions that are at another sentence than the requested one. */
  readonly moved: readonly string[];
};
