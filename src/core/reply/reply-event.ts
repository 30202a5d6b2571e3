import type { AskedEdit } from '#core/weave/edit.ts';
import type { VersionName } from '#core/weave/version.ts';

/**
 * What becomes known while a reply is read. A version is told either in texts, which joined are the version, or in
 * edits of the content; one that has neither between its start and its end leaves the content as it is.
 */
export type ReplyEvent =
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-text'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-asked'; readonly version: VersionName; readonly edit: AskedEdit }
  /** Lines among a version's edits that belong to none of them. */
  | { readonly type: 'version-unreadable'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-end'; readonly version: VersionName };
