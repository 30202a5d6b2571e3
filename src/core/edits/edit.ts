import type { VersionName } from './version-names.ts';

/** Who wrote an edit: the model, the model in its repair call, the built-in writer, or the user. */
export const editAuthors = ['model', 'repair', 'built-in', 'user'] as const;

export type EditAuthor = (typeof editAuthors)[number];

/**
 * One change of the content: `text` replaces the stretch from `start` up to and without `end`. An insertion has
 * `start` equal to `end`. Offsets are UTF-16 units of the content.
 */
export type Edit = {
  /** Unique within one version. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** In link markup, with the white space that joins it to the text around it. */
  readonly text: string;
  readonly by: EditAuthor;
  /** Only of an edit that exchanges the address of an own link. Its text is that address, as its place writes it. */
  readonly relink?: Relink | undefined;
};

/** How many addresses of a text may be exchanged. No text has so many links that lead to different things. */
export const mostRelinks = 1000;

/** Where the address of a relink comes from: a saved link, or the template that the user gave for a shop. */
export type RelinkSource = { readonly linkId: string } | { readonly template: string };

/** An exchange of the address of the author's own links. It changes all places of this address, and nothing else. */
export type Relink = {
  /** The address before, as a reader of the format reads it. */
  readonly from: string;
  /** The address now, as a reader of the format reads it: byte for byte that of its source. */
  readonly url: string;
  readonly source: RelinkSource;
  /** The link stands in the text once more, and this is its copy in the comment of a WordPress block. */
  readonly isCopy?: boolean | undefined;
};

/** A relink that the user accepted, without its new address. */
export type AcceptedRelink = Pick<Relink, 'from' | 'source'>;

/** Returns the ids of the links to which accepted relinks lead. */
export function linksOfRelinks(accepted: readonly AcceptedRelink[]): string[] {
  return [...new Set(accepted.flatMap(({ source }) => ('linkId' in source ? source.linkId : [])))];
}

/** What an edit changes, without its id and author. */
export type Change = Pick<Edit, 'start' | 'end' | 'text'>;

/**
 * An edit as a writer requests it, with the number of a sentence. It keeps all words of the author, except for
 * `replace`:
 *
 * - `link`: the text is words of the sentence, or of its block behind it, with a link around them.
 * - `add`: the text goes into the sentence, right behind the words `behind`.
 * - `insert`: the text goes behind the sentence.
 * - `replace`: the text stands in place of the sentence, or of all sentences up to `last`.
 */
export type EditRequest = {
  readonly action: 'link' | 'add' | 'insert' | 'replace';
  readonly sentence: number;
  /** The last of several sentences that are replaced together. */
  readonly last?: number;
  /** Only of `add`. As the writer wrote them. */
  readonly behind?: string;
  /** As the writer wrote it, with links by label or by URL. */
  readonly text: string;
};

/** A writer leaves a link out because it does not fit the content. */
export type SkipRequest = {
  /** The label or the URL of the link, as the writer wrote it. */
  readonly link: string;
  /** As the writer wrote it. May be empty. */
  readonly reason: string;
};

/** A place in the content for new text: behind a sentence, or as a paragraph of its own. */
export type Spot = {
  /** In UTF-16 units of the content. */
  readonly offset: number;
  /** Index of the block that it follows or lies in. -1: the end of a content whose end is not the end of a block. */
  readonly block: number;
  readonly ownParagraph: boolean;
};

/**
 * An addition by the built-in writer, which reads the document itself and chooses the place. It has no words of its own
 * but the label:
 *
 * - `line`: the label, and behind it the items as one sentence. Without a label, an arrow before the items.
 * - `list`: the label as a heading, and below it an item of a list for each item.
 */
export type LinesRequest = {
  readonly at: Spot;
  readonly form: 'line' | 'list';
  /** With the signs that join it to the items. Empty: none. */
  readonly label: string;
  /** Words of a description, with one link in each, in link markup. */
  readonly items: readonly string[];
  /** Only of a line: the signs behind each item. */
  readonly joints?: readonly string[];
};

/**
 * Why a requested edit is not in its version.
 *
 * - `no-place`: no place near its sentence is free for it.
 * - `no-words`: the words that it names are not in its sentence.
 * - `claim`: it says something about the author or the product that nobody told, and the version is safe.
 * - `too-many`: the version has reached its limit of changes.
 * - `too-long`: it adds more words than an addition may have.
 * - `repeated`: the version already says the same.
 * - `not-safe`: it would change the author's words in the safe version.
 * - `foreign`: it contains an address, a phone number or an instruction that nobody chose.
 * - `unreadable`: it cannot be read.
 */
export const dropReasons = [
  'no-place',
  'no-words',
  'claim',
  'too-many',
  'too-long',
  'repeated',
  'not-safe',
  'foreign',
  'unreadable',
] as const;

export type DropReason = (typeof dropReasons)[number];

/**
 * What an addition says that stands neither in the content nor in a description: an experience or an opinion of the
 * author, a price, a figure, that something is the best, or an effect on health.
 */
export const claimKinds = ['experience', 'price', 'figure', 'superlative', 'health'] as const;

export type ClaimKind = (typeof claimKinds)[number];

/** A claim that the user should check. `text` is the sentence or the phrase in plain words. */
export type Claim = { readonly kind: ClaimKind; readonly text: string };

export type DroppedEdit = { readonly reason: DropReason; readonly text: string };

/** The edits of each version, in the order of the content, without overlaps. */
export type VersionEdits = Readonly<Record<VersionName, readonly Edit[]>>;

/** Returns the content with the edits. They must be in the order of the content and must not overlap. */
export function applyEdits(content: string, edits: readonly Change[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits) {
    pieces.push(content.slice(from, start), text);
    from = end;
  }
  pieces.push(content.slice(from));
  return pieces.join('');
}

const ownParagraph = /^[ \t]*(?:\r\n|\n|\r(?!\n))[ \t]*(?:[\r\n]|<p\b)/i;

/**
 * Sorts edits by their place in the content. At one place, additions inside a paragraph come first, then new
 * paragraphs, then a replacement. Otherwise the order stays.
 */
export function orderEdits(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || rankOf(a) - rankOf(b));
}

function rankOf({ start, end, text }: Edit): number {
  if (end > start) return 2;
  return ownParagraph.test(text) ? 1 : 0;
}
