// `--import` loads this module before a program. It writes everything that leaves the process to the file in
// EGRESS_FILE. It watches Node's requests to the operating system, so it sees all modules and packages.
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
    // Node sets the target only after it has created the request object.
    if (read !== undefined)
      queueMicrotask(() => appendFileSync(process.env.EGRESS_FILE, `${read(resource)}\n`));
  },
}).enable();
