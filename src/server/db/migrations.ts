import type { Kysely } from 'kysely';

import { createLedgerTables, openOrdersInOneTrip } from '#server/generations/ledger/ledger-migrations.ts';
import { addSearchAndDeletedLinks, createLinks } from '#server/links/link-migrations.ts';
import { createWorkspaceTables } from '#server/workspaces/workspace-migrations.ts';

import type { Database, Tables } from './database.ts';
import { createWriteProbes } from './write-probe.ts';

type Migration = (query: Kysely<Tables>, database: Database) => Promise<void>;

/** In order; a migration's number is its place, counted from 1. Never change one that was released: add another. */
export const migrations: readonly Migration[] = [
  createLinks,
  addSearchAndDeletedLinks,
  createLedgerTables,
  createWorkspaceTables,
  createWriteProbes,
  openOrdersInOneTrip,
];
