import type { Link } from '#core/links/link.ts';

/** How a link stands to the server. */
export type LinkState =
  | { readonly kind: 'saved' }
  /** Waits to be sent: shown as "not saved yet". */
  | { readonly kind: 'unsaved' }
  /**
   * Changed elsewhere meanwhile: both are shown and the user is asked. `theirs` null: deleted elsewhere. `deleted` is the
   * link as the user saw it who has deleted it here; null: it was edited here.
   */
  | { readonly kind: 'conflict'; readonly theirs: Link | null; readonly deleted: Link | null }
  /** The server refused it: kept and shown. */
  | { readonly kind: 'refused'; readonly message: string; readonly isNew: boolean };

/** A link with its fields as the user wants them. */
export type ListedLink = Link & { readonly state: LinkState };

export type LinkListView = {
  readonly search: string;
  readonly status: 'loading' | 'ready';
  readonly links: readonly ListedLink[];
  /** The server could not be asked; what is shown then comes from the cache. */
  readonly failure: string | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
};

export type LinkList = {
  /** The same object until something changes. */
  view(): LinkListView;
  subscribe(listener: () => void): () => void;
  /** Looks for links on the server, and in the cache without one. An empty search shows all. */
  find(search: string): void;
  /** 5 more at first; 50 at once from 15 on, and 100 from 100 on. */
  showMore(): void;
  retry(): void;
  /** These rows, 1,000 at most, are in sight or near it: what the news did not reach down to is asked for. */
  near(ids: readonly string[]): void;
};
