import { test } from 'vitest';

import type { ProblemCode } from '#core/errors/problem-messages.ts';
import { callAt } from '#provider/call.ts';
import { cutInLastVersion } from '#provider/faults/fault.ts';
import { faultOptions, faultReply } from '#provider/faults/fault-sample.ts';
import { allFaults, type FaultEntry } from '#provider/faults/faults.ts';
import { openFault } from '#provider/faults/open-fault.ts';

/** The code that one call ends with. A whole generation knows more: it counts tokens, and looks for versions. */
function codeOfCall({ fault, way }: FaultEntry): ProblemCode | null {
  const { code } = fault.outcome[way];
  if (fault.name === 'endless answer' && way === 'at-once') return 'provider-reply-broken';
  return code === 'reply-in-words' ? null : code;
}

test.concurrent.for(allFaults)('$fault.name, $way, is recognised', async ({ fault, way }, { expect }) => {
  const { code, calls, keeps } = fault.outcome[way];
  const site = await openFault(fault, way, faultReply);
  const { text, problem } = await callAt(site.baseUrl, {
    ...faultOptions(fault.isSilent),
    maxOutputTokens: 1000,
  });
  expect(problem?.code ?? null).toBe(codeOfCall({ fault, way }));
  if (code === null) expect(text).toBe(faultReply);
  if (keeps) expect(text).toContain(cutInLastVersion(faultReply));
  if (site.provider !== null) expect(site.provider.calls).toHaveLength(calls);
  expect(site.strayCalls).toEqual([]);
  await site.close();
});
