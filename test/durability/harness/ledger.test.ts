import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';

import { createLedger } from './ledger.ts';
import { fieldsOf } from './numbered-link.ts';

function linkOf(number: number, revision: number, fields: Partial<Link> = {}): Link {
  const now = new Date(0).toISOString();
  return { id: `id-${number}`, createdAt: now, updatedAt: now, ...fieldsOf(number, revision), ...fields };
}

function ledgerOfOne() {
  const ledger = createLedger();
  ledger.send(1, 1);
  ledger.acknowledge(1, 1, 'id-1');
  return ledger;
}

test('a lost, an old, a torn, a duplicate and an unknown link are each reported', () => {
  expect(ledgerOfOne().compare([linkOf(1, 1)])).toEqual([]);
  expect(ledgerOfOne().compare([])).toEqual(['Link 1 is absent and should be at revision 1.']);
  expect(ledgerOfOne().compare([linkOf(1, 1), linkOf(1, 1)])).toEqual(['Link 1 is there twice.']);
  expect(ledgerOfOne().compare([linkOf(1, 1), linkOf(2, 1)])).toEqual(['Link 2 was never sent.']);
  const torn = linkOf(1, 1, { description: fieldsOf(1, 2).description });
  expect(ledgerOfOne().compare([torn])[0]).toContain('not whole');
});

test('a write without an answer may or may not be there, and its first observed state must stay', () => {
  const ledger = ledgerOfOne();
  ledger.send(1, 2);
  expect(ledger.live()).toEqual([]);
  expect(ledger.compare([linkOf(1, 2)])).toEqual([]);
  expect(ledger.live()).toEqual([{ number: 1, id: 'id-1', revision: 2 }]);
  expect(ledger.compare([linkOf(1, 1)])).toEqual(['Link 1 is at revision 1 and should be at revision 2.']);
});
