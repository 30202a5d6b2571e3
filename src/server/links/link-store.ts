import type { LinkPage } from '#contract/links.ts';
import type { Link, LinkFields } from '#core/link/link.ts';

/** The fields of a link that change; those left out stay as they are. */
export type LinkFieldsChange = { readonly [Field in keyof LinkFields]?: LinkFields[Field] | undefined };

export type LinkPageRequest = {
  readonly limit: number;
  /** The `nextCursor` of the page before; absent for the first page. */
  readonly cursor?: string | undefined;
};

/**
 * Where saved links live. Each operation acts inside one workspace and ends when what it did is on disk.
 * Every failure is a `ProblemError`: the user's ('url-required', 'link-not-found', 'request-invalid', …)
 * or the database's ('link-create-failed', 'storage-failed'), the latter with the database's error as its cause.
 */
export type LinkStore = {
  create(workspace: string, fields: LinkFields): Promise<Link>;
  update(workspace: string, id: string, change: LinkFieldsChange): Promise<Link>;
  remove(workspace: string, id: string): Promise<void>;
  /** Newest first, without links whose URL is blank. */
  page(workspace: string, request: LinkPageRequest): Promise<LinkPage>;
  /** Those of the links that exist and whose URL is not blank, in the order asked for. */
  byIds(workspace: string, ids: readonly string[]): Promise<Link[]>;
  close(): Promise<void>;
};
