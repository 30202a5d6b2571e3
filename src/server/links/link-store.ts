import type { LinkImport } from '#contract/link-requests.ts';
import type { LinkImportResult, LinkPage } from '#contract/links.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { Link, LinkFields } from '#core/links/link.ts';

/** A link with an id may be sent again. It is saved once. */
export type NewLink = LinkFields & { readonly id?: string | undefined };

/** The fields to change. Fields that are left out keep their value. */
export type LinkChange = { readonly [Field in keyof LinkFields]?: LinkFields[Field] | undefined } & {
  /** The `updatedAt` that the user saw: a link with another one is not changed. */
  readonly ifUpdatedAt?: string | undefined;
};

export type LinkPageRequest = {
  readonly limit: number;
  /** The `nextCursor` of the page before; absent for the first page. */
  readonly cursor?: string | undefined;
  /** Only links that contain each term of `searchTermsOf`. */
  readonly search?: string | undefined;
};

export type ImportedLink = LinkImport['links'][number];
export type ImportResult = LinkImportResult['results'][number];

/**
 * The store of saved links. Each operation acts inside one workspace and resolves when its changes are on disk.
 * Every failure is a `ProblemError`: of the user ('url-required', 'link-not-found', 'request-invalid', …) or of the
 * database ('link-create-failed', 'storage-failed'), with the database's error as its cause. Operations that save also
 * throw 'workspace-deleted' for a missing or ended workspace, and 'workspace-full', 'visitor-saving-limit' and
 * 'store-full'. Then nothing is saved. `address` is the visitor who saves; null: the visitor is not counted.
 */
export type LinkStore = {
  /** Returns the existing link when there is one with this id. Throws 'link-deleted' for the id of a deleted link. */
  create(workspace: string, link: NewLink, address?: string | null): Promise<Link>;
  /** Throws a `LinkChangedError` when the link has another version and not the wanted fields already. */
  update(workspace: string, id: string, change: LinkChange, address?: string | null): Promise<Link>;
  /** With `ifUpdatedAt`, throws a `LinkChangedError` for another version. Without it, deletes any version. */
  remove(workspace: string, id: string, ifUpdatedAt?: string): Promise<void>;
  /** Returns links without those that have a blank URL, newest first. */
  page(workspace: string, request: LinkPageRequest): Promise<LinkPage>;
  /** Returns the existing links whose URL is not blank, in the order of the ids. */
  byIds(workspace: string, ids: readonly string[]): Promise<Link[]>;
  /** Returns the newest link with exactly each of these URLs, in no order: at most one for each URL. */
  byUrls(workspace: string, urls: readonly string[]): Promise<Link[]>;
  /** Saves all links that can be saved, also deleted ones. When the database fails, saves none. */
  importMany(
    workspace: string,
    links: readonly ImportedLink[],
    address?: string | null,
  ): Promise<ImportResult[]>;
  /** Yields all links, newest first, in batches. Between batches other requests get their turn. */
  all(workspace: string): AsyncIterable<Link[]>;
  count(workspace: string): Promise<number>;
  /** Deletes all links of the workspace and the record of deleted links. */
  removeAll(workspace: string): Promise<void>;
};

/** The link has another version than the one to be changed. */
export class LinkChangedError extends ProblemError {
  /** The current link. */
  readonly link: Link;

  constructor(link: Link) {
    super('link-changed');
    this.link = link;
  }
}
