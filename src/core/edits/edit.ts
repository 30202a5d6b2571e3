import type { VersionName } from './version.ts';

/** Who wrote an edit: the model, the model when asked again, the built-in writer, or the user. */
export const editAuthors = ['model', 'repair', 'built-in', 'user'] as const;

export type EditAuthor = (typeof editAuthors)[number];

/**
 * One change of the content: what stands from `start` up to and without `end` gives way to `text`. An insertion has
 * `start` equal to `end`. Offsets are UTF-16 units of the content.
 */
export type Edit = {
  /** Tells the edits of one version apart. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** In link markup, with the white space that joins it to what stands around it. */
  readonly text: string;
  readonly by: EditAuthor;
};

/** What an edit changes, whoever wrote it. */
export type Change = Pick<Edit, 'start' | 'end' | 'text'>;

/** An edit as a writer asks for it, by the number of a sentence. */
export type AskedEdit = {
  readonly action: 'insert' | 'replace';
  readonly sentence: number;
  /** The last of several sentences that are replaced together. */
  readonly last?: number;
  /** As the writer wrote it: links by label or by URL. */
  readonly text: string;
};

/** Somewhere in the content where new text may stand: behind a sentence, or as a paragraph of its own. */
export type Spot = {
  /** In UTF-16 units of the content. */
  readonly offset: number;
  /** Index of the part after or inside which it lies; -1 for the end of a content that no part ends. */
  readonly part: number;
  readonly ownParagraph: boolean;
};

/** An addition as a writer asks for it that reads the document itself. */
export type AskedAddition = { readonly at: Spot; readonly text: string };

/**
 * Why an edit that was asked for is not in its version.
 *
 * - `no-place`: there is no place near its sentence where it may stand.
 * - `too-many`: its version has been changed as much as it may be.
 * - `too-long`: it adds more words than an addition may have.
 * - `repeated`: what it says stands there already.
 * - `not-safe`: it would change the author's words in the safe version.
 * - `foreign`: it holds an address, a number to call or an instruction that nobody chose.
 * - `unreadable`: it cannot be read.
 */
export const dropReasons = [
  'no-place',
  'too-many',
  'too-long',
  'repeated',
  'not-safe',
  'foreign',
  'unreadable',
] as const;

export type DropReason = (typeof dropReasons)[number];

export type DroppedEdit = { readonly reason: DropReason; readonly text: string };

/** The edits of each version, in the order of the content; none of them overlap. */
export type VersionEdits = Readonly<Record<VersionName, readonly Edit[]>>;
