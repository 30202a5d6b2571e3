import { randomUUID } from 'node:crypto';
import process from 'node:process';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { noQuotas } from '#server/config/config.ts';

import type { ImportedLink } from './import-links.ts';
import { createLinkStore, type LinkStore } from './link-store.ts';
import {
  databaseSettingsSchema,
  importingAddress,
  linkOrderSchema,
  type LinkOrder,
} from './test-link-order.ts';
import { openOnUse } from './test-open-on-use.ts';

// A test process with its own store. It reports when the store is open, and executes orders.

const { quotas = noQuotas, ...settings } = databaseSettingsSchema.parse(JSON.parse(process.argv[2] ?? ''));
const database = await openDatabase({ ...settings, onIdleError: () => undefined });
const links = openOnUse(database, createLinkStore(database, { quotas }));
process.send?.('open');

process.on('message', (message) => {
  const order = linkOrderSchema.parse(message);
  obey(links, order).then(
    () => process.send?.({ number: order.number, failure: null }),
    (error: unknown) =>
      process.send?.({
        number: order.number,
        failure: error instanceof ProblemError ? error.code : 'unexpected',
      }),
  );
});

async function obey(store: LinkStore, { workspace, work, link }: LinkOrder): Promise<void> {
  if (work === 'create') await store.create(workspace, link);
  else if (work === 'import') await store.importMany(workspace, rowsLike(link), importingAddress);
  else if (work === 'update') await store.update(workspace, link.id, link);
  else await store.remove(workspace, link.id);
}

/** Returns links like this one. The description is their number. */
function rowsLike({ url, description }: LinkOrder['link']): ImportedLink[] {
  return Array.from({ length: Number(description) }, () => ({ id: randomUUID(), url, description }));
}
