import type { Edit } from '#core/weave/edit.ts';
import type { VersionName } from '#core/weave/version.ts';

/** What becomes known while a reply is read. Texts of one version, joined, are the version. */
export type ReplyEvent =
  | { readonly type: 'version-start'; readonly version: VersionName }
  /** Of a version that is told in edits, instead of texts. */
  | { readonly type: 'version-edit'; readonly version: VersionName; readonly edit: Edit }
  | { readonly type: 'version-text'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-end'; readonly version: VersionName };
