import { expect, test } from 'vitest';

import { sealOutcome } from './ledger/outcome-cipher.ts';

import { replayOutcome } from './outcome-record.ts';

const key = 'a key of a click';

test('what was kept in another form is told as lost, so that the next press asks anew', () => {
  const record = sealOutcome(Buffer.from(JSON.stringify({ type: 'result', generation: { text: 'A' } })), key);
  expect(() => replayOutcome({ state: 'done', record }, key)).toThrow(
    expect.objectContaining({ code: 'generation-interrupted' }),
  );
});
