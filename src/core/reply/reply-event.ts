import type { VersionName } from '#core/weave/version.ts';

/** What becomes known while a reply is read. Texts of one version, joined, are the version. */
export type ReplyEvent =
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-text'; readonly version: VersionName; readonly text: string }
  | { readonly type: 'version-end'; readonly version: VersionName };
