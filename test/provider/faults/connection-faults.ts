import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:tls';

import { openBlackHole } from './black-hole.ts';
import { eitherWay, final, triedAgain, type Fault } from './fault.ts';
import { portOf } from '#provider/port-of.ts';
import { makeSelfSigned } from './self-signed.ts';

const unreachable = eitherWay(triedAgain('provider-unreachable'));

/** Addresses that never answer a call. */
export const connectionFaults: readonly Fault[] = [
  // A name that ends in .invalid never has an address, with or without a network.
  {
    name: 'DNS failure',
    isSilent: false,
    isPaid: false,
    outcome: unreachable,
    lead: async () => ({ baseUrl: 'https://provider.invalid/v1', close: async () => {} }),
  },
  { name: 'refused', isSilent: false, isPaid: false, outcome: unreachable, lead: openRefused },
  {
    name: 'black hole',
    isSilent: true,
    isPaid: false,
    outcome: eitherWay(final('provider-timeout')),
    lead: openBlackHole,
  },
  { name: 'TLS error', isSilent: false, isPaid: false, outcome: unreachable, lead: openSelfSigned },
];

/** Returns an address without a listener. A port that was free a moment ago could belong to another test by now. */
async function openRefused() {
  return { baseUrl: 'http://127.0.0.1:2/v1', close: async () => {} };
}

/** A server with an untrusted certificate. */
async function openSelfSigned() {
  const server = createTlsServer({ ...makeSelfSigned() });
  // The client must abort the handshake.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `https://127.0.0.1:${portOf(server)}/v1`,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
