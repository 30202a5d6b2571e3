import type { DroppedEdit, Edit, EditAuthor } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

/** `woven`: the link is in the version exactly as often as was asked for. */
export type LinkStatus = 'woven' | 'missing' | 'repeated';

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
};

export type VersionReport = {
  /** One entry for each selected link, in the order of the request. */
  readonly links: readonly LinkReport[];
  /** Addresses in the reply that no selected link has. They are not links in the version. */
  readonly unknownUrls: readonly string[];
  /** Sentences of the version that are not in the user's content: added or changed. */
  readonly sentencesAdded: number;
  /** How many sentences of the user's content are in the version word for word, and how many there are. */
  readonly sentencesKept: number;
  readonly sentencesTotal: number;
  /** How many words of the user's content are missing or changed, and how many there are. */
  readonly wordsChanged: number;
  readonly wordsTotal: number;
  /** How many words the version has. */
  readonly words: number;
  /** Edits of the reply that are not in the version. */
  readonly dropped: readonly DroppedEdit[];
  /** The ids of additions that are at another sentence than the one that was asked for. */
  readonly moved: readonly string[];
};

export type Report = Readonly<Record<VersionName, VersionReport>>;
