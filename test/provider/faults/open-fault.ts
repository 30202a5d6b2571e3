import type { RecordedCall } from '#provider/exchange.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';

import type { Fault, FaultWay } from './fault.ts';

export type FaultySite = {
  readonly baseUrl: string;
  /** Null if the fault prevents any call from reaching a provider. */
  readonly provider: Provider | null;
  /** Calls that were redirected to another host. */
  readonly strayCalls: readonly RecordedCall[];
  close(): Promise<void>;
};

/** Starts a new provider with this fault. */
export async function openFault(fault: Fault, way: FaultWay, reply: string): Promise<FaultySite> {
  if ('lead' in fault) return { ...(await fault.lead()), provider: null, strayCalls: [] };
  const other = await startProvider(refuse(418));
  const provider = await startProvider(fault.answer({ way, reply, elsewhere: other.baseUrl }));
  return {
    baseUrl: provider.baseUrl,
    provider,
    strayCalls: other.calls,
    async close() {
      await Promise.all([provider.close(), other.close()]);
    },
  };
}
