import type { TableChoices } from '#core/link-files/link-table.ts';

import type { ImportRun } from './import-run.ts';
import type { Plan } from './plan-import.ts';
import type { LinkSource } from './read-source.ts';

/** Whether the server was asked which links are saved already. Nothing is imported before it has answered. */
export type SavedCheck =
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

export type Preview = {
  readonly step: 'preview';
  readonly source: LinkSource;
  readonly choices: TableChoices | null;
  readonly plan: Plan;
  readonly check: SavedCheck;
};

export type ImportView =
  | { readonly step: 'source'; readonly failure: string | null }
  | { readonly step: 'reading'; readonly name: string }
  | Preview
  | { readonly step: 'import'; readonly plan: Plan; readonly run: ImportRun };
