import type { DroppedEdit, Edit, EditAuthor } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

/** `woven`: stands in the version exactly as often as it was asked for. */
export type LinkStatus = 'woven' | 'missing' | 'repeated';

export type LinkReport = {
  readonly linkId: string;
  readonly url: string;
  readonly status: LinkStatus;
  /** How often the exact URL stands in the version as a link. */
  readonly times: number;
  /** Who wrote its first place; null where it has none. */
  readonly by: EditAuthor | null;
  /** Where it could be forced in, though no passage is about it; null where it is woven or nothing is offered. */
  readonly offer: Edit | null;
};

export type VersionReport = {
  /** One entry a chosen link, in the order of the request. */
  readonly links: readonly LinkReport[];
  /** Addresses that the reply linked but nobody chose; each is plain text in the version. */
  readonly unknownUrls: readonly string[];
  /** Sentences of the version that do not stand in the user's content: added or changed. */
  readonly sentencesAdded: number;
  /** How many of the sentences of the user's content stand in the version word for word, and how many there are. */
  readonly sentencesKept: number;
  readonly sentencesTotal: number;
  /** How many words of the user's content are gone or changed, and how many there are. */
  readonly wordsChanged: number;
  readonly wordsTotal: number;
  /** How many words the version has. */
  readonly words: number;
  /** What the reply asked for in vain. */
  readonly dropped: readonly DroppedEdit[];
  /** The ids of additions that stand at another sentence than the one that was asked for. */
  readonly moved: readonly string[];
};

export type Report = Readonly<Record<VersionName, VersionReport>>;
