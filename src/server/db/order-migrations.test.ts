import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { migrate, migrations } from '#server/db/migrate.ts';
import { openTestPostgres, openTestSqlite } from '#server/db/test-databases.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';

import { createOrderStore } from '#server/orders/order-store.ts';
import { noLimits, orderOf, start } from '#server/orders/test-order-store.ts';

const at = Date.now();
const day = dayOf(at);

test.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('the orders of version 9 still count and can be repeated (%s)', async (_name, open) => {
  const { database, close } = await open();
  const { query } = database;
  await database.runAlone(async (transaction) => {
    await sql`create table migrations (version integer primary key, applied_at bigint not null)`.execute(
      transaction,
    );
    for (const migration of migrations.slice(0, 9)) await migration(transaction, database);
    await transaction.insertInto('migrations').values({ version: 9, applied_at: at }).execute();
    // Migration 6 added this column.
    await sql`alter table ledger_orders add column server text`.execute(transaction);
    await sql`create unique index ledger_orders_by_key on ledger_orders (key_hash)`.execute(transaction);
    if (database.isShared)
      await sql`create function open_order() returns text language sql as 'select null::text'`.execute(
        transaction,
      );
    const rows = [
      sql`('a', ${at + 60_000}, 'asked-to-end', 300, 0, 'key-a')`,
      sql`('b', null, 'done', 0, 200, 'key-b')`,
      sql`('c', null, 'stopped', 0, 50, 'key-c')`,
      sql`('d', null, 'interrupted', 0, 70, 'key-d')`,
    ];
    await sql`
      with r(id, lease_until, outcome, reserved, spent, key_hash) as (values ${sql.join(rows)})
      insert into ledger_orders (id, lease_until, outcome, reserved, spent, key_hash,
        workspace_id, started_at, is_counted, day, unit, body_hash, record)
      select id, cast(lease_until as bigint), outcome, reserved, spent, key_hash,
        'w', cast(${at} as bigint), 1, cast(${day} as integer), 'tokens', 'body', null
      from r`.execute(transaction);
    await sql`insert into ledger_budgets values (${day}, 'tokens', 320, 300)`.execute(transaction);
    await sql`insert into ledger_days values (${day}, 'salt')`.execute(transaction);
  });

  await migrate(database);
  const found = await query.selectFrom('orders').select(['id', 'state', 'spent']).orderBy('id').execute();
  expect(found).toEqual([
    { id: 'a', state: 'running', spent: 0 },
    { id: 'b', state: 'done', spent: 200 },
    { id: 'c', state: 'stopped', spent: 50 },
    { id: 'd', state: 'interrupted', spent: 70 },
  ]);
  expect(await query.selectFrom('visitor_salts').selectAll().execute()).toEqual([{ day, salt: 'salt' }]);
  const budget = { unit: 'tokens', perDay: 1000 } as const;
  const store = createOrderStore({ database, budget, limits: { ...noLimits, runningPerWorkspace: 1 } });
  expect(await store.find({ keyHash: 'key-b', bodyHash: 'body' })).toEqual({ state: 'done', record: null });
  expect(await store.left(null)).toMatchObject({ budgetLeft: 380 });
  await expect(store.open(orderOf({ workspace: 'w' }))).rejects.toMatchObject({ code: 'workspace-running' });
  await expect(store.open(orderOf({ worstCase: 381 }))).rejects.toMatchObject({ code: 'budget-spent' });
  await start(store, { worstCase: 380 });
  await store.close();
  await close();
});
