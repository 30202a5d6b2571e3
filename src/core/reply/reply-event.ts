import type { AskedEdit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

/**
 * What is reported while a reply is read. A version consists either of texts, which are joined, or of edits of the
 * content. A version with neither between its start and its end needs no edits. A version without anything readable
 * has no start.
 */
export type ReplyEvent =
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-text'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-asked'; readonly version: VersionName; readonly edit: AskedEdit }
  /**
   * Something in a version's section that is neither text nor an edit. It may come before a start, or without one.
   */
  | { readonly type: 'version-unreadable'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-end'; readonly version: VersionName };
