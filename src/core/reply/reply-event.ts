import type { AskedEdit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

/**
 * What becomes known while a reply is read. A version is told either in texts, which joined are the version, or in
 * edits of the content; one that has neither between its start and its end needs no edits. One of which nothing could
 * be read has no start.
 */
export type ReplyEvent =
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-text'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-asked'; readonly version: VersionName; readonly edit: AskedEdit }
  /** What stands in a version's section and is neither its text nor an edit; also before a start, or without one. */
  | { readonly type: 'version-unreadable'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-end'; readonly version: VersionName };
