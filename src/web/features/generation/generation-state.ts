import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import type { EnglishText } from '#web/german/german.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import type { ShownResult } from '#web/version-view/stored-result.ts';

export type PageOrder = OrderedRequest & {
  /** The selected links that the page knows. They mark links while the text arrives. */
  readonly knownLinks: readonly (LinkToWeave & { readonly id: string })[];
};

/** The edits of versions that were not finished. */
export type UnfinishedEdits = Readonly<Partial<Record<VersionName, readonly Edit[]>>>;

/** What is shown while a generation runs. Its text does not move: it is exchanged once, when its version is whole. */
export type LiveVersion = {
  /** The versions that are being written. The parts of a long text may write several at once. */
  readonly open: readonly VersionName[];
  readonly done: readonly VersionName[];
  /** The user's text, to which the edits belong. */
  readonly content: string;
  readonly urls: readonly string[];
  /** How many of these links the version that is being written contains so far. Null: none has begun. */
  readonly woven: number | null;
  /** In the order of the content. Until the version is whole, only links on the author's own words. */
  readonly edits: readonly Edit[];
  /** Whether the shown version is finished. */
  readonly isWhole: boolean;
};

/** Tells why a generation ended before it was finished. */
export const stoppedReason = 'Stopped.' satisfies EnglishText;

/**
 * A generation may end early, after some versions are finished, or before that. What had been written then stays to be
 * read. The versions of a result stay until the next generation has some.
 */
export type ReadyState =
  | { readonly phase: 'idle' }
  | (ShownResult & { readonly partial?: UnfinishedEdits | undefined })
  | {
      readonly phase: 'stopped';
      readonly content: string;
      readonly urls: readonly string[];
      readonly partial: UnfinishedEdits;
    };

export type GenerationState =
  | ReadyState
  | {
      readonly phase: 'processing';
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      readonly live: ReadonlyStore<LiveVersion>;
      readonly order: PageOrder;
    };

/**
 * Returns whether the state is the result of this order. The sequence in which the links were ticked does not matter.
 * @param known The links as they are now. The result is of another order if one has another URL now.
 */
export function isResultOf(
  { content, linkIds, instructions }: OrderedRequest,
  state: GenerationState,
  known: PageOrder['knownLinks'] = [],
): boolean {
  if (state.phase !== 'result') return false;
  const { text, links, instructions: followed = '' } = state.generation;
  const ids = new Set(linkIds);
  const isSameText = content === text && instructions.trim() === followed;
  const isSame = ids.size === links.length && links.every(({ id }) => ids.has(id));
  return isSameText && isSame && changedLinks(state, () => known) === '';
}

/** Finds the links with these ids as they are now. */
export type FindLinks = (ids: readonly string[]) => PageOrder['knownLinks'];

/** Returns the ids of the shown versions' links that have another URL now, as one text. */
export function changedLinks(state: GenerationState, find: FindLinks): string {
  if (!('generation' in state)) return '';
  const urls = new Map(state.generation.links.map(({ id, url }) => [id, url]));
  const changed = find([...urls.keys()]).filter(({ id, url }) => (urls.get(id) ?? url) !== url);
  return changed.map(({ id }) => id).join(' ');
}

/** Returns what is shown before the first version: the content alone. */
export function nothingOf({ content, knownLinks }: PageOrder): LiveVersion {
  const urls = knownLinks.map(({ url }) => url);
  return { open: [], done: [], content, urls, woven: null, edits: [], isWhole: false };
}
