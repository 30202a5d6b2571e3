// Loaded before a program (`--import`): writes each thing that leaves the process to the file that EGRESS_FILE names.
// It watches the requests to the system itself, below all of Node's modules and every package.
import { createHook } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import process from 'node:process';

const readers = {
  TCPCONNECTWRAP: ({ address, port }) => `connect ${address} ${port}`,
  PIPECONNECTWRAP: ({ address }) => `connect ${address}`,
  GETADDRINFOREQWRAP: ({ hostname }) => `look up ${hostname}`,
  GETNAMEINFOREQWRAP: ({ hostname }) => `look up ${hostname}`,
  QUERYWRAP: ({ hostname }) => `look up ${hostname}`,
  UDPWRAP: () => 'open a UDP socket',
  PROCESSWRAP: () => 'start a process',
};

createHook({
  init(_id, type, _trigger, resource) {
    const read = readers[type];
    // Node writes into the request where it goes to after it has made it.
    if (read !== undefined)
      queueMicrotask(() => appendFileSync(process.env.EGRESS_FILE, `${read(resource)}\n`));
  },
}).enable();
