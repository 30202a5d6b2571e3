import type { Command } from './lib/command.ts';
import { backup } from './commands/backup.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { mcp } from './commands/mcp.ts';
import { restore } from './commands/restore.ts';
import { health } from './commands/health.ts';
import { serve } from './commands/serve.ts';
import { suggest } from './commands/suggest.ts';
import { weave } from './commands/weave.ts';
import { work } from './commands/work.ts';

/** All commands, in the order in which `linkweft --help` lists them. */
export const commands: readonly Command[] = [
  serve,
  weave,
  suggest,
  work,
  backup,
  restore,
  exportCommand,
  importCommand,
  mcp,
  health,
];
