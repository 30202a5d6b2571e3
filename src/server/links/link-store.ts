import type { LinkImport } from '#contract/link-requests.ts';
import type { LinkImportResult, LinkPage } from '#contract/links.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { Link, LinkFields } from '#core/links/link.ts';

/** With an id the link may be sent again: it is saved once. */
export type NewLink = LinkFields & { readonly id?: string | undefined };

/** The fields of a link that change; those left out stay as they are. */
export type LinkFieldsChange = { readonly [Field in keyof LinkFields]?: LinkFields[Field] | undefined };

export type LinkChange = LinkFieldsChange & {
  /** The `updatedAt` that the user saw: a link with another one is not changed. */
  readonly ifUpdatedAt?: string | undefined;
};

export type LinkPageRequest = {
  readonly limit: number;
  /** The `nextCursor` of the page before; absent for the first page. */
  readonly cursor?: string | undefined;
  /** Only links that hold each of its words, as the core's `searchTermsOf` reads them. */
  readonly search?: string | undefined;
};

export type ImportedLink = LinkImport['links'][number];
export type ImportResult = LinkImportResult['results'][number];

/**
 * Where saved links live. Each operation acts inside one workspace and ends when what it did is on disk.
 * Every failure is a `ProblemError`: the user's ('url-required', 'link-not-found', 'request-invalid', …)
 * or the database's ('link-create-failed', 'storage-failed'), the latter with the database's error as its cause.
 * Where something is saved, also 'workspace-deleted' for one that was never made or has ended, and 'workspace-full',
 * 'visitor-saving-limit' and 'store-full': then nothing is saved. `address` is who saves; null: it does not count.
 */
export type LinkStore = {
  /** The link that has this id already, as it is now, if there is one. Throws 'link-deleted' for the id of a deleted one. */
  create(workspace: string, link: NewLink, address?: string | null): Promise<Link>;
  /** Throws a `LinkChangedError` for another version, unless the link has the wanted fields already. */
  update(workspace: string, id: string, change: LinkChange, address?: string | null): Promise<Link>;
  /** With the `updatedAt` that the user saw, throws a `LinkChangedError` for another version; without it, deletes any. */
  remove(workspace: string, id: string, ifUpdatedAt?: string): Promise<void>;
  /** Newest first, without links whose URL is blank. */
  page(workspace: string, request: LinkPageRequest): Promise<LinkPage>;
  /** Those of the links that exist and whose URL is not blank, in the order asked for. */
  byIds(workspace: string, ids: readonly string[]): Promise<Link[]>;
  /** The newest link with each of exactly these URLs, in no order: at most one a URL. */
  byUrls(workspace: string, urls: readonly string[]): Promise<Link[]>;
  /** Saves all that can be saved or, when the database fails, none. Also links that were deleted before. */
  importMany(
    workspace: string,
    links: readonly ImportedLink[],
    address?: string | null,
  ): Promise<ImportResult[]>;
  /** Every link, newest first, in batches between which others get their turn. */
  all(workspace: string): AsyncIterable<Link[]>;
  count(workspace: string): Promise<number>;
  /** Leaves nothing of the workspace: neither links nor the memory of deleted ones. */
  removeAll(workspace: string): Promise<void>;
};

/** The link has another version than the one that was to be changed. */
export class LinkChangedError extends ProblemError {
  /** As it is now. */
  readonly link: Link;

  constructor(link: Link) {
    super('link-changed');
    this.link = link;
  }
}
