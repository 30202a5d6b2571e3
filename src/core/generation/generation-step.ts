import type { ReplyEvent } from '#core/reply/reply-event.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

import type { FinishedGeneration } from './finished-generation.ts';

type ToldEvent = Extract<ReplyEvent, { readonly type: 'version-start' | 'version-end' }>;

/** What becomes known while a generation is written. */
export type GenerationStep =
  | ToldEvent
  | { readonly type: 'version-edit'; readonly version: VersionName; readonly edit: Edit }
  | { readonly type: 'result'; readonly generation: FinishedGeneration };
